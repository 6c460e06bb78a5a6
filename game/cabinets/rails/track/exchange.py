"""What a train does at a stop in one tick: it unloads, then it loads, in whole units."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.rails.track.told import DELIVERED, LEFT_HERE, LOADED, Told, tell
from game.cabinets.rails.track.trains import (
    FULL,
    LOADING,
    TRANSFER,
    TRANSFER_LOAD,
    UNLOAD,
    UNLOADING,
    Orders,
    Trains,
)
from game.core.compiled import compiled, filled

KINDS: Final = 4
"""Of cargo: coal, oil, fuel, passengers."""


class Stations(NamedTuple):
    """Rows of a number per station and kind of cargo: KINDS · station + kind."""

    stock: Any
    takes: Any
    """1 where units count as delivered."""
    delivered: Any
    """Units so far."""


def new_stations(count: int) -> Stations:
    """Stations without stock that take nothing."""
    return Stations(*(filled(max(1, KINDS * count)) for _ in Stations._fields))


@compiled
def exchange(trains: Trains, orders: Orders, stations: Stations, told: Told, tick: int, train: int) -> bool:
    """Unload or load for one tick; whether the order is fulfilled with that."""
    row = orders.first[trains.orders[train]] + trains.order[train]
    what, station = orders.what[row], orders.station[row]
    shelf = KINDS * station + trains.cargo[train]
    if trains.stopped[train] == UNLOADING:
        everything = what in (UNLOAD, TRANSFER, TRANSFER_LOAD)
        paid = stations.takes[shelf] > 0 and what not in (TRANSFER, TRANSFER_LOAD)
        units = min(trains.rate[train], trains.load[train]) if everything or paid else 0
        if units > 0:
            trains.load[train] -= units
            if paid:
                stations.delivered[shelf] += units
            else:
                stations.stock[shelf] += units
            tell(told, tick, DELIVERED if paid else LEFT_HERE, train, station, units)
        if units > 0 and trains.load[train] > 0:
            return False
        trains.stopped[train] = LOADING
        if units > 0:
            return not _loads(trains, stations, what, shelf, train)
    units = 0
    if what not in (UNLOAD, TRANSFER):
        units = min(trains.rate[train], trains.capacity[train] - trains.load[train], stations.stock[shelf])
    if units > 0:
        trains.load[train] += units
        stations.stock[shelf] -= units
        tell(told, tick, LOADED, train, station, units)
    return not _loads(trains, stations, what, shelf, train)


@compiled
def _loads(trains: Trains, stations: Stations, what: int, shelf: int, train: int) -> bool:
    """Whether a train that has unloaded stays to load."""
    if what in (UNLOAD, TRANSFER) or trains.load[train] >= trains.capacity[train]:
        return False
    return what == FULL or stations.stock[shelf] > 0
