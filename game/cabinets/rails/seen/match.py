"""A match made from a view, to try what would happen: its trains run as in the real match.

What a view does not show is guessed: the origin of cargo, the kinds of a mixed load, and how long a train has been at
its stop or has waited for a shorter way.
"""

from __future__ import annotations

import itertools

from game.cabinets.rails.cargo.catchment import made_by, reached_by_all
from game.cabinets.rails.cargo.packets import Packet
from game.cabinets.rails.codec.works import decode
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import Cargo, VehicleState, VehicleView, View
from game.cabinets.rails.contract.why import Why
from game.cabinets.rails.economy.periods import renew_acceptance
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.dump import restore
from game.cabinets.rails.running.feeders import renew_feeders
from game.cabinets.rails.running.fleet import settle_fleet
from game.cabinets.rails.seen.site import fill
from game.cabinets.rails.seen.ways import Way, ways
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.feeding import QUEUED, SAILING
from game.cabinets.rails.track.pieces import CORNER, HEADINGS, STRAIGHT, TILE, turns
from game.cabinets.rails.track.record import put_choices
from game.cabinets.rails.track.told import LEFT
from game.cabinets.rails.track.trains import BEGUN, JAMMED, LOADING, STOPPED, TICK
from game.cabinets.rails.track.works import SPAN
from game.cabinets.rails.world.land import Land

_PICKED_UP = {25: 100, 15: 300, 5: 700}
"""Guess of the ticks since cargo was last loaded, by the percent that this adds to a station's rating."""


def match_of(view: View, land: Land, options: Options) -> State:
    """Return a new match in the position of a view. The view must be of a match whose map is drawn."""
    state = State(options, len(view.serials))
    state.found(view.number, land)
    state.due, state.windows, state.serials = view.due, view.round, list(view.serials)
    state.delivered, state.units = list(view.delivered), list(view.units)
    state.railway.holding.clock[TICK] = view.tick
    fill(state.site, view)
    settle_fleet(state)
    state.reached = reached_by_all(state.site, state.ground)
    _fill_places(state, view)
    _fill_cargo(state, view)
    renew_acceptance(state)
    owned = ways(view, decode(view.works))
    for vehicle in view.vehicles:
        if vehicle.state != VehicleState.YARD:
            state.born[vehicle.id] = view.tick - vehicle.served
        state.earned[vehicle.id] = vehicle.earned
        if not vehicle.model.is_train and vehicle.tile >= 0:
            _put_on_cells(state, view, vehicle)
        if vehicle.id in owned:
            _put_on_track(state, view, vehicle, owned[vehicle.id])
    renew_feeders(state)
    clock = state.railway.holding.clock
    clock[BEGUN], clock[JAMMED] = 1, sum(state.railway.trains.jammed)
    return state


def _fill_places(state: State, view: View) -> None:
    industries = len(view.industries)
    for place, industry in zip(state.places, view.industries, strict=False):
        place.made, place.carried, place.stock = industry.made, industry.carried, industry.stock
    for place, town in zip(state.places[industries:], view.towns, strict=True):
        place.inhabitants, place.made, place.carried = town.inhabitants, town.made, town.carried
        place.taken[Cargo.FUEL], place.taken[Cargo.PASSENGERS] = town.fuel, town.passengers


def _fill_cargo(state: State, view: View) -> None:
    for station in view.stations:
        for stock in station.stocks:
            shelf = KINDS * station.id + stock.kind
            state.cargoes.called.add(shelf)
            if stock.picked_up:
                state.cargoes.picked_up[shelf] = view.tick - _PICKED_UP[stock.picked_up]
            if stock.units:
                state.railway.stations.stock[shelf] = stock.units
                origin = _origin(state, stock.kind, (station.id,))
                state.cargoes.waiting[shelf] = [Packet(origin, 0, stock.units)]
                if all(made_by(state.land, producer) != stock.kind for producer in state.reached[station.id]):
                    state.cargoes.left.add(shelf)


def _origin(state: State, kind: Cargo, stations: tuple[int, ...]) -> int:
    """Return a producer of a kind of cargo, preferably in the catchment of one of `stations`; 0 if nobody makes it."""
    near = [producer for station in stations for producer in state.reached.get(station, ())]
    producers = [one for one in (*near, *range(len(state.places))) if made_by(state.land, one) == kind]
    return producers[0] if producers else 0


def _put_on_cells(state: State, view: View, vehicle: VehicleView) -> None:
    trains, row = state.railway.trains, vehicle.id - 1
    stands = vehicle.state == VehicleState.STOP
    trains.state[row] = STOPPED if stands else QUEUED if vehicle.state == VehicleState.WAITING else SAILING
    trains.order[row], trains.stopped[row] = vehicle.call, LOADING if stands else 0
    trains.cell[row], trains.onto[row], trains.offset[row] = vehicle.tile, vehicle.leg, vehicle.offset
    trains.waited[row] = vehicle.stood
    trains.since[row] = view.tick - vehicle.waited if vehicle.state == VehicleState.WAITING else -1
    if vehicle.load:
        trains.load[row] = trains.aboard[KINDS * row + vehicle.cargo] = vehicle.load
        _load(state, vehicle)


def _load(state: State, vehicle: VehicleView) -> None:
    """Fill a vehicle with the load that the view shows, from an origin that is guessed."""
    kind = Cargo(vehicle.cargo)
    origin = _origin(state, kind, tuple(call.station for call in state.site.lists[vehicle.list]))
    state.cargoes.aboard[KINDS * (vehicle.id - 1) + kind] = [Packet(origin, 0, vehicle.load)]


def _put_on_track(state: State, view: View, vehicle: VehicleView, way: Way) -> None:
    railway, row = state.railway, vehicle.id - 1
    length = int(railway.trains.length[row])
    legs, works = way.legs, state.site.works
    headings = [HEADINGS[(leg >> 1) % SPAN][leg & 1] for _, leg in legs]
    lengths = [
        works.heads[tile].length * TILE if leg >> 1 >= SPAN else TILE if leg >> 1 < STRAIGHT else CORNER
        for tile, leg in legs
    ]
    ahead = lengths[way.head] - vehicle.offset
    behind = lengths[0] - (sum(lengths[: way.head + 1]) - ahead - length)
    gone, bend = vehicle.offset, 0
    for place in range(way.head, 0, -1):
        if headings[place] != headings[place - 1]:
            bend = max(0, length - gone)
            break
        gone += lengths[place]
    slots = railway.slots
    named = [_named(state, tile, leg) for tile, leg in legs]
    last = 2 * slots.slot_at(*named[-1]) + (legs[-1].leg & 1)
    calls = state.site.lists[vehicle.list]
    goal = calls[vehicle.call].station if vehicle.call < len(calls) else -1
    bound = vehicle.state == VehicleState.MOVING and railway.network.ends[last] == goal
    waits = vehicle.state == VehicleState.WAITING
    numbers = {
        "state": vehicle.state,
        "order": vehicle.call,
        "stopped": LOADING if vehicle.state == VehicleState.STOP else 0,
        "speed": vehicle.speed,
        "ahead": ahead,
        "behind": behind,
        "bend": bend,
        "bound": int(bound and railway.network.room[last] >= length),
        "blind": 0,
        "since": view.tick - vehicle.waited if waits else -1,
        "waited": vehicle.stood,
        "patience": -1,
        "jammed": int(vehicle.why == Why.RING or any(vehicle.id in ring for ring in view.rings)),
    }
    aboard = [vehicle.load if kind == vehicle.cargo else 0 for kind in range(KINDS)]
    if vehicle.load:
        _load(state, vehicle)
    choices = [LEFT + 1 + turns(first, then) for first, then in itertools.pairwise(headings)]
    out = bytearray()
    put_choices(out, choices)
    rows = [*numbers.values(), *aboard, *[0] * KINDS]
    restore(railway, row, (rows, named[0], legs[0].leg & 1, way.head, len(choices), bytes(out), (-1, -1)))


def _named(state: State, tile: int, leg: int) -> tuple[int, int]:
    """Return the tile and kind by which `Slots` finds a leg's piece; for a span, the tile of its northern or western
    head.
    """
    if leg >> 1 < SPAN:
        return tile, leg >> 1
    span = state.site.works.heads[tile]
    return span.y * state.land.size + span.x, SPAN + span.axis
