"""Groups of a plan for vehicles: buy, give orders, halt, turn round, sell; and join stations."""

from __future__ import annotations

import msgspec

from game.cabinets.rails.building.prices import returned, vehicle_price
from game.cabinets.rails.building.site import FREE_WORLD, Vehicle
from game.cabinets.rails.building.workshop import MOST_PARTS, Workshop, apart
from game.cabinets.rails.contract.actions import (
    MOST_STOPS,
    MOST_VEHICLES,
    MOST_WAGONS,
    Buy,
    Call,
    Go,
    Halt,
    Join,
    Orders,
    Sell,
    Turn,
)
from game.cabinets.rails.contract.models import VehicleModel, model_named
from game.cabinets.rails.track.works import Refused

NOWHERE = -1


def buy(work: Workshop, bought: Buy) -> None:
    """Buy a vehicle with its orders; it waits in the dealer's yard until it can be set down."""
    site = work.site
    model = model_named(bought.model)
    wagons = bought.goods + bought.coaches
    if min(bought.goods, bought.coaches) < 0 or not _fits(model, wagons):
        raise Refused("wagons", NOWHERE, NOWHERE)
    if len(site.vehicles) >= MOST_VEHICLES:
        raise Refused("too_many_vehicles", NOWHERE, NOWHERE)
    shared = _mine(work, bought.like).list if bought.like else _new_list(work, bought.calls)
    number = next(number for number in range(1, MOST_VEHICLES + 1) if number not in site.vehicles)
    vehicle = Vehicle(work.company, model, bought.goods, bought.coaches, shared)
    work.pay(vehicle_price(model, bought.goods, bought.coaches), NOWHERE, NOWHERE)
    site.put(site.vehicles, number, vehicle)


def _fits(model: VehicleModel, wagons: int) -> bool:
    return 1 <= wagons <= MOST_WAGONS if model.is_train else wagons == 0


def give_orders(work: Workshop, orders: Orders) -> None:
    """Give several vehicles one list of orders."""
    site = work.site
    _named(work, orders.vehicles)
    calls = _resolved(work, orders.calls)
    if len(orders.vehicles) == 1:
        site.put(site.lists, site.vehicles[orders.vehicles[0]].list, calls)
        return
    left = {site.vehicles[vehicle].list for vehicle in orders.vehicles}
    shared = _add_list(work, calls)
    for vehicle in orders.vehicles:
        site.put(site.vehicles, vehicle, msgspec.structs.replace(site.vehicles[vehicle], list=shared))
    forget_lists(work, left)


def _new_list(work: Workshop, calls: tuple[Call, ...]) -> int:
    return _add_list(work, _resolved(work, calls))


def _add_list(work: Workshop, calls: tuple[Call, ...]) -> int:
    site = work.site
    number = next(number for number in range(1, MOST_VEHICLES + 2) if number not in site.lists)
    site.put(site.lists, number, calls)
    return number


def forget_lists(work: Workshop, lists: set[int]) -> None:
    """Delete those of `lists`, lists of orders, that no vehicle follows any more."""
    site = work.site
    used = {vehicle.list for vehicle in site.vehicles.values()}
    for number in sorted(lists - used):
        site.put(site.lists, number, None)


def _resolved(work: Workshop, calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """Return calls with ids in place of the stations that this plan has founded.

    Raise Refused if a station is missing or belongs to another company.
    """
    site = work.site
    if not 1 <= len(calls) <= MOST_STOPS:
        raise Refused("calls", NOWHERE, NOWHERE)
    found = []
    for call in calls:
        station = call.station
        if station < 0:
            if -station > len(work.founded):
                raise Refused("unknown_station", NOWHERE, NOWHERE)
            station = work.founded[-station - 1]
        known = site.stations.get(station)
        if known is None:
            raise Refused("unknown_station", NOWHERE, NOWHERE)
        if known.company not in (work.company, FREE_WORLD):
            raise Refused("property", *site.point(known.tile))
        found.append(Call(station, call.order))
    return tuple(found)


def halt(work: Workshop, told: Halt) -> None:
    """Make vehicles halt at their next stop."""
    _set_halted(work, told.vehicles, True)


def go_on(work: Workshop, told: Go) -> None:
    """Let halted vehicles run again."""
    _set_halted(work, told.vehicles, False)


def _set_halted(work: Workshop, vehicles: tuple[int, ...], halted: bool) -> None:
    site = work.site
    _named(work, vehicles)
    for vehicle in vehicles:
        site.put(site.vehicles, vehicle, msgspec.structs.replace(site.vehicles[vehicle], halted=halted))


def turn(work: Workshop, told: Turn) -> None:
    """Turn round trains that stand in a station."""
    _named(work, told.vehicles)
    for vehicle in told.vehicles:
        standing = work.site.standing(vehicle)
        if not work.site.vehicles[vehicle].model.is_train or not (standing.stands and standing.at_stop):
            raise Refused("stands_not", NOWHERE, NOWHERE)
    work.turned += told.vehicles
    work.lasting = False


def sell(work: Workshop, told: Sell) -> None:
    """Sell standing vehicles, and remove them from the map."""
    site = work.site
    _named(work, told.vehicles)
    for number in told.vehicles:
        standing = site.standing(number)
        if not standing.stands and not standing.in_yard:
            raise Refused("stands_not", NOWHERE, NOWHERE)
        vehicle = site.vehicles[number]
        price = vehicle_price(vehicle.model, vehicle.goods, vehicle.coaches)
        work.earn_back(price if standing.in_yard else returned(price, 75 if standing.at_stop else 50))
        site.put(site.vehicles, number, None)
        forget_lists(work, {vehicle.list})
    work.lasting = False


def join(work: Workshop, told: Join) -> None:
    """Join several stations into one."""
    site = work.site
    if len(set(told.stations)) < 2 or len(set(told.stations)) < len(told.stations):
        raise Refused("join", NOWHERE, NOWHERE)
    for station in told.stations:
        known = site.stations.get(station)
        if known is None:
            raise Refused("unknown_station", NOWHERE, NOWHERE)
        if known.company != work.company:
            raise Refused("property", *site.point(known.tile))
    first, *others = told.stations
    parts = site.parts()
    size = site.land.size
    near = [tile for tile, station in parts.items() if station == first]
    for station in others:
        tiles = [tile for tile, of in parts.items() if of == station]
        if min(apart(size, tile, part) for tile in tiles for part in near) > MOST_PARTS:
            raise Refused("station_far", *site.point(site.stations[station].tile))
    for tile, station in parts.items():
        if station in others:
            _give_part(work, tile, first)
    for number, calls in list(site.lists.items()):
        if any(call.station in others for call in calls):
            site.put(
                site.lists, number, tuple(Call(first if c.station in others else c.station, c.order) for c in calls)
            )
    for station in others:
        site.put(site.stations, station, None)
    work.joined.append((first, tuple(others)))
    work.lasting = False


def _give_part(work: Workshop, tile: int, station: int) -> None:
    site = work.site
    if tile in site.works.stations:
        site.works.give_platform(tile, station)
    elif tile in site.stops:
        site.put(site.stops, tile, site.stops[tile]._replace(station=station))
    else:
        site.put(site.docks, tile, (station, work.company))


def _named(work: Workshop, vehicles: tuple[int, ...]) -> None:
    """Raise Refused unless all numbers are vehicles of the company, each named once."""
    if not vehicles or len(set(vehicles)) < len(vehicles):
        raise Refused("vehicles", NOWHERE, NOWHERE)
    for vehicle in vehicles:
        _mine(work, vehicle)


def _mine(work: Workshop, vehicle: int) -> Vehicle:
    known = work.site.vehicles.get(vehicle)
    if known is None:
        raise Refused("unknown_vehicle", NOWHERE, NOWHERE)
    if known.company != work.company:
        raise Refused("property", NOWHERE, NOWHERE)
    return known
