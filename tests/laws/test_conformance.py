"""Every law of rules and words, on every game of the house with every number of seats."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.conformance.cases import CROWD, option_cases
from game.conformance.law import Law
from game.conformance.laws import LAWS_OF_RULES, played_again
from game.conformance.walks import random_match
from game.conformance.words import declared_things_have_texts, what_happens_has_texts
from game.core.cabinet import Cabinet
from game.core.options import read
from game.ground.texts import LANGUAGES
from tests.in_turns import some
from tests.walks import seat_params

EVERY_SEATS = pytest.mark.parametrize(("cabinet", "seats"), seat_params())


def seeded() -> Iterator[Any]:
    """Every game with every number of seats; with the usual one a second match, but for crowds, in the slow suite."""
    for param in seat_params():
        cabinet, seats = param.values
        yield pytest.param(*param.values, 0, id=f"{param.id}-0", marks=param.marks)
        if seats == cabinet.info.usual_seats < CROWD:
            yield pytest.param(*param.values, 1, id=f"{param.id}-1", marks=pytest.mark.slow)


def contracts() -> Iterator[object]:
    """Every law on every match of `seeded`, in the quick suite with the fewest or the most seats, which take turns.

    One match stands by another: what a match costs is to play it.
    """
    params = [*seeded()]
    games = list(CABINETS)
    for param in params:
        game = param.values[0].id
        quick = [other for other in params if other.values[0].id == game and not other.marks]
        for turn, check in enumerate(LAWS_OF_RULES):
            later = param.marks or param is not (quick[0], quick[-1])[(games.index(game) + turn) % 2]
            marks = [pytest.mark.slow] * bool(later)
            yield pytest.param(*param.values, check, id=f"{param.id}-{check.name}", marks=marks)


@pytest.mark.parametrize(("cabinet", "seats", "seed", "check"), [*contracts()])
def test_contract(cabinet: Cabinet, seats: int, seed: int, check: Law) -> None:
    check(cabinet, seats, seed, None)


@pytest.mark.slow
@pytest.mark.parametrize("every", [1, 3, 50])
@EVERY_SEATS
def test_equal_dumps_have_equal_futures_after_any_number_of_steps(cabinet: Cabinet, seats: int, every: int) -> None:
    Law("again", partial(played_again, every=every))(cabinet, seats, 0)


@pytest.mark.parametrize("cabinet", some(3, CABINETS.values()), ids=list(CABINETS))
def test_every_value_of_every_option_holds_the_contract(cabinet: Cabinet) -> None:
    for changed, seats in option_cases(cabinet):
        random_match(changed, seats, 5, most=80)
        for check in LAWS_OF_RULES:
            check(changed, seats, 5, 12)


@EVERY_SEATS
def test_every_event_and_end_has_a_text(cabinet: Cabinet, seats: int) -> None:
    what_happens_has_texts(cabinet, seats, 11)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cabinet", CABINETS.values(), ids=list(CABINETS))
def test_what_options_begin_as_can_be_played(cabinet: Cabinet, language: str) -> None:
    begun = cabinet.options_in(language)
    assert read(cabinet.info.options, begun) is not None
    assert set(cabinet.spoken) <= set(LANGUAGES) and set(cabinet.spoken.get(language, {})) <= set(begun)
    assert all(begun[name] == value for name, value in cabinet.spoken.get(language, {}).items())


@pytest.mark.parametrize("cabinet", CABINETS.values(), ids=list(CABINETS))
def test_every_declared_thing_has_a_text(cabinet: Cabinet) -> None:
    declared_things_have_texts(cabinet, cabinet.info.seats[0], 0)
