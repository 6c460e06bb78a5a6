"""Blueprints: track, platforms, signals and spans as groups of a plan, to be turned, mirrored and placed. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

from game.cabinets.rails.building.tracks import tiles_of
from game.cabinets.rails.contract.actions import EDGE_NAMES, Edge, Group, Platforms, Rail, Signal, Span
from game.cabinets.rails.track.pieces import EDGES, STEPS, read_run, write_run

Part: TypeAlias = Rail | Signal | Platforms | Span
"""The kinds of group that a blueprint consists of."""
_Where: TypeAlias = Callable[[int, int], tuple[int, int]]
"""A function that maps a tile's column and row to where the tile comes to lie."""
_QUARTER: Final = (1, 2, 3, 0)
"""For each edge, the edge that it becomes by a quarter turn to the right."""
_MIRRORED: Final = (0, 3, 2, 1)
"""For each edge, the edge that it becomes if east and west are swapped."""


class Pose(NamedTuple):
    """How a blueprint is placed: first turned to the right by quarters, then mirrored."""

    quarters: int = 0
    mirrored: bool = False

    def turned(self) -> Pose:
        """Return the pose after a further quarter turn to the right, as seen on screen."""
        return self._replace(quarters=(self.quarters + (3 if self.mirrored else 1)) % 4)

    def flipped(self) -> Pose:
        """Return the pose with east and west swapped."""
        return self._replace(mirrored=not self.mirrored)


def box_of(parts: Iterable[Part]) -> tuple[int, int, int, int]:
    """Return column, row, width and height of the box around some parts; all 0 for no parts."""
    tiles = [tile for part in parts for tile in tiles_of(part)]
    if not tiles:
        return 0, 0, 0, 0
    left, top = min(x for x, _ in tiles), min(y for _, y in tiles)
    return left, top, max(x for x, _ in tiles) - left + 1, max(y for _, y in tiles) - top + 1


def posed(parts: Sequence[Part], pose: Pose) -> tuple[Part, ...]:
    """Return the parts in a pose, with their upper left corner at (0, 0)."""
    found = list(parts)
    for _ in range(pose.quarters % 4):
        found = [_changed(part, _quarter, _QUARTER) for part in found]
    if pose.mirrored:
        found = [_changed(part, _mirror, _MIRRORED) for part in found]
    left, top, _wide, _high = box_of(found)
    return tuple(moved(part, -left, -top) for part in found)


def moved(part: Part, across: int, down: int) -> Part:
    """Return a part moved by `across` columns and `down` rows."""
    return msgspec.structs.replace(part, x=part.x + across, y=part.y + down)


def _quarter(x: int, y: int) -> tuple[int, int]:
    return -y, x


def _mirror(x: int, y: int) -> tuple[int, int]:
    return -x, y


def _changed(part: Part, where: _Where, edges: tuple[int, ...]) -> Part:
    def edge(letter: str) -> Edge:
        return EDGE_NAMES[edges[EDGES.index(letter)]]

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
    """Return the groups that build a blueprint at a place.

    Station parts beside a station of the same company join it; others found new stations. `stations` has the company's
    stations by tile (-n for the n-th that the plan has founded before), `founded` the number of those.
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
    """Return the first station with a part on one of `tiles` or next to one; 0 for none."""
    around = ((x + across, y + down) for x, y in tiles for across, down in ((0, 0), *STEPS))
    return next((stations[tile] for tile in around if tile in stations), 0)
