"""The sprint: those who share the first place at the end of an evening play for it, once.

Who comes first in it gets one point more; where that is shared again, they all have won. Others keep their places.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core.mix.programme import BESIDE, Party, Round, Table
from game.core.rules import Result
from game.core.short import Short

SPRINT_POINTS = 1
"""Points for the first place of a sprint."""

Sprints = Mapping[str, Short]
"""The sprint of each game that has one, by its id."""


def first_of(points: Mapping[int, int]) -> tuple[int, ...]:
    """Return who shares the first place, by number; nobody where nobody has any points.

    >>> first_of({1: 40, 2: 52, 3: 52}), first_of({1: 0, 2: 0})
    ((2, 3), ())
    """
    best = max(points.values(), default=0)
    return tuple(sorted(person for person, have in points.items() if have == best and best))


def sprint_of(party: Party, sprints: Sprints, points: Mapping[int, int]) -> Round | None:
    """Return the sprint of those who share the first place: of the first game that they all have and can play.

    None where only one is first, where one of them is not in the party, or where no game has a table for so many.
    """
    people = first_of(points)
    if len(people) < 2 or not set(people) <= party.guests.keys():
        return None
    guests = [party.guests[person] for person in people]
    for game, short in sprints.items():
        lacked = game in party.off or any(guest.games is not None and game not in guest.games for guest in guests)
        unable = any(short.asks & guest.cannot for guest in guests) or (short.own_window and not party.own_windows)
        if lacked or unable or len(people) not in short.forms:
            continue
        form = short.forms[len(people)]
        return Round(game, short, (Table(people, {**short.options, **form.options}),), BESIDE + form.seconds)
    return None


def sprint_points(people: tuple[int, ...], result: Result) -> dict[int, int]:
    """Return what the sprint of these people, by seat, brings each of them."""
    return {person: SPRINT_POINTS * (seat.rank == 1) for person, seat in zip(people, result.seats, strict=True)}
