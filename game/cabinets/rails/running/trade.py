"""Carry out the results of loading and unloading: packets change hands, vehicles are credited, companies are paid."""

from __future__ import annotations

from collections import defaultdict

from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.cargo import Packet, apart, coins, place_of, put, rest, take, takes, total, worth
from game.cabinets.rails.match.state import Sold, State, Trade
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.told import (
    CALLED,
    CLEARED,
    CRASHED,
    DELIVERED,
    DEPARTED,
    LEFT_ASIDE,
    LEFT_HERE,
    LOADED,
    read_journal,
)
from game.cabinets.rails.track.trains import TRANSFER, UNLOAD
from game.cabinets.rails.world.land import distance
from game.core.rules import Event

_CARGO = tuple(Cargo)


class Ledger:
    """What happened in a step, summed up for its events."""

    def __init__(self) -> None:
        self.sold: dict[Trade, Sold] = defaultdict(Sold)
        self.transferred: dict[tuple[int, int, int], list[int]] = defaultdict(lambda: [0, 0])
        """Units and coins credited, by company, station and kind."""
        self.crashed: list[tuple[int, int, int]] = []
        """Crashes: the train that drove into another, the other train, and the tile."""
        self.cleared: list[int] = []
        """Rows of wrecks that are gone."""
        self.starved: list[int] = []
        """Rows of vehicles that have waited long for cargo."""

    def events(self) -> list[Event]:
        """Return the events of the step."""
        events = [
            Event("crashed", {"first": row + 1, "second": other + 1, "tile": tile}) for row, other, tile in self.crashed
        ]
        events += [Event("starved", {"vehicle": row + 1}) for row in self.starved]
        for (company, station, cargo), (units, credit) in sorted(self.transferred.items()):
            data = {"seat": company, "station": station, "cargo": cargo, "units": units, "credit": credit}
            events.append(Event("transferred", data))
        for (company, cargo, origin, taker), (units, paid) in sorted(self.sold.items()):
            data = {"seat": company, "cargo": cargo, "origin": origin, "taker": taker, "units": units}
            events.append(Event("delivered", data | {"coins": paid}))
        return events


def settle_trade(state: State, ledger: Ledger) -> None:
    """Read the journal of the ticks that have passed, and carry out its entries in order."""
    for tick, what, row, place, units in read_journal(state.railway.told):
        if what == LOADED:
            _load(state, tick, row, place, units)
        elif what == DELIVERED:
            _deliver(state, ledger, row, place, units)
        elif what in (LEFT_HERE, LEFT_ASIDE):
            _leave(state, ledger, row, place, units, what == LEFT_ASIDE)
        elif what == DEPARTED:
            _put_down(state, row, place)
        elif what == CALLED and units not in (UNLOAD, TRANSFER):
            _call(state, row, place)
        elif what == CRASHED:
            ledger.crashed.append((row, units, state.railway.slots.named[place >> 1][0]))
            wreck(state, row)
            wreck(state, units)
        elif what == CLEARED:
            ledger.cleared.append(row)


def _call(state: State, row: int, station: int) -> None:
    """Note that a vehicle called at a station: from now on producers deliver there what this vehicle can load."""
    for kind in range(KINDS):
        if state.railway.carries(row, kind):
            state.cargoes.called.add(KINDS * station + kind)


def _load(state: State, tick: int, row: int, shelf: int, units: int) -> None:
    cargoes = state.cargoes
    cargoes.picked_up[shelf] = tick
    for packet in take(cargoes.waiting[shelf], units):
        put(cargoes.aboard.setdefault(KINDS * row + shelf % KINDS, []), packet)


def _leave(state: State, ledger: Ledger, row: int, shelf: int, units: int, aside: bool) -> None:
    """Leave cargo at a station for other vehicles.

    The vehicle is credited with what the cargo would have earned up to here, less earlier credits.
    """
    cargoes, kind = state.cargoes, Cargo(shelf % KINDS)
    cargoes.left.add(shelf)
    key = KINDS * row + kind
    to = cargoes.aside.setdefault(key, []) if aside else cargoes.waiting.setdefault(shelf, [])
    tile = state.site.stations[shelf // KINDS].tile
    summed = ledger.transferred[int(state.railway.trains.company[row]), shelf // KINDS, kind]
    for packet in take(cargoes.aboard.get(key, []), units):
        far = distance(state.land.size, place_of(state.land, packet.origin), tile)
        so_far = coins(worth(kind, packet.units, far, packet.age))
        credit = max(0, so_far - sum(credit for _, credit in packet.credits))
        packet.credits = _credited(packet.credits, row + 1, credit)
        state.earned[row + 1] = state.earned.get(row + 1, 0) + credit
        summed[0] += packet.units
        summed[1] += credit
        put(to, packet)


def _credited(credits_: list[tuple[int, int]], vehicle: int, credit: int) -> list[tuple[int, int]]:
    """Return the credits with a vehicle's added; if the vehicle is the last in the chain, its credit grows."""
    if credits_ and credits_[-1][0] == vehicle:
        return [*credits_[:-1], (vehicle, credits_[-1][1] + credit)]
    return [*credits_, (vehicle, credit)]


def _put_down(state: State, row: int, station: int) -> None:
    cargoes = state.cargoes
    for kind in range(KINDS):
        for packet in cargoes.aside.pop(KINDS * row + kind, []):
            put(cargoes.waiting.setdefault(KINDS * station + kind, []), packet)


def _deliver(state: State, ledger: Ledger, row: int, shelf: int, units: int) -> None:
    """Deliver units: pay their company, and credit the last vehicle with what earlier vehicles did not get."""
    kind, vehicle = _CARGO[shelf % KINDS], row + 1
    company = state.site.vehicles[vehicle].company
    for packet in take(state.cargoes.aboard[KINDS * row + kind], units):
        taker = state.takers.get((shelf, packet.origin), -1)
        if taker < 0:
            taker = state.takers[shelf, packet.origin] = taker_at(state, shelf // KINDS, kind, packet.origin)
        parts = state.parts[company] + worth(kind, packet.units, apart(state.land, packet.origin, taker), packet.age)
        paid = coins(parts)
        state.parts[company] = rest(parts)
        state.site.cash[company] += paid
        state.delivered[company] += paid
        state.units[company] += packet.units
        state.cargoes.delivered[kind] += packet.units
        place = state.places[taker]
        place.taken[kind] += packet.units
        if kind == Cargo.OIL:
            place.stock += packet.units
        _share_out(state, packet, vehicle, paid)
        trade = Trade(company, kind, packet.origin, taker)
        ledger.sold[trade] = ledger.sold[trade].more(packet.units, paid)
        state.sales[trade] = state.sales.get(trade, Sold()).more(packet.units, paid)


def _share_out(state: State, packet: Packet, vehicle: int, paid: int) -> None:
    """Credit a packet's vehicles with no more than was paid for it; if that is too little, cut newest credits first."""
    left = paid - sum(credit for _, credit in packet.credits)
    if left > 0:
        state.earned[vehicle] = state.earned.get(vehicle, 0) + left
    for name, credit in reversed(packet.credits):
        if left >= 0:
            break
        cut = min(credit, -left)
        left += cut
        if name in state.earned:
            state.earned[name] -= cut


def taker_at(state: State, station: int, kind: Cargo, origin: int) -> int:
    """Return who takes a kind of cargo at a station: the nearest taker other than its origin, else the origin."""
    found = [taker for taker in state.reached[station] if takes_now(state, taker, kind)]
    others = [taker for taker in found if taker != origin]
    return (others or found or [origin])[0]


def takes_now(state: State, taker: int, kind: Cargo) -> bool:
    """Return whether an industry or town takes a kind of cargo now."""
    return takes(state.land, taker, kind, state.places[taker].inhabitants)


def wreck(state: State, row: int) -> None:
    """Destroy the cargo of a vehicle."""
    for kind in range(KINDS):
        state.cargoes.wrecked[kind] += total(state.cargoes.aboard.pop(KINDS * row + kind, []))
