"""What others see of a match: its view, which is the same for everybody, and what a twin says of it in rows."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from game.cabinets.rails.building.plans import refusal
from game.cabinets.rails.contract.actions import ORDERS, Plan, TakeBack
from game.cabinets.rails.contract.views import Cargo, Moved, StationRow, VehicleRow, VehicleState, View, Why
from game.cabinets.rails.jams.jams import known
from game.cabinets.rails.jams.reasons import Reason
from game.cabinets.rails.match.look import (
    MOST_LOST,
    MOST_SALES,
    CallView,
    IndustryView,
    Look,
    Lost,
    OrderList,
    Sale,
    StationView,
    Stock,
    TownView,
    VehicleView,
)
from game.cabinets.rails.match.state import State
from game.cabinets.rails.match.troubles import troubles_of
from game.cabinets.rails.running.dump import kept
from game.cabinets.rails.running.feeders import way_from
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.running.periods import Rating, ratings
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.feeding import BERTH, QUEUED, SAILING
from game.cabinets.rails.track.trains import MOVING, WAITING

_NO_REASON = Reason()
_STATES = {SAILING: VehicleState.MOVING, QUEUED: VehicleState.WAITING}
"""States in the view for those states of feeders that trains do not have."""


def look_of(state: State) -> Look:
    """Return what can be said of a match now; later steps do not change it."""
    site = state.site
    industries, tick = len(state.land.industries), state.tick
    jam = known(state.railway)
    reasons = {
        number: feeder_reason(state, number) or state.reasons.of(state.railway, jam, number - 1)
        if state.railway.trains.state[number - 1] != MOVING
        else _NO_REASON
        for number in site.vehicles
    }
    return Look(
        **header_of(state),
        stations=_stations(state),
        industries=tuple(IndustryView(p.made, p.carried, sum(p.taken), p.stock) for p in state.places[:industries]),
        towns=tuple(
            TownView(p.inhabitants, p.made, p.carried, p.taken[Cargo.FUEL], p.taken[Cargo.PASSENGERS])
            for p in state.places[industries:]
        ),
        orders=_orders(state),
        vehicles=tuple(_vehicle(state, number, reasons[number], tick) for number in sorted(site.vehicles)),
        rings=tuple(tuple(row + 1 for row in ring) for ring in jam.rings),
        sales=tuple(_sales(state)),
        lost=tuple(_lost(state)),
    )


def header_of(state: State) -> dict[str, Any]:
    """Return the fields with which both a look and a view begin: where the match is, and what companies have."""
    return {
        "number": state.number,
        "size": state.land.size or state.options.size,
        "tick": state.tick,
        "due": state.due,
        "round": state.windows,
        "first": state.first,
        "cash": tuple(state.site.cash.values()),
        "delivered": tuple(state.delivered),
        "units": tuple(state.units),
        "spent": tuple(state.site.spent.values()),
        "serials": tuple(state.serials),
    }


def _sales(state: State) -> Iterator[Sale]:
    for company in range(state.companies):
        rows = [(trade, sold) for trade, sold in state.sales.items() if trade.company == company]
        for trade, sold in sorted(rows, key=lambda row: (-row[1].coins, row[0]))[:MOST_SALES]:
            yield Sale(company, Cargo(trade.cargo), trade.origin, trade.taker, sold.units, sold.coins)


def _lost(state: State) -> Iterator[Lost]:
    for company in range(state.companies):
        rows = [(-ticks, tile) for (owner, tile), ticks in state.lost.items() if owner == company]
        yield from (Lost(company, tile, -ticks) for ticks, tile in sorted(rows)[:MOST_LOST])


def feeder_reason(state: State, number: int) -> Reason | None:
    """Return why a ship, truck or bus stands in a queue; None if it is a train, does not, or goes on in a tick."""
    railway, row = state.railway, number - 1
    trains = railway.trains
    if trains.state[row] != QUEUED:
        return None
    if trains.halted[row]:
        return Reason(Why.HALTED)
    station, _ = railway.call(row)
    if station < 0:
        return Reason(Why.NO_ORDERS)
    way = way_from(state, int(trains.cell[row]), station, int(trains.mode[row]))
    if way < 0:
        return Reason(Why.TRACK_ENDS, int(trains.cell[row]))
    if way >= BERTH:
        part, feeders = way - BERTH, railway.feeders
        if feeders.busy[part] < feeders.bays[part]:
            return None
        there = (other for other in range(len(trains.part)) if trains.part[other] == part)
        return Reason(Why.TRAIN, int(trains.cell[row]), next(there, -1))
    onto = int(trains.cell[row] + railway.feeders.step[way])
    crossing = int(railway.feeders.crossing[onto])
    owner = int(railway.holding.owner[crossing]) if crossing >= 0 else -1
    return Reason(Why.TRAIN, onto, owner) if owner >= 0 else None


def _stations(state: State) -> tuple[StationView, ...]:
    rated = ratings(state)
    found = []
    for number, station in sorted(state.site.stations.items()):
        accepted = [int(state.railway.stations.takes[KINDS * number + kind]) for kind in range(KINDS)]
        stocks = tuple(
            _stock(state, KINDS * number + kind, rated[KINDS * number + kind], bool(accepted[kind]))
            for kind in range(KINDS)
            if KINDS * number + kind in rated
        )
        mask = sum(taken << kind for kind, taken in enumerate(accepted))
        found.append(StationView(number, station.company, station.name, station.tile, mask, stocks))
    return tuple(found)


def _stock(state: State, shelf: int, parts: Rating, accepted: bool) -> Stock:
    units = int(state.railway.stations.stock[shelf])
    kind = Cargo(shelf % KINDS)
    return Stock(kind, units, parts.percent, parts.loading, parts.picked_up, parts.waiting, accepted)


def _orders(state: State) -> tuple[OrderList, ...]:
    troubles = troubles_of(state)
    return tuple(
        OrderList(
            number,
            tuple(
                CallView(call.station, ORDERS.index(call.order), trouble, cargo)
                for call, (trouble, cargo) in zip(calls, troubles[number], strict=True)
            ),
        )
        for number, calls in sorted(state.site.lists.items())
    )


def place_of(state: State, row: int) -> tuple[int, int, int]:
    """Return the tile of a vehicle's head, its leg and its offset there, as in `VehicleView`."""
    railway = state.railway
    trains, head = railway.trains, int(railway.trains.head[row])
    if head >= 0:
        at = int(railway.holding.leg[head])
        x, y, _, _ = place = railway.slots.place(at)
        offset = int(railway.network.length[at >> 1] - trains.ahead[row])
        return y * state.land.size + x, place.leg, offset
    return int(trains.cell[row]), int(trains.onto[row]), int(trains.offset[row])


def doing(state: State, row: int) -> VehicleState:
    """Return what a vehicle is doing."""
    number = int(state.railway.trains.state[row])
    return _STATES.get(number) or VehicleState(number)


def _vehicle(state: State, number: int, reason: Reason, tick: int) -> VehicleView:
    row = number - 1
    vehicle, railway = state.site.vehicles[number], state.railway
    trains = railway.trains
    tile, leg, offset = place_of(state, row)
    aboard = [int(units) for units in trains.aboard[KINDS * row : KINDS * row + KINDS]]
    most = max(range(KINDS), key=lambda kind: (aboard[kind], -kind))
    waits = trains.state[row] in (WAITING, QUEUED) and trains.since[row] >= 0
    return VehicleView(
        number,
        vehicle.company,
        vehicle.model,
        vehicle.goods,
        vehicle.coaches,
        doing(state, row),
        tile,
        leg,
        offset,
        int(trains.limit[row] if leg >= 0 and trains.mode[row] else trains.speed[row]),
        most if aboard[most] else -1,
        int(trains.load[row]),
        vehicle.list,
        int(trains.order[row]),
        tick - int(trains.since[row]) if waits else 0,
        reason.why,
        reason.tile,
        reason.other + 1 if reason.other >= 0 else -1,
        state.earned.get(number, 0),
        tick - state.born[number] if number in state.born else 0,
        int(trains.waited[row]),
    )


def view_of(state: State) -> View:
    """Return the view of a match."""
    site = state.site
    body = kept(state) if state.number >= 0 else b""
    return View(
        **header_of(state),
        works=_packed(state.works),
        stations=_station_rows(state),
        vehicles=tuple(
            VehicleRow(
                number,
                one.company,
                one.model,
                doing(state, number - 1),
                place_of(state, number - 1)[0],
                int(state.railway.trains.load[number - 1]),
            )
            for number, one in sorted(site.vehicles.items())
        ),
        takeable=tuple(_takeable(state, seat) for seat in range(state.seats)),
        state=zlib.compress(body, 6),
        moves=tuple(Moved(seat, action) for seat, action in state.moves),
        check=check_of(state.works, body),
    )


def check_of(works: bytes, body: bytes) -> int:
    """Return the field `check` of a view."""
    return zlib.crc32(works, zlib.crc32(body))


@lru_cache(4)
def _packed(works: bytes) -> bytes:
    return zlib.compress(works, 9)


def _takeable(state: State, seat: int) -> tuple[int, ...]:
    """Return the number of a seat's last plan if that can be taken back; else nothing."""
    last = max((one.serial for one in state.played if one.seat == seat), default=-1)
    if last < 0:
        return ()
    let_look(state)
    trial = Plan(last + 1, (TakeBack(last),))
    return (last,) if refusal(state.site, seat, state.company_of(seat), trial) is None else ()


def _station_rows(state: State) -> tuple[StationRow, ...]:
    takes = state.railway.stations.takes
    return tuple(
        StationRow(number, one.company, one.tile, sum(int(takes[KINDS * number + n]) << n for n in range(KINDS)))
        for number, one in sorted(state.site.stations.items())
    )
