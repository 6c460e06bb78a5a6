"""Functions that are compiled where numba is installed."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from game.core.compiled import COMPILED, array, bit_count, cache_folder, compiled, in_place, inner, interpreting


@inner
def add(values: Any, number: int) -> None:
    values[0] += number


@in_place
def add_twice(values: object, number: int) -> None:
    """Call what only compiled functions may call."""
    add(values, number)
    add(values, number)


def test_compiled_functions_call_what_is_inner() -> None:
    values = array([1])
    add_twice(values, 3)
    assert values[0] == 7


@inner
def down_from(numbers: Any, number: int) -> None:
    """Calls itself, and is called, with constants."""
    if number > 0:
        numbers[0] += number
        down_from(numbers, number - 1)
    elif numbers[0] == 0:
        down_from(numbers, 3)


@in_place
def counted(numbers: Any) -> None:
    down_from(numbers, 0)
    down_from(numbers, 2)


@pytest.mark.slow
def test_constants_are_passed_to_the_same_code_as_other_numbers() -> None:
    numbers = array([0])
    if COMPILED:
        counted._cache = import_module("numba.core.caching").NullCache()  # type: ignore[attr-defined] # made anew here
    counted(numbers)
    assert numbers[0] == 3 + 2 + 1 + 2 + 1
    if COMPILED:
        assert len(down_from.signatures) == 1  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="numba is not installed")
def test_python_is_told_that_it_cannot_call_what_is_inner() -> None:
    add_twice(array([1]), 3)
    with pytest.raises(TypeError, match="add is @inner"):
        add(array([1]), 3)


@compiled
def bits_below(number: int) -> int:
    """Call itself and what is compiled elsewhere."""
    return bit_count(number) + bits_below(number - 1) if number > 0 else 0


@pytest.mark.slow
def test_what_is_interpreted_gives_the_same_numbers_and_makes_no_machine_code() -> None:
    with interpreting():
        assert bits_below(array([9])[0]) == sum(number.bit_count() for number in range(10))
    if COMPILED:
        overloads: Any = bits_below
        assert not overloads.overloads


def test_machine_code_lies_in_its_home_or_where_numba_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for home, named in (("one", ""), ("other", ""), ("one", "shared"), ("other", "shared")):
        monkeypatch.setenv("SOUK_HOME", str(tmp_path / home))
        monkeypatch.setenv("NUMBA_CACHE_DIR", named and str(tmp_path / named))
        of_game, of_core = (cache_folder(f"game.{room}.code") for room in ("cabinets.omok", "core"))
        assert of_game.parent == of_core.parent == (tmp_path / named if named else tmp_path / home / "cache" / "numba")
        assert of_game != of_core
