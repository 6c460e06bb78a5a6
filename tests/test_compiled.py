"""Functions that are compiled where numba is installed."""

from __future__ import annotations

import pytest

from game.core.compiled import COMPILED, array, in_place, inner


@inner
def add(values: object, number: int) -> None:
    values[0] += number  # type: ignore[index]


@in_place
def add_twice(values: object, number: int) -> None:
    """Call what only compiled functions may call."""
    add(values, number)
    add(values, number)


def test_compiled_functions_call_what_is_inner() -> None:
    values = array([1])
    add_twice(values, 3)
    assert values[0] == 7


@pytest.mark.skipif(not COMPILED, reason="numba is not installed")
def test_python_is_told_that_it_cannot_call_what_is_inner() -> None:
    add_twice(array([1]), 3)
    with pytest.raises(TypeError, match="add is @inner"):
        add(array([1]), 3)
