"""Carries what plans bought, ordered and sold over to the rows of the railway, and sets vehicles down on the map."""

from __future__ import annotations

from collections.abc import Collection

from game.cabinets.rails.building.prices import COACH_UNITS, GOODS_UNITS
from game.cabinets.rails.building.site import FREE_WORLD, Standing, Vehicle
from game.cabinets.rails.contract.actions import ORDERS, Call
from game.cabinets.rails.match.cargo import Packet, put, total
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.feeders import free_berth, renew_feeders
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.feeding import QUEUED
from game.cabinets.rails.track.motion import HALVES, begin_to_wait, face_the_shorter_way, set_goal
from game.cabinets.rails.track.network import FAR
from game.cabinets.rails.track.pieces import HALF_TILE, TILE, Place
from game.cabinets.rails.track.pieces import KINDS as PIECES
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.trains import STOPPED, WAITING
from game.cabinets.rails.track.works import SPAN
from game.core.rules import Event


def owners_on(railway: Railway, tile: int) -> dict[int, int]:
    """Return the vehicle that owns each kind of piece on a tile; a span has the kind SPAN + axis."""
    found = {}
    slots, owner = railway.slots, railway.holding.owner
    for kind in range(SPAN + 2):
        slot = slots.slot_at(tile, kind)
        if 0 <= slot < len(owner) and owner[slot] >= 0:
            found[kind] = int(owner[slot]) + 1
    return found


def let_look(state: State) -> None:
    """Give the site what plans must know about trains, and the plans that were played."""
    site = state.site
    site.owned = lambda tile: owners_on(state.railway, tile)
    site.standing = lambda vehicle: standing_of(state, vehicle)
    site.played = state.played


def standing_of(state: State, vehicle: int) -> Standing:
    """Return what plans need to know about where a vehicle is and what it does."""
    row = vehicle - 1
    trains = state.railway.trains
    what = int(trains.state[row])
    in_yard = vehicle not in state.born
    fresh = in_yard or state.born[vehicle] == state.tick
    at_stop = what == STOPPED or (what == WAITING and station_under(state, row) > 0)
    return Standing(what in (STOPPED, WAITING, QUEUED), at_stop, in_yard, fresh)


def station_under(state: State, row: int) -> int:
    """Return the station at which a vehicle stands: for a train, that of the platform under its head; 0 for none."""
    railway = state.railway
    head = int(railway.trains.head[row])
    if head < 0:
        part = int(railway.trains.part[row])
        tiles = [tile for tile, place in state.parts_of_stops.items() if place == part]
        return state.site.parts().get(tiles[0], 0) if tiles else 0
    tile, _ = railway.slots.named[int(railway.holding.leg[head]) >> 1]
    return state.site.works.stations.get(tile, 0)


def settle_fleet(state: State) -> None:
    """Carry over to the railway what plans changed: track, lists of orders, vehicles."""
    railway, site = state.railway, state.site
    railway.rebuild()
    for row in range(len(railway.trains.state)):
        if railway.trains.limit[row] > 0 and not _runs(railway, row, site.vehicles.get(row + 1)):
            _forget(state, row)
    places = _lists(state)
    for number in sorted(site.vehicles):
        vehicle = site.vehicles[number]
        row = number - 1
        if railway.trains.limit[row] == 0:
            _add(railway, row, vehicle, places[vehicle.list])
        railway.trains.halted[row] = int(vehicle.halted)
    renew_feeders(state)


def _runs(railway: Railway, row: int, vehicle: Vehicle | None) -> bool:
    """Return whether what runs in a row is this vehicle: a plan may sell one and buy another, which gets its number."""
    trains = railway.trains
    if vehicle is None or vehicle.company != trains.company[row] or vehicle.model.limit != trains.limit[row]:
        return False
    if not vehicle.model.is_train:
        return bool(vehicle.model.mode == trains.mode[row])
    wagons, seats = int(trains.wagons[row]), int(trains.seats[row])
    return not trains.mode[row] and (wagons, seats) == (vehicle.goods, vehicle.coaches * COACH_UNITS)


def _forget(state: State, row: int) -> None:
    """Remove a vehicle; the cargo it still carries is lost."""
    vehicle = row + 1
    for kind in range(KINDS):
        key = KINDS * row + kind
        state.cargoes.wrecked[kind] += total(state.cargoes.aboard.pop(key, []))
        left = state.cargoes.aside.pop(key, [])
        if left:
            put_aside_back(state, row, kind, left)
    state.railway.forget_train(row)
    state.born.pop(vehicle, None)
    state.earned.pop(vehicle, None)
    for stores in (state.cargoes.waiting, state.cargoes.aboard, state.cargoes.aside):
        for packets in stores.values():
            for packet in packets:
                packet.credits = [(0 if name == vehicle else name, credit) for name, credit in packet.credits]


def put_aside_back(state: State, row: int, kind: int, packets: list[Packet]) -> None:
    """Put the cargo that a vehicle was leaving for others into the stock of the station where it stands."""
    station = station_under(state, row)
    if not station:
        state.cargoes.wrecked[kind] += total(packets)
        return
    shelf = KINDS * station + kind
    state.railway.stations.stock[shelf] += total(packets)
    for packet in packets:
        put(state.cargoes.waiting.setdefault(shelf, []), packet)


def _add(railway: Railway, row: int, vehicle: Vehicle, orders: int) -> None:
    data, company = vehicle.model, vehicle.company
    if not data.is_train:
        hold, seats = data.goods, data.passengers
        railway.add_feeder(row, data.mode, data.limit, orders, company=company, hold=hold, seats=seats)
        return
    wagons = vehicle.goods + vehicle.coaches
    railway.add_train(
        data.limit,
        1 + wagons,
        orders,
        company=company,
        wagons=vehicle.goods,
        wagon=GOODS_UNITS,
        seats=vehicle.coaches * COACH_UNITS,
        row=row,
    )


def stations_called(state: State, company: int, calls: tuple[Call, ...]) -> list[int]:
    """Return the station of each call; -1 if it is passed over: not the company's, or the same twice in a row."""
    site = state.site
    found = []
    for index, call in enumerate(calls):
        known = site.stations.get(call.station)
        twice = len(calls) > 1 and calls[index - 1].station == call.station
        mine = known is not None and known.company in (company, FREE_WORLD)
        found.append(call.station if mine and not twice else -1)
    return found


def _lists(state: State) -> dict[int, int]:
    """Give all lists of orders to the railway. Return, by number of each list, its index in the railway."""
    site, railway = state.site, state.railway
    numbers = sorted(site.lists)
    company_of = {vehicle.list: vehicle.company for vehicle in site.vehicles.values()}
    lists = []
    for number in numbers:
        calls = site.lists[number]
        stations = stations_called(state, company_of.get(number, -1), calls)
        lists.append(list(zip(stations, (ORDERS.index(call.order) for call in calls), strict=True)))
    places = {number: place for place, number in enumerate(numbers)}
    trains = railway.trains
    bound_for = {}
    for number in site.vehicles:
        row = number - 1
        if trains.limit[row] > 0:
            bound_for[row], _ = railway.call(row)
    railway.set_orders(lists)
    for row, station in bound_for.items():
        _follow(state, row, places[site.vehicles[row + 1].list], station)
    return places


def _follow(state: State, row: int, orders: int, station: int) -> None:
    """Let a vehicle follow a list, beginning with the station to which it was going, if that is on the list."""
    railway = state.railway
    trains, lists = railway.trains, railway.orders
    first, count = int(lists.first[orders]), int(lists.count[orders])
    now = int(trains.order[row])
    trains.orders[row] = orders
    if now >= count or int(lists.station[first + now]) != station:
        stations = [int(lists.station[first + place]) for place in range(count)]
        known = [place for place, one in enumerate(stations) if one == station and one >= 0]
        usable = [place for place, one in enumerate(stations) if one >= 0]
        trains.order[row] = (known or usable or [0])[0]
    bound, patience = int(trains.bound[row]), int(trains.patience[row])
    set_goal(railway.network, trains, lists, row)
    arrives = int(lists.station[first + trains.order[row]])
    if arrives == station:
        trains.patience[row] = patience
        trains.bound[row] = bound if trains.goal[row] >= 0 else 0
    if trains.mode[row]:
        return
    if trains.state[row] == STOPPED and arrives != station_under(state, row):
        face_the_shorter_way(railway.network, trains, railway.holding, railway.told, row)
        begin_to_wait(trains, railway.holding, row)


def set_down_waiting(state: State, vehicles: Collection[int]) -> list[Event]:
    """Set down those of `vehicles` that wait in the dealer's yard and find room. Return events of first trains."""
    events: list[Event] = []
    for number in sorted(set(vehicles) - state.born.keys()):
        vehicle = state.site.vehicles[number]
        if vehicle.halted or not _set_down(state, number):
            continue
        state.born[number] = state.tick
        if f"first_train:{vehicle.company}" not in state.records and vehicle.model.is_train:
            state.records[f"first_train:{vehicle.company}"] = state.tick
            events.append(Event("first_train", {"seat": vehicle.company, "vehicle": number}))
    return events


def _set_down(state: State, number: int) -> bool:
    railway = state.railway
    row = number - 1
    trains, lists = railway.trains, railway.orders
    orders = int(trains.orders[row])
    first, count = int(lists.first[orders]), int(lists.count[orders])
    for order in range(count):
        station = int(lists.station[first + order])
        if station < 0:
            continue
        if trains.mode[row]:
            cell, part = free_berth(state, station, int(trains.mode[row]))
            if cell >= 0:
                trains.order[row], trains.cell[row], trains.part[row] = order, cell, part
                trains.state[row] = STOPPED
                railway.feeders.busy[part] += 1
                return True
            continue
        after = _towards_next(railway, row, first, count, order)
        free = [ends for ends in _platforms(state, station, int(trains.length[row])) if _is_free(railway, ends)]
        trains.order[row] = order
        set_goal(railway.network, trains, lists, row)
        for ends in sorted(free, key=lambda ends: not _leads_on(railway, ends, after)):
            if railway.set_down(row, _better_end(railway, ends, after)):
                return True
    trains.order[row] = 0
    return False


def _platforms(state: State, station: int, length: int) -> list[tuple[Place, Place]]:
    """Return for each platform of a station that is long enough the legs at its ends where a head can stand."""
    works, size = state.site.works, state.land.size
    found = []
    for tile in sorted(tile for tile, of in works.stations.items() if of == station):
        row = works.platform_of(tile)
        if row[0] != tile or len(row) * TILE < length:
            continue
        kind = works.masks[tile] >> 1 & 1
        low, high = PIECES[kind] if kind == 0 else PIECES[kind][::-1]
        first, last = divmod(row[0], size), divmod(row[-1], size)
        found.append((Place(first[1], first[0], high, low), Place(last[1], last[0], low, high)))
    return found


def _is_free(railway: Railway, ends: tuple[Place, Place]) -> bool:
    """Return whether no train owns any piece of a platform."""
    low, high = ends
    for y in range(low.y, high.y + 1):
        for x in range(low.x, high.x + 1):
            if railway.holding.owner[railway.slots.leg(low._replace(x=x, y=y)) >> 1] >= 0:
                return False
    return True


def _towards_next(railway: Railway, row: int, first: int, count: int, order: int) -> int:
    """Return the goal after the stop at which a train is set down; -1 for none."""
    for step in range(1, count + 1):
        station = int(railway.orders.station[first + (order + step) % count])
        at = HALVES * station + int(railway.trains.length[row]) // HALF_TILE
        if station >= 0 and at < len(railway.network.goal_of):
            return int(railway.network.goal_of[at])
    return -1


def _leads_on(railway: Railway, ends: tuple[Place, Place], goal: int) -> bool:
    """Return whether a way leads from a platform to a goal."""
    return goal < 0 or any(railway.network.distance[goal][railway.slots.leg(place)] < FAR for place in ends)


def _better_end(railway: Railway, ends: tuple[Place, Place], goal: int) -> Place:
    """Return the end of a platform from which the way to a goal is shorter."""
    if goal < 0:
        return ends[0]
    distance = railway.network.distance[goal]
    far = [int(distance[railway.slots.leg(place)]) for place in ends]
    return ends[0] if far[0] <= far[1] else ends[1]


def vehicles_away(state: State) -> bool:
    """Return whether any vehicle waits in the dealer's yard."""
    return len(state.born) < len(state.site.vehicles)
