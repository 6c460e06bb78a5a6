"""The games of the house, with every number of seats, as the quick and the slow suite try them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.conformance.cases import CROWD, seat_counts, with_defaults
from game.core.cabinet import Cabinet
from game.core.match.match import Match

SHORT = 12
"""Turns of a crowd's matches here: what many players show in a hundred turns they show in a dozen."""
BRIEF: dict[str, dict[str, Any]] = {
    "rails": {"size": 32, "rounds": 4, "ticks": 200, "minutes": 5},
    "rooftops": {"width": 100},
    "cisterns": {"size": "small", "floors": 2, "danger": 4},
    "storm": {"seconds": 15},
}
"""Options of games whose usual matches take seconds each."""


@cache
def cases() -> list[tuple[Cabinet, int]]:
    """Every game with these numbers of seats, crowds and games that take long in short matches: the same cabinets each
    time, as what was played of one is kept for the next law.
    """
    return [(_short(cabinet, seats), seats) for cabinet in CABINETS.values() for seats in seat_counts(cabinet)]


def seat_params() -> list[Any]:
    """`cases` for pytest: of a game's numbers of seats the least and the most in the quick suite."""
    return [
        pytest.param(
            cabinet,
            seats,
            id=f"{cabinet.id}-{seats}",
            marks=[] if seats in _outlines(cabinet) else [pytest.mark.slow],
        )
        for cabinet, seats in cases()
    ]


def _outlines(cabinet: Cabinet) -> set[int]:
    counts = seat_counts(cabinet)
    return {counts[0], counts[-1]}


def _short(cabinet: Cabinet, seats: int) -> Cabinet:
    if cabinet.id in BRIEF:
        return with_defaults(cabinet, BRIEF[cabinet.id])
    return with_defaults(cabinet, {"turns": SHORT}) if seats >= CROWD else cabinet


def state_of(match: Match) -> Any:
    """A state equal to that of a match: for what rules alone can be asked. Changing it changes no match."""
    return match.rules.load(match.dump())
