"""Every check of the conformance suite, over every cabinet and seat count."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.cabinets.listed import CABINETS
from game.core.cabinet import Cabinet
from game.core.options import describe, read
from game.ground.details import details_of
from game.ground.texts import LANGUAGES, Texts
from tests.conformance import CHECKS, check_equal_dumps_have_equal_futures
from tests.in_turns import some
from tests.walks import CROWD, Check, option_cases, played, random_match, seat_params

EVERY_SEATS = pytest.mark.parametrize(("cabinet", "seats"), seat_params())


def seeded() -> Iterator[object]:
    """Every game with every number of seats; with the usual one a second match, but for crowds, in the slow suite."""
    for param in seat_params():
        cabinet, seats = param.values
        yield pytest.param(*param.values, 0, id=f"{param.id}-0", marks=param.marks)
        if seats == cabinet.info.usual_seats < CROWD:
            yield pytest.param(*param.values, 1, id=f"{param.id}-1", marks=pytest.mark.slow)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize(("cabinet", "seats", "seed"), [*seeded()])
def test_contract(cabinet: Cabinet, seats: int, seed: int, check: Check) -> None:
    check(cabinet, seats, seed, None)


@pytest.mark.slow
@pytest.mark.parametrize("every", [1, 3, 50])
@EVERY_SEATS
def test_equal_dumps_have_equal_futures_after_any_number_of_steps(cabinet: Cabinet, seats: int, every: int) -> None:
    check_equal_dumps_have_equal_futures(cabinet, seats, 0, None, every)


@pytest.mark.parametrize("cabinet", some(2, CABINETS.values()), ids=list(CABINETS))
def test_every_value_of_every_option_holds_the_contract(cabinet: Cabinet) -> None:
    for changed, seats in option_cases(cabinet):
        random_match(changed, seats, 5, most=80)
        for check in CHECKS:
            check(changed, seats, 5, 12)


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_SEATS
def test_every_event_and_end_has_a_text(cabinet: Cabinet, seats: int, language: str) -> None:
    texts = Texts(language, [f"P{seat}" for seat in range(seats)])
    match = played(cabinet, seats, 11, None)
    for step in match.steps:
        for event in step.events:
            texts.line(f"{cabinet.id}.event.{event.kind}", event.data)
    texts.line(match.result().reason)
    for line in match.result().seats:
        assert details_of(line, cabinet.id, texts) or not line.details


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cabinet", CABINETS.values(), ids=list(CABINETS))
def test_what_options_begin_as_can_be_played(cabinet: Cabinet, language: str) -> None:
    begun = cabinet.options_in(language)
    assert read(cabinet.info.options, begun) is not None
    assert set(cabinet.spoken) <= set(LANGUAGES) and set(cabinet.spoken.get(language, {})) <= set(begun)
    assert all(begun[name] == value for name, value in cabinet.spoken.get(language, {}).items())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cabinet", CABINETS.values(), ids=list(CABINETS))
def test_every_declared_thing_has_a_text(cabinet: Cabinet, language: str) -> None:
    texts = Texts(language)
    needed = [f"{cabinet.id}.{key}" for key in ("name", "tagline", "rules")]
    needed += [f"{cabinet.id}.bot.{bot}.{part}" for bot in cabinet.bots for part in ("name", "help")]
    for option in describe(cabinet.info.options):
        stem = f"{cabinet.id}.option.{option.name}"
        needed += [
            f"{stem}.title",
            f"{stem}.help",
            *(f"{stem}.{choice}" for choice in option.choices if isinstance(choice, str)),
        ]
    assert [key for key in needed if not texts.has(key)] == []
