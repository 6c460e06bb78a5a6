"""Blueprints: track, platforms, signals and spans as groups of a plan, turned, mirrored, put down anywhere. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

from game.cabinets.rails.contract.actions import Edge, Group, Platforms, Rail, Signal, Span
from game.cabinets.rails.track.pieces import EDGES, STEPS, places, read_run, write_run

Part: TypeAlias = Rail | Signal | Platforms | Span
"""What a blueprint consists of."""
_Where: TypeAlias = Callable[[int, int], tuple[int, int]]
"""From the place of a tile to where it comes to lie."""
_NAMES: Final[tuple[Edge, ...]] = ("N", "E", "S", "W")
_QUARTER: Final = (1, 2, 3, 0)
"""By edge the one it becomes by a turn to the right."""
_MIRRORED: Final = (0, 3, 2, 1)
"""By edge the one it becomes where east and west change places."""


class Pose(NamedTuple):
    """How a blueprint lies: first turned to the right so many quarters, then mirrored."""

    quarters: int = 0
    mirrored: bool = False

    def turned(self) -> Pose:
        """A quarter further to the right, as it is seen."""
        return self._replace(quarters=(self.quarters + (3 if self.mirrored else 1)) % 4)

    def flipped(self) -> Pose:
        """East and west changed."""
        return self._replace(mirrored=not self.mirrored)


def tiles_of(part: Part) -> Iterator[tuple[int, int]]:
    """The tiles on which a part stands; of a span its two heads."""
    match part:
        case Rail(x, y, entry, run):
            for place in places(x, y, EDGES.index(entry), read_run(run)):
                yield place.x, place.y
        case Platforms(x, y, axis, length, count):
            wide, high = (length, count) if axis == "EW" else (count, length)
            yield from ((x + across, y + down) for down in range(high) for across in range(wide))
        case Span(x, y, edge, length):
            across, down = STEPS[EDGES.index(edge)]
            yield x, y
            yield x + across * (length - 1), y + down * (length - 1)
        case _:
            yield part.x, part.y


def box_of(parts: Iterable[Part]) -> tuple[int, int, int, int]:
    """Column, row, width and height of all tiles of some parts; all 0 for no parts."""
    tiles = [tile for part in parts for tile in tiles_of(part)]
    if not tiles:
        return 0, 0, 0, 0
    left, top = min(x for x, _ in tiles), min(y for _, y in tiles)
    return left, top, max(x for x, _ in tiles) - left + 1, max(y for _, y in tiles) - top + 1


def posed(parts: Sequence[Part], pose: Pose) -> tuple[Part, ...]:
    """The parts in that pose, with their corner at (0, 0)."""
    found = list(parts)
    for _ in range(pose.quarters % 4):
        found = [_changed(part, _quarter, _QUARTER) for part in found]
    if pose.mirrored:
        found = [_changed(part, _mirror, _MIRRORED) for part in found]
    left, top, _wide, _high = box_of(found)
    return tuple(moved(part, -left, -top) for part in found)


def moved(part: Part, across: int, down: int) -> Part:
    """A part somewhere else."""
    return msgspec.structs.replace(part, x=part.x + across, y=part.y + down)


def _quarter(x: int, y: int) -> tuple[int, int]:
    return -y, x


def _mirror(x: int, y: int) -> tuple[int, int]:
    return -x, y


def _changed(part: Part, where: _Where, edges: tuple[int, ...]) -> Part:
    def edge(letter: str) -> Edge:
        return _NAMES[edges[EDGES.index(letter)]]

    x, y = where(part.x, part.y)
    match part:
        case Rail(entry=entry, run=run):
            return Rail(x, y, edge(entry), write_run("".join(map(edge, read_run(run)))))
        case Signal(entry=entry, exit=leave, kind=kind):
            return Signal(x, y, edge(entry), edge(leave), kind)
        case Span(edge=way, length=length, kind=form):
            return Span(x, y, edge(way), length, form)
    assert isinstance(part, Platforms)
    corners = [where(*tile) for tile in tiles_of(part)]
    lying = (part.axis == "EW") == (edges is not _QUARTER)
    west, north = min(x for x, _ in corners), min(y for _, y in corners)
    return Platforms(west, north, "EW" if lying else "NS", part.length, part.count, part.station)


def put_down(
    parts: Sequence[Part], across: int, down: int, stations: Mapping[tuple[int, int], int], founded: int = 0
) -> tuple[Group, ...]:
    """The groups that build a blueprint there.

    A station that comes to lie side by side with one of one's own becomes a part of it, any other is a new one.
    `stations`: by tile the stations of one's own, -n for the n-th that the plan founds before this; `founded`: how many
    those are.
    """
    known = dict(stations)
    given: dict[int, int] = {}
    found: list[Group] = []
    number = 0
    for part in parts:
        there = moved(part, across, down)
        if not isinstance(there, Platforms):
            found.append(there)
            continue
        number += there.station == 0
        own = -there.station or number
        tiles = list(tiles_of(there))
        if own not in given:
            touched = _touched(tiles, known)
            given[own] = touched or -(founded := founded + 1)
            asked = given[own] if touched else 0
        else:
            asked = given[own]
        known.update(dict.fromkeys(tiles, given[own]))
        found.append(msgspec.structs.replace(there, station=asked))
    return tuple(found)


def _touched(tiles: Iterable[tuple[int, int]], stations: Mapping[tuple[int, int], int]) -> int:
    """The one station that has a part on one of these tiles or beside one; 0 for none."""
    around = ((x + across, y + down) for x, y in tiles for across, down in ((0, 0), *STEPS))
    return next((stations[tile] for tile in around if tile in stations), 0)
