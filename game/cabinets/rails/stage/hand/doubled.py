"""A double track: a second track beside the first, with signals that make each of them one-way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.rails.contract.actions import EDGE_NAMES, Group, Signals
from game.cabinets.rails.stage.hand.autorail import as_rail
from game.cabinets.rails.track.pieces import KIND_OF, Place, conflict

_SIDES: Final = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1), (1, 1), (-1, -1))


def doubled(way: Sequence[Place], other: int, gap: int) -> list[Group]:
    """Return groups for a track, the track beside it, and signals; `other` chooses among the sides that have room."""
    second = beside(way, other)
    found: list[Group] = [as_rail(list(way))]
    if not second:
        return found
    back = [Place(place.x, place.y, place.leave, place.enter) for place in reversed(second)]
    found.append(as_rail(second))
    for line in (way, back):
        if len(line) > 1:
            first = line[0]
            found.append(Signals(first.x, first.y, EDGE_NAMES[first.enter], EDGE_NAMES[first.leave], gap))
    return found


def beside(way: Sequence[Place], other: int = 0) -> list[Place]:
    """Return the run of track moved aside by one tile so that it never touches the first; empty if no side fits."""
    taken: dict[tuple[int, int], list[int]] = {}
    for place in way:
        taken.setdefault((place.x, place.y), []).append(KIND_OF[place.enter, place.leave])
    fitting = []
    for across, down in _SIDES:
        moved = [Place(place.x + across, place.y + down, place.enter, place.leave) for place in way]
        if not any(
            kind == place.kind or conflict(kind, place.kind)
            for place in moved
            for kind in taken.get((place.x, place.y), ())
        ):
            fitting.append(moved)
    return fitting[other % len(fitting)] if fitting else []
