"""Ships, trucks and buses in one tick: movers on cells that pass through one another and reserve nothing.

Where one goes next stands in a *field*: of each tile the direction of the cheapest way to a station, or the stop it is.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.rails.track.told import ARRIVED, Told, tell
from game.cabinets.rails.track.trains import STOPPED, TICK, Holding, Orders, Trains
from game.core.compiled import array, filled, inner, table

SAILING, QUEUED = 5, 6
"""States of feeders beside AWAY and STOPPED: on their way; standing for a bay, a crossing, or a way."""
ON_WATER, FOR_TRUCKS, FOR_BUSES = 1, 2, 3
"""Modes of feeders; 0 is a train."""
MODES: Final = 4
STRAIGHT_STEP, DIAGONAL_STEP = 1024, 1448
NO_WAY: Final = -1
BERTH: Final = 8
"""From here on a field says which part of the station this tile belongs to; below it the direction to go."""
DIRECTIONS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Clockwise from the north; trucks and buses go in every other one."""


class Feeders(NamedTuple):
    """What feeders find their ways by."""

    field: Any
    """A row for each station and mode that is asked for: NO_WAY, a direction, or BERTH + part for each tile."""
    field_of: Any
    """By MODES · station + mode the row; -1 for none."""
    bays: Any
    """Of each part how many load there at once."""
    busy: Any
    """How many do."""
    crossing: Any
    """Of each tile where road and track cross the piece; -1 elsewhere."""
    step: Any
    """What each direction adds to a tile."""


def no_feeders() -> Feeders:
    """Nothing that a feeder could go by."""
    return new_feeders(1, [], [], [], filled(1, -1))


def new_feeders(size: int, fields: list[list[int]], field_of: list[int], bays: list[int], crossing: Any) -> Feeders:
    """Fields as rows, in the order that `field_of` names."""
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
    """A tick of a feeder that is on its way or stands in a queue."""
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
    """How far it is to the next tile."""
    for way in range(1, len(feeders.step), 2):
        if feeders.step[way] == difference:
            return DIAGONAL_STEP
    return STRAIGHT_STEP


@inner
def _set_out(trains: Trains, holding: Holding, orders: Orders, feeders: Feeders, told: Told, train: int) -> bool:
    """Find the next tile for a feeder in the middle of one; False where it stops or stands."""
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
    """What the field of its order says of the tile of a feeder."""
    station = orders.station[orders.first[trains.orders[train]] + trains.order[train]]
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
    station = orders.station[orders.first[trains.orders[train]] + trains.order[train]]
    tell(told, tick, ARRIVED, train, station, 0)


@inner
def cast_off(trains: Trains, feeders: Feeders, train: int) -> None:
    """Leave a stop; from the next tick on the feeder is on its way."""
    if trains.part[train] >= 0:
        feeders.busy[trains.part[train]] -= 1
    trains.part[train] = -1
    trains.state[train] = SAILING
    trains.offset[train] = 0
    trains.since[train] = -1
