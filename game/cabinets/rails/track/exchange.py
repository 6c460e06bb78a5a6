"""What a vehicle does in one tick of a stop: it unloads first, then loads, in whole units."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.cabinets.rails.track.told import DELIVERED, LEFT_ASIDE, LEFT_HERE, LOADED, Told, tell
from game.cabinets.rails.track.trains import (
    FULL,
    KINDS,
    LOADING,
    PASSENGERS,
    TRANSFER,
    TRANSFER_LOAD,
    UNLOAD,
    UNLOADING,
    Orders,
    Trains,
)
from game.core.compiled import filled, inner


class Stations(NamedTuple):
    """Arrays with a number for each station and kind of cargo, at index KINDS · station + kind."""

    stock: Any
    takes: Any
    """1 if unloaded units of the cargo count as delivered at the station."""
    offers: Any
    """1 where the cargo is made or left by other vehicles, so that it makes sense to wait for it."""
    delivered: Any
    """Units delivered so far."""


def new_stations(count: int) -> Stations:
    """Return arrays for `count` stations, which have no stock and take nothing."""
    return Stations(*(filled(max(1, KINDS * count)) for _ in Stations._fields))


@inner
def room(trains: Trains, train: int, kind: int) -> int:
    """Return how many units of a kind of cargo still fit in a vehicle; a wagon holds one kind at a time."""
    first = KINDS * train
    if kind == PASSENGERS:
        return int(trains.seats[train] - trains.aboard[first + PASSENGERS])
    wagon, free = trains.wagon[train], trains.wagons[train]
    if free == 0:
        return 0
    for other in range(PASSENGERS):
        if other != kind:
            free -= (trains.aboard[first + other] + wagon - 1) // wagon
    return int(free * wagon - trains.aboard[first + kind])


@inner
def exchange(trains: Trains, orders: Orders, stations: Stations, told: Told, tick: int, train: int) -> bool:
    """Unload or load a vehicle for one tick. Return whether its order is now fulfilled."""
    row = orders.first[trains.orders[train]] + trains.order[train]
    what, station = orders.what[row], orders.station[row]
    if trains.stopped[train] == UNLOADING:
        units = _unload(trains, stations, told, tick, train, station, what)
        if units > 0 and _unloads(trains, stations, train, station, what):
            return False
        trains.stopped[train] = LOADING
        if units > 0:
            return not _loads(trains, stations, train, station, what)
    if what not in (UNLOAD, TRANSFER):
        left = trains.rate[train]
        for kind in range(KINDS):
            shelf = KINDS * station + kind
            units = min(left, room(trains, train, kind), stations.stock[shelf])
            if units > 0:
                left -= units
                trains.load[train] += units
                trains.aboard[KINDS * train + kind] += units
                stations.stock[shelf] -= units
                tell(told, tick, LOADED, train, shelf, units)
    return not _loads(trains, stations, train, station, what)


@inner
def _goes_off(stations: Stations, shelf: int, what: int) -> bool:
    """Return whether cargo of a shelf's kind is unloaded at the shelf's station, under the order `what`."""
    return what in (UNLOAD, TRANSFER, TRANSFER_LOAD) or stations.takes[shelf] > 0


@inner
def _unloads(trains: Trains, stations: Stations, train: int, station: int, what: int) -> bool:
    """Return whether any cargo in the vehicle is to be unloaded at a station."""
    for kind in range(KINDS):
        if trains.aboard[KINDS * train + kind] > 0 and _goes_off(stations, KINDS * station + kind, what):
            return True
    return False


@inner
def _unload(trains: Trains, stations: Stations, told: Told, tick: int, train: int, station: int, what: int) -> int:
    """Unload a vehicle for one tick; return the number of units unloaded."""
    left = trains.rate[train]
    for kind in range(KINDS):
        shelf, place = KINDS * station + kind, KINDS * train + kind
        units = min(left, trains.aboard[place])
        if units <= 0 or not _goes_off(stations, shelf, what):
            continue
        left -= units
        trains.load[train] -= units
        trains.aboard[place] -= units
        if stations.takes[shelf] > 0 and what not in (TRANSFER, TRANSFER_LOAD):
            stations.delivered[shelf] += units
            tell(told, tick, DELIVERED, train, shelf, units)
            continue
        stations.offers[shelf] = 1
        if what == TRANSFER_LOAD:
            trains.aside[place] += units
            tell(told, tick, LEFT_ASIDE, train, shelf, units)
        else:
            stations.stock[shelf] += units
            tell(told, tick, LEFT_HERE, train, shelf, units)
    return int(trains.rate[train] - left)


@inner
def put_aside_down(trains: Trains, stations: Stations, train: int, station: int) -> None:
    """Add the cargo that a vehicle left for others to the station's stock, from which they can load it."""
    for kind in range(KINDS):
        place = KINDS * train + kind
        if trains.aside[place] > 0:
            stations.stock[KINDS * station + kind] += trains.aside[place]
            trains.aside[place] = 0


@inner
def _loads(trains: Trains, stations: Stations, train: int, station: int, what: int) -> bool:
    """Return whether a vehicle that has unloaded stays to load."""
    if what in (UNLOAD, TRANSFER):
        return False
    offered, offered_room, any_room = False, False, False
    for kind in range(KINDS):
        units = room(trains, train, kind)
        shelf = KINDS * station + kind
        if units > 0:
            any_room = True
            if stations.stock[shelf] > 0:
                return True
        carries = trains.seats[train] > 0 if kind == PASSENGERS else trains.wagons[train] > 0
        if carries and stations.offers[shelf] > 0:
            offered = True
            if units > 0:
                offered_room = True
    return what == FULL and (offered_room if offered else any_room)


__all__ = ["KINDS", "Stations", "exchange", "new_stations", "put_aside_down", "room"]
