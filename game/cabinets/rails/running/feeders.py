"""The fields by which ships, trucks and buses find their ways, computed anew when orders or the map change."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Any, Final

from game.cabinets.rails.building.site import BUSES, TRUCKS, Site
from game.cabinets.rails.match.state import State
from game.cabinets.rails.track.feeding import (
    BERTH,
    DIAGONAL_STEP,
    DIRECTIONS,
    FOR_TRUCKS,
    MODES,
    NO_WAY,
    ON_WATER,
    SAILING,
    STRAIGHT_STEP,
    new_feeders,
)
from game.cabinets.rails.track.pieces import STRAIGHT
from game.cabinets.rails.track.trains import STOPPED
from game.cabinets.rails.world.land import WATER, around, beside
from game.core.compiled import filled

DOCK_BAYS: Final = 2
WELL_BAYS: Final = 4
"""Number of bays of the dock of a well in the sea, which ships of all companies use."""


def berths_of(site: Site, station: int, mode: int) -> dict[int, tuple[int, ...]]:
    """Return the tiles at which a feeder of a mode loads at a station, by the tile of the stop or dock."""
    size, terrain = site.land.size, site.land.terrain
    if mode != ON_WATER:
        kind = TRUCKS if mode == FOR_TRUCKS else BUSES
        return {tile: (tile,) for tile, stop in site.stops.items() if (stop.station, stop.kind) == (station, kind)}
    near = {tile: beside(size, tile) for tile, (of, _) in site.docks.items() if of == station}
    near |= {tile: around(size, tile) for tile, of in site.wells.items() if of == station}
    return {tile: tuple(sorted(cell for cell in cells if terrain[cell] == WATER)) for tile, cells in near.items()}


def bays_of(site: Site, tile: int) -> int:
    """Return how many vehicles can load at the same time at the stop or dock on a tile."""
    stop = site.stops.get(tile)
    return stop.bays if stop is not None else WELL_BAYS if tile in site.wells else DOCK_BAYS


def renew_feeders(state: State) -> None:
    """Compute in which direction feeders go from each tile, for the stations in their orders."""
    site, railway = state.site, state.railway
    wanted = sorted(
        {
            (call.station, vehicle.model.mode)
            for vehicle in site.vehicles.values()
            if not vehicle.model.is_train
            for call in site.lists[vehicle.list]
            if call.station in site.stations
        }
    )
    known = (wanted, dict(site.roads), dict(site.stops), dict(site.docks))
    if known == state.fields_of:
        railway.feeders.crossing[:] = _crossings(state)
        _take_berths_again(state)
        return
    state.fields_of = known
    parts: dict[int, int] = {}
    fields: list[list[int]] = []
    field_of = [-1] * (MODES * (max((station for station, _ in wanted), default=0) + 1))
    for station, mode in wanted:
        berths = berths_of(site, station, mode)
        for tile in sorted(berths):
            parts.setdefault(tile, len(parts))
        cells = {cell: parts[tile] for tile in sorted(berths) for cell in berths[tile]}
        field_of[MODES * station + mode] = len(fields)
        fields.append(_field(site, cells, mode))
    state.parts_of_stops = parts
    bays = [bays_of(site, tile) for tile in parts]
    railway.feeders = new_feeders(site.land.size, fields, field_of, bays, _crossings(state))
    _take_berths_again(state)


def _crossings(state: State) -> Any:
    """Return for each tile where road and track cross the slot of the track; -1 for other tiles."""
    site, slots = state.site, state.railway.slots
    row = filled(site.land.size * site.land.size, -1)
    for tile, mask in site.works.masks.items():
        if mask and site.is_road(tile):
            row[tile] = max(slots.slot_at(tile, kind) for kind in range(STRAIGHT))
    return row


def _field(site: Site, berths: dict[int, int], mode: int) -> list[int]:
    """Return for each tile the direction to the nearest berth (Dijkstra, 1959); of equal ones the first clockwise from
    north.
    """
    size = site.land.size
    row = [NO_WAY] * (size * size)
    far: dict[int, int] = dict.fromkeys(berths, 0)
    heap = [(0, cell) for cell in sorted(berths)]
    for cell, part in berths.items():
        row[cell] = BERTH + part
    while heap:
        so_far, cell = heappop(heap)
        if so_far > far[cell]:
            continue
        for other, back in _neighbours(site, cell, mode):
            cost = so_far + (DIAGONAL_STEP if back % 2 else STRAIGHT_STEP)
            known = far.get(other)
            if known is None or cost < known:
                far[other], row[other] = cost, back
                heappush(heap, (cost, other))
            elif cost == known and row[other] < BERTH:
                row[other] = min(row[other], back)
    return row


def _neighbours(site: Site, cell: int, mode: int) -> Iterable[tuple[int, int]]:
    """Yield the neighbouring tiles on which a feeder may be, each with the direction from there back to `cell`."""
    size, terrain = site.land.size, site.land.terrain
    y, x = divmod(cell, size)
    for way, (across, down) in enumerate(DIRECTIONS):
        if mode != ON_WATER and way % 2:
            continue
        if 0 <= x + across < size and 0 <= y + down < size:
            other = cell + down * size + across
            if terrain[other] == WATER if mode == ON_WATER else site.is_road(other):
                yield other, (way + 4) % 8


def _take_berths_again(state: State) -> None:
    """Let feeders at a stop keep their place; if their stop is gone, let them look for another one."""
    railway = state.railway
    for part in range(len(railway.feeders.busy)):
        railway.feeders.busy[part] = 0
    trains, feeders = railway.trains, railway.feeders
    for number, vehicle in sorted(state.site.vehicles.items()):
        row = number - 1
        if vehicle.model.is_train or trains.state[row] != STOPPED:
            continue
        way = way_from(state, int(trains.cell[row]), railway.call(row)[0], vehicle.model.mode)
        if way >= BERTH:
            trains.part[row] = way - BERTH
            feeders.busy[way - BERTH] += 1
        else:
            trains.part[row] = -1
            trains.state[row] = SAILING


def way_from(state: State, cell: int, station: int, mode: int) -> int:
    """Return what a feeder finds on a tile: NO_WAY, a direction, or BERTH + the part of the station there."""
    feeders = state.railway.feeders
    at = MODES * station + mode
    field = int(feeders.field_of[at]) if station >= 0 and at < len(feeders.field_of) else -1
    return int(feeders.field[field][cell]) if field >= 0 else NO_WAY


def free_berth(state: State, station: int, mode: int) -> tuple[int, int]:
    """Return a tile where a feeder can be set down at a station, and the index of the part; -1, -1 if none is free."""
    feeders = state.railway.feeders
    for tile, cells in sorted(berths_of(state.site, station, mode).items()):
        part = state.parts_of_stops.get(tile, -1)
        if cells and part >= 0 and feeders.busy[part] < feeders.bays[part]:
            return cells[0], part
    return -1, -1
