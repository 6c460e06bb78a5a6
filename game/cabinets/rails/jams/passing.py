"""Plan passing places: a second track beside a single line, where one train lets another pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from game.cabinets.rails.contract.actions import EDGE_NAMES, Rail, Signal
from game.cabinets.rails.track.network import Slots
from game.cabinets.rails.track.pieces import (
    EDGES,
    HEADINGS,
    STEPS,
    STRAIGHT,
    TILE,
    Place,
    opposite,
)
from game.cabinets.rails.track.works import is_straight

Laid: TypeAlias = Rail | Signal
IsOpen = Callable[[int, int], bool]
"""A function that returns whether track may be laid on a tile (x, y) that has none yet."""


def passing_places(slots: Slots, way: list[int], length: int, is_open: IsOpen) -> Iterator[tuple[Laid, ...]]:
    """Yield passing places along a way (a sequence of legs) for trains of a length in units, each as what to build.

    The right side is tried before the left, and the middle of a stretch before its ends. The second track takes trains
    of the other direction; if the stretch ends at a platform, a signal lets trains leave the platform up to it.
    """
    tiles = -(-length // TILE)
    reach = tiles + 3
    for first, last in sorted(_stretches(slots, way), key=lambda ends: (ends[0] - ends[1], ends)):
        starts = range(first, last - reach + 1)
        middle = (first + last - reach) // 2
        for start in sorted(starts, key=lambda at, middle=middle: (abs(at - middle), at)):  # type: ignore[misc]
            row = [slots.place(leg) for leg in way[start : start + reach]]
            for side in (1, -1):
                if all(is_open(*_beside(place, side)) for place in row):
                    yield (*_track(row, side, tiles), *_at_platforms(slots, way))


def _stretches(slots: Slots, way: list[int]) -> Iterator[tuple[int, int]]:
    """Yield start and end index of each plain straight stretch along a way, without signals, junctions and platforms.

    The track before and after a stretch has the same heading, so that a second track can bend off it.
    """
    headings = [int(slots.network.heading[leg]) for leg in way]
    first = -1
    for at, leg in enumerate(way):
        goes_on = 0 < at < len(way) - 1 and headings[at - 1] == headings[at] == headings[at + 1]
        fits = goes_on and _is_plain(slots, leg)
        if fits and first < 0:
            first = at
        elif not fits and first >= 0:
            yield first, at
            first = -1


def _is_plain(slots: Slots, leg: int) -> bool:
    works, (tile, kind) = slots.works, slots.named[leg >> 1]
    plain = kind < STRAIGHT and is_straight(works.masks[tile]) and tile not in works.stations
    return plain and not any((tile, kind, direction) in works.signals for direction in (0, 1))


def _beside(place: Place, side: int) -> tuple[int, int]:
    across, down = STEPS[(place.leave + side) % 4]
    return place.x + across, place.y + down


def _track(row: list[Place], side: int, tiles: int) -> list[Laid]:
    """Return the second track along a row of legs, and the signals of both tracks."""
    first, ahead = row[0], row[0].leave
    out = EDGES[(ahead + side) % 4]
    back = EDGES[(ahead - side) % 4]
    letters, behind = EDGE_NAMES[ahead], EDGE_NAMES[opposite(ahead)]
    along = row[-2]
    x, y = _beside(row[2], side)
    return [
        Rail(first.x, first.y, behind, f"{out} {letters}{tiles + 2} {back} {letters}"),
        Signal(along.x, along.y, behind, letters, "one_way"),
        Signal(x, y, letters, behind, "one_way"),
    ]


def _at_platforms(slots: Slots, way: list[int]) -> Iterator[Laid]:
    """Yield signals for trains that leave the platforms at both ends of a way, where there are none yet."""
    for line in (way, [leg ^ 1 for leg in reversed(way)]):
        for before, leg in pairwise(line):
            left, entered = slots.named[before >> 1][0], slots.named[leg >> 1]
            if left not in slots.works.stations or entered[0] in slots.works.stations:
                continue
            place, mask = slots.place(leg), slots.works.masks.get(entered[0], 0)
            bend = HEADINGS[place.kind][place.direction] - slots.network.heading[before]
            if bend == 0 and is_straight(mask) and not slots.works.signal_at(place):
                yield Signal(place.x, place.y, EDGE_NAMES[place.enter], EDGE_NAMES[place.leave], "two_way")
            break
