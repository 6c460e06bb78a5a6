"""Moves feeders (ships, trucks and buses) for one tick. They pass through one another and reserve nothing.

A *field* leads them to a station: for each tile it has the direction of the cheapest way, or the stop that is there.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.rails.track.told import ARRIVED, Told, tell
from game.cabinets.rails.track.trains import STOPPED, TICK, Holding, Orders, Trains, station_of
from game.core.compiled import array, filled, inner, table

SAILING, QUEUED = 5, 6
"""States of feeders besides AWAY and STOPPED: on its way; waiting for a bay, a crossing, or a way."""
ON_RAILS, ON_WATER, FOR_TRUCKS, FOR_BUSES = range(4)
"""What a vehicle moves on, and stops at. All but ON_RAILS, which is a train, are modes of feeders."""
MODES: Final = 4
STRAIGHT_STEP, DIAGONAL_STEP = 1024, 1448
NO_WAY: Final = -1
BERTH: Final = 8
"""Values of a field from BERTH on are BERTH + the station's part on the tile; smaller ones are directions."""
DIRECTIONS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Steps in eight directions, clockwise from the north; trucks and buses use every other one."""


class Feeders(NamedTuple):
    """Arrays by which feeders find their ways. A *part* is a stop or dock of a station."""

    field: Any
    """A row for each station and mode in use: for each tile NO_WAY, a direction, or BERTH + part."""
    field_of: Any
    """Row of `field` for a station and mode, at index MODES · station + mode; -1 if there is none."""
    bays: Any
    """For each part, how many feeders can load at once."""
    busy: Any
    """For each part, how many feeders load now."""
    crossing: Any
    """For each tile where road and track cross, the piece of track; -1 for other tiles."""
    step: Any
    """What each direction adds to a tile's number."""


def no_feeders() -> Feeders:
    """Return arrays for a map on which no feeder has a way."""
    return new_feeders(1, [], [], [], filled(1, -1))


def new_feeders(size: int, fields: list[list[int]], field_of: list[int], bays: list[int], crossing: Any) -> Feeders:
    """Return arrays with `fields` as rows and with the bays of each part."""
    return Feeders(
        table(fields or [[NO_WAY] * (size * size)]),
        array(field_of or [-1]),
        array(bays or [0]),
        filled(max(1, len(bays))),
        crossing,
        array([down * size + across for across, down in DIRECTIONS]),
    )


@inner
def feed(trains: Trains, holding: Holding, orders: Orders, feeders: Feeders, told: Told, train: int) -> None:
    """Move a feeder that is on its way or queues, for one tick."""
    if trains.onto[train] < 0 and not _set_out(trains, holding, orders, feeders, told, train):
        return
    trains.state[train] = SAILING
    trains.offset[train] += trains.limit[train]
    far = _span(feeders, trains.onto[train] - trains.cell[train])
    if trains.offset[train] < far:
        return
    trains.offset[train] -= far
    trains.cell[train] = trains.onto[train]
    trains.onto[train] = -1
    _set_out(trains, holding, orders, feeders, told, train)


@inner
def _span(feeders: Feeders, difference: int) -> int:
    """Return the length of the way between two neighbouring tiles in units, from the difference of their numbers."""
    for way in range(1, len(feeders.step), 2):
        if feeders.step[way] == difference:
            return DIAGONAL_STEP
    return STRAIGHT_STEP


@inner
def _set_out(trains: Trains, holding: Holding, orders: Orders, feeders: Feeders, told: Told, train: int) -> bool:
    """Choose the next tile for a feeder at the middle of its tile. Return False if it stops or waits instead."""
    cell = trains.cell[train]
    way = _way(trains, orders, feeders, train)
    if trains.halted[train] == 0 and way >= BERTH:
        part = way - BERTH
        if feeders.busy[part] < feeders.bays[part]:
            _berth(trains, orders, feeders, told, holding.clock[TICK], train, part)
            return False
    if trains.halted[train] == 0 and 0 <= way < BERTH:
        onto = cell + feeders.step[way]
        crossing = feeders.crossing[onto]
        if crossing < 0 or holding.owner[crossing] < 0:
            trains.onto[train] = onto
            return True
    trains.state[train] = QUEUED
    trains.offset[train] = 0
    trains.waited[train] += 1
    if trains.since[train] < 0:
        trains.since[train] = holding.clock[TICK]
    return False


@inner
def _way(trains: Trains, orders: Orders, feeders: Feeders, train: int) -> int:
    """Return the value of a feeder's field at its tile: a direction, BERTH + part, or NO_WAY."""
    station = station_of(trains, orders, train)
    at = MODES * station + trains.mode[train]
    if station < 0 or at >= len(feeders.field_of) or feeders.field_of[at] < 0:
        return NO_WAY
    return int(feeders.field[feeders.field_of[at]][trains.cell[train]])


@inner
def _berth(trains: Trains, orders: Orders, feeders: Feeders, told: Told, tick: int, train: int, part: int) -> None:
    feeders.busy[part] += 1
    trains.part[train] = part
    trains.state[train] = STOPPED
    trains.stopped[train] = trains.offset[train] = 0
    trains.since[train] = -1
    tell(told, tick, ARRIVED, train, station_of(trains, orders, train), 0)


@inner
def cast_off(trains: Trains, feeders: Feeders, train: int) -> None:
    """Let a feeder leave its stop; it moves from the next tick on."""
    if trains.part[train] >= 0:
        feeders.busy[trains.part[train]] -= 1
    trains.part[train] = -1
    trains.state[train] = SAILING
    trains.offset[train] = 0
    trains.since[train] = -1
