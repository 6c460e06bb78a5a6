"""Every stage draws every kind of moment of its game: animated, at rest, asking, small, after a jump, at the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.conformance.law import Law
from game.conformance.pictures import WAYS, drawn, nothing_moves_at_speed_zero, rested
from game.core.cabinet import Cabinet
from game.ground.texts import LANGUAGES
from tests.walks import seat_params

EVERY_SEATS = pytest.mark.parametrize(("cabinet", "seats"), seat_params())


@pytest.fixture(scope="module", autouse=True)
def display() -> None:
    pygame.init()
    pygame.display.set_mode((1, 1))


def read_params() -> Iterator[object]:
    """Every number of seats, the languages in turn, both where there is one number alone.

    In the quick suite every third game with its most seats, in one language.
    """
    for place, game in enumerate(CABINETS):
        numbers = [param for param in seat_params() if param.values[0].id == game]
        for index, param in enumerate(numbers):
            for later in range(2 if len(numbers) == 1 else 1):
                language = LANGUAGES[(place // 3 + index + later) % 2]
                quick = place % 3 == 0 and param is numbers[-1] and not later
                marks = [*param.marks, *[pytest.mark.slow] * (not quick)]
                yield pytest.param(*param.values, language, id=f"{param.id}-{language}", marks=marks)


def test_every_game_has_a_stage() -> None:
    assert set(STAGES) == set(CABINETS)


@pytest.mark.parametrize(("cabinet", "seats", "language"), [*read_params()])
def test_a_match_is_drawn_from_beginning_to_end(cabinet: Cabinet, seats: int, language: str) -> None:
    Law("drawn", partial(drawn, language=language))(cabinet, seats, 9)


def seats_in_turns() -> Iterator[object]:
    """Every number of seats; in the quick suite each game with one, the least or the most."""
    for index, game in enumerate(CABINETS):
        numbers = [param for param in seat_params() if param.values[0].id == game]
        quick = [param for param in numbers if not param.marks]
        for param in numbers:
            later = param is not quick[index % len(quick)]
            yield pytest.param(*param.values, id=param.id, marks=[pytest.mark.slow] * later)


@pytest.mark.parametrize(("cabinet", "seats"), [*seats_in_turns()])
def test_at_speed_zero_nothing_moves(cabinet: Cabinet, seats: int) -> None:
    nothing_moves_at_speed_zero(cabinet, seats, 2)


def way_params() -> Iterator[object]:
    """Every way with every number of seats; in the quick suite each game in one way, its numbers of seats in turns."""
    params = seat_params()
    for index, game in enumerate(CABINETS):
        numbers = [param for param in params if param.values[0].id == game]
        quick = [param for param in numbers if not param.marks]
        for place, way in enumerate(WAYS):
            for param in numbers:
                later = (index + place) % len(WAYS) or param is not quick[place // 2 % len(quick)]
                marks = [pytest.mark.slow] * bool(later)
                yield pytest.param(*param.values, way, id=f"{param.id}-{way}", marks=marks)


@pytest.mark.parametrize(("cabinet", "seats", "way"), [*way_params()])
def test_after_a_movement_the_picture_is_that_of_its_view(cabinet: Cabinet, seats: int, way: str) -> None:
    Law("rested", partial(rested, way=way))(cabinet, seats, 7)
