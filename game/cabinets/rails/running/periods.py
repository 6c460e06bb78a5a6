"""What happens every 20 ticks: cargo ages, is made and spoils, and vehicles pay their running costs."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.cargo import Packet, grown_older, made_by, put, take, total
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.trade import takes_now
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.trains import LOADING, STOPPED
from game.core.compiled import filled

PERIOD: Final = 20
"""Number of ticks in a period."""
GROWTH: Final = 400
"""Number of ticks after which towns grow again, if they have received fuel and passengers since."""
LONG: Final = 400
"""Number of ticks of waiting in vain for cargo after which a vehicle gets the event `starved`."""
FROM_OIL: Final = (10, 6)
"""Units of oil that a refinery turns into fuel at a time, and the units of fuel made from them."""
A_PASSENGER: Final = 16
"""Number of inhabitants that make one passenger per period."""
KEEPS: Final = 1000
"""Units of a kind of cargo that a station keeps without loss; above that, 1/64 spoils per period."""
HOLDS: Final = 5000
_BASE: Final = 30
_PICKED_UP: Final = ((200, 25), (500, 15), (1000, 5))
"""Pairs of ticks since cargo was last loaded and the percent that this adds to a rating."""
_WAITING: Final = ((100, 20), (300, 10))


class Rating(NamedTuple):
    """How well a station serves a kind of cargo: the parts of its rating, in percent."""

    loading: int
    picked_up: int
    waiting: int

    @property
    def percent(self) -> int:
        """The whole rating, in percent."""
        return _BASE + self.loading + self.picked_up + self.waiting


def _rating(state: State, shelf: int, loading: int) -> Rating:
    last = state.cargoes.picked_up.get(shelf)
    ago = _PICKED_UP[-1][0] if last is None else state.tick - last
    picked_up = next((more for ticks, more in _PICKED_UP if ago < ticks), 0)
    stock = int(state.railway.stations.stock[shelf])
    return Rating(loading, picked_up, next((more for units, more in _WAITING if stock < units), 0))


def _loading(state: State) -> set[int]:
    """Return the shelves (KINDS · station + kind of cargo) from which a vehicle loads now."""
    railway, trains = state.railway, state.railway.trains
    found = set()
    for number in state.site.vehicles:
        row = number - 1
        if trains.state[row] != STOPPED or trains.stopped[row] != LOADING:
            continue
        station, _ = railway.call(row)
        if station >= 0:
            found |= {KINDS * station + kind for kind in range(KINDS) if railway.carries(row, kind)}
    return found


def ratings(state: State) -> dict[int, Rating]:
    """Return the ratings of all shelves (KINDS · station + kind) that a vehicle has called for, or that hold cargo."""
    loading = _loading(state)
    shelves = sorted(state.cargoes.called | {shelf for shelf, rows in state.cargoes.waiting.items() if rows})
    return {shelf: _rating(state, shelf, 25 if shelf in loading else 0) for shelf in shelves}


def pass_period(state: State) -> list[int]:
    """End a period. Return the rows of vehicles that have by now waited long for cargo."""
    cargoes = state.cargoes
    for key in sorted(cargoes.aboard):
        cargoes.aboard[key] = grown_older(cargoes.aboard[key])
    _make(state)
    for company, price in _upkeep(state).items():
        state.site.cash[company] -= price
    for shelf in sorted(cargoes.waiting):
        _spoil(state, shelf)
    return _starve(state)


def _starve(state: State) -> list[int]:
    """Count how long vehicles have waited in vain for cargo; return the rows of those that now count as starving."""
    starving = [number for number in state.site.vehicles if state.railway.starves(number - 1)]
    state.starving = {number: state.starving.get(number, 0) + PERIOD for number in starving}
    return [number - 1 for number, ticks in state.starving.items() if ticks == LONG]


def _upkeep(state: State) -> dict[int, int]:
    found: dict[int, int] = {}
    if not state.site.free:
        for number in state.born:
            vehicle = state.site.vehicles[number]
            found[vehicle.company] = found.get(vehicle.company, 0) + vehicle.model.upkeep
    return found


def _make(state: State) -> None:
    """Let every industry and town produce; the stations that reach it get their shares."""
    known = ratings(state)
    servers: dict[int, list[int]] = {}
    for station in sorted(state.reached):
        for producer in state.reached[station]:
            kind = made_by(state.land, producer)
            if kind is not None and KINDS * station + kind in state.cargoes.called:
                servers.setdefault(producer, []).append(KINDS * station + kind)
    for producer, place in enumerate(state.places):
        units = _output(state, producer)
        place.made, place.carried = units, 0
        for shelf, share in _shares(units, {shelf: known[shelf].percent for shelf in servers.get(producer, ())}):
            place.carried += share
            state.cargoes.produced[shelf % KINDS] += share
            state.railway.stations.stock[shelf] += share
            put(state.cargoes.waiting.setdefault(shelf, []), Packet(producer, 0, share))


def _output(state: State, producer: int) -> int:
    """Return the units that a producer makes in this period."""
    land, place = state.land, state.places[producer]
    if producer >= len(land.industries):
        return place.inhabitants // A_PASSENGER
    if made_by(land, producer) == Cargo.FUEL:
        batches = place.stock // FROM_OIL[0]
        place.stock -= FROM_OIL[0] * batches
        return FROM_OIL[1] * batches
    return land.industries[producer].output


def _shares(units: int, percents: dict[int, int]) -> list[tuple[int, int]]:
    """Return the share of each station: the best rating decides how much there is, all ratings how it is divided.

    >>> _shares(40, {4: 50}), _shares(40, {4: 75, 8: 25})
    ([(4, 20)], [(4, 23), (8, 7)])
    """
    if not percents:
        return []
    best = max(percents, key=lambda shelf: (percents[shelf], -shelf))
    there = units * percents[best] // 100
    whole = sum(percents.values())
    shares = {shelf: there * percent // whole for shelf, percent in percents.items()}
    shares[best] += there - sum(shares.values())
    return [(shelf, share) for shelf, share in shares.items() if share > 0]


def _spoil(state: State, shelf: int) -> None:
    """Let waiting cargo beyond 1,000 units spoil slowly, and beyond 5,000 at once."""
    stock = int(state.railway.stations.stock[shelf])
    lost = max(stock // 64 if stock > KEEPS else 0, stock - HOLDS)
    if lost > 0:
        state.railway.stations.stock[shelf] -= lost
        state.cargoes.spoiled[shelf % KINDS] += total(take(state.cargoes.waiting[shelf], lost))


def let_towns_grow(state: State) -> None:
    """Let towns that received fuel and passengers since the last time grow by 1 %, in a story by 10 %."""
    percent = 10 if state.story else 1
    for place in state.places[len(state.land.industries) :]:
        if all(place.taken[kind] > place.seen[kind] for kind in (Cargo.FUEL, Cargo.PASSENGERS)):
            place.inhabitants += place.inhabitants * percent // 100
        place.seen = list(place.taken)


def renew_acceptance(state: State) -> None:
    """Update what the railway knows of the cargo that each station takes and offers."""
    state.takers.clear()
    left, shelves = state.cargoes.left, len(state.railway.stations.takes)
    stations = state.railway.stations._replace(takes=filled(shelves), offers=filled(shelves))
    state.railway.stations = stations
    for station, reached in state.reached.items():
        makes = {made_by(state.land, producer) for producer in reached}
        for kind in Cargo:
            shelf = KINDS * station + kind
            stations.takes[shelf] = int(any(takes_now(state, taker, kind) for taker in reached))
            stations.offers[shelf] = int(kind in makes or shelf in left)
