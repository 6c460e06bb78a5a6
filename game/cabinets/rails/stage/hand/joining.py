"""Decide which station a new part belongs to, and ask the person if more than one answer is possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeGuard

import msgspec

from game.cabinets.rails.building.tracks import tiles_of
from game.cabinets.rails.building.workshop import MOST_PARTS
from game.cabinets.rails.contract.actions import Dock, Group, Platforms, Stop
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.world.land import distance

SEPARATE: Final = 0
"""The answer that makes the part a station of its own."""
_BESIDE: Final = 1


class Question(NamedTuple):
    """The question which station a drawn part belongs to."""

    groups: tuple[Group, ...]
    stations: tuple[int, ...]
    """Ids of possible stations, nearest first; -n is the n-th station that the drawn plan founds."""
    separate: bool
    """Whether the part may be a station of its own; it may not if it touches several stations."""

    @property
    def answers(self) -> tuple[int, ...]:
        """All possible answers: station ids, and `SEPARATE` if allowed."""
        return (*((SEPARATE,) if self.separate else ()), *self.stations)

    def answered(self, station: int) -> tuple[Group, ...]:
        """Return the groups with their parts assigned to that station."""
        return tuple(
            msgspec.structs.replace(group, station=station) if _is_part(group) else group for group in self.groups
        )


def _is_part(group: Group) -> TypeGuard[Platforms | Stop | Dock]:
    return isinstance(group, Platforms | Stop | Dock) and group.station == 0


def question(groups: Sequence[Group], sight: Sight, company: int, built: Mapping[int, Built]) -> Question | None:
    """Return what to ask before these groups are built; None if only one answer is possible.

    `built` has what would stand on each tile changed by the whole draft, these groups included.
    """
    size = sight.size
    new = {y * size + x for group in groups if _is_part(group) for x, y in tiles_of(group)}
    if not new:
        return None
    parts = {tile: one.station for tile, one in {**sight.works, **built}.items() if one.station and tile not in new}
    founded = founded_by(sight, built)
    far: dict[int, int] = {}
    touched = set()
    for tile, station in parts.items():
        known = sight.stations.get(station)
        if (known is None and station not in founded) or (known is not None and known.company != company):
            continue
        apart, beside = _apart(size, tile, new)
        far[station] = min(apart, far.get(station, apart))
        if beside <= _BESIDE:
            touched.add(station)
    if len(touched) == 1:
        return None
    near = touched or {station for station, apart in far.items() if apart <= MOST_PARTS}
    if not near:
        return None
    nearest = sorted(near, key=lambda one: (far[one], one))
    names = tuple(-founded.index(one) - 1 if one in founded else one for one in nearest)
    return Question(tuple(groups), names, not touched)


def founded_by(sight: Sight, built: Mapping[int, Built]) -> list[int]:
    """Return ids of the stations that a draft founds, in order; `built` has what would stand on the changed tiles."""
    return sorted({one.station for one in built.values()} - {0} - set(sight.stations))


def stations_by_tile(sight: Sight, company: int, built: Mapping[int, Built]) -> dict[tuple[int, int], int]:
    """Return a company's stations by column and row, named as in a plan: id, or -n for the n-th one drafted."""
    founded = {station: -place for place, station in enumerate(founded_by(sight, built), 1)}
    tiles = {
        tile: station
        for station, parts in sight.parts.items()
        if station in sight.stations and sight.stations[station].company == company
        for tile in parts
    }
    tiles |= {tile: founded.get(one.station, one.station) for tile, one in built.items() if one.station}
    return {(tile % sight.size, tile // sight.size): station for tile, station in tiles.items()}


def near_stations(sight: Sight, station: int, company: int) -> list[int]:
    """Return ids of a company's other stations that are near enough to be joined with this one, nearest first."""
    own = set(sight.parts.get(station, ()))
    apart = {
        other: min(_apart(sight.size, tile, own)[0] for tile in tiles)
        for other, tiles in sight.parts.items()
        if own and other != station and other in sight.stations and sight.stations[other].company == company
    }
    return sorted((other for other, far in apart.items() if far <= MOST_PARTS), key=lambda other: (apart[other], other))


def _apart(size: int, tile: int, others: Iterable[int]) -> tuple[int, int]:
    """Return the distance from a tile to the nearest of others: along the longer axis, and along both axes together."""
    x, y = tile % size, tile // size
    longer = min(max(abs(x - other % size), abs(y - other // size)) for other in others)
    return longer, min(distance(size, tile, other) for other in others)
