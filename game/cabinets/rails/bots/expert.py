"""The expert bot: each round it takes the steps that add most to deliveries by the end of the match, for their price.

What a step adds is estimated from round times and outputs. A step is first tried on a copy of the match, and dropped if
it jams or earns less there. Search budgets are counts of candidates and ticks, never time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from game.cabinets.rails.bots.lines import SERVED, Line, Make, Trade, trades, travel_ticks
from game.cabinets.rails.bots.player import Planner, Sight
from game.cabinets.rails.bots.simple import best_single
from game.cabinets.rails.building.plans import play, try_groups
from game.cabinets.rails.building.prices import vehicle_price
from game.cabinets.rails.building.tracks import tiles_of
from game.cabinets.rails.contract.actions import Buy, Call, Group, Plan, Platforms, Rail, Sell, Span
from game.cabinets.rails.contract.models import ENGINES, VehicleModel
from game.cabinets.rails.contract.views import VehicleState, Why
from game.cabinets.rails.jams.jams import find
from game.cabinets.rails.jams.ways_out import passing_places
from game.cabinets.rails.match.cargo import reached_by_all, standing_on
from game.cabinets.rails.match.look import OrderList, VehicleView
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.advising import is_open, offers
from game.cabinets.rails.running.ticks import after_building, run
from game.cabinets.rails.track.pieces import EDGES, HALF_TILE, STEPS, TILE, opposite
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.signals import CLOSES
from game.cabinets.rails.track.works import SPAN

WIDEST: Final = 8
"""The widest gap that is closed, in tiles."""
_ORDER: Final = ("signal_away", "passing_place", "lift", "fewer")


def mends(sight: Sight, state: State) -> tuple[Group, ...]:
    """Return groups that free stuck trains. Repairing the cause is preferred to removing a train."""
    gaps = next(_gaps(sight, state), ())
    if gaps or not find(state.railway).rings:
        return gaps
    found = sorted(offers(state, sight.seat), key=lambda offer: _ORDER.index(offer.kind))
    return found[0].groups if found else ()


def _gaps(sight: Sight, state: State) -> Iterator[tuple[Group, ...]]:
    """Yield straight track from where a train's way ends to the track beyond the gap."""
    slots, size = state.railway.slots, sight.land.size
    for vehicle in sight.view.vehicles:
        if vehicle.company != sight.company or vehicle.why != Why.TRACK_ENDS or vehicle.blocked < 0:
            continue
        for kind in range(SPAN):
            slot = slots.slot_at(vehicle.blocked, kind)
            for leg in (2 * slot, 2 * slot + 1) if slot >= 0 else ():
                if slots.following(leg):
                    continue
                place = slots.place(leg)
                across, down = STEPS[place.leave]
                x, y, run = place.x + across, place.y + down, 0
                while run < WIDEST and is_open(sight.site, x + across * run, y + down * run):
                    run += 1
                beyond = (y + down * run) * size + x + across * run
                letter = EDGES[place.leave]
                rail = Rail(x, y, EDGES[opposite(place.leave)], f"{letter}{run}")  # type: ignore[arg-type]
                joins = run and beyond in sight.site.works.companies
                if joins and not try_groups(sight.site, sight.seat, sight.company, (rail,)).refused:
                    yield (rail,)


WAGONS: Final = (5, 9, 15, 23)
"""Numbers of wagons that the bot compares."""
TRIED_LINES: Final = 6
"""Number of new lines considered in a round."""
MOST_PAIRS: Final = 20
"""Greatest number of pairs of places for which a route is searched to find those lines."""
TRIED_PLACES: Final = 4
TRIED_STEPS: Final = 8
"""Number of steps tried on a copy of the match in a round."""
STEPS_A_ROUND: Final = 4
"""Greatest number of steps taken in one round."""
SIMULATED: Final = 800
"""Number of ticks for which a step is tried."""
PLENTY: Final = 150
"""Units waiting at a station that are enough for one more train."""
WAITING: Final = 40
"""The share of a train's time, in percent, that it may wait before the bot sells it."""
LEAST_LEFT: Final = 500


class Step(NamedTuple):
    """A change that the bot could make."""

    gain: float
    """Value delivered by the end of the match, in coins."""
    price: int
    groups: tuple[Group, ...]
    places: frozenset[int] = frozenset()
    """The producers that the step serves; each gets at most one step a round."""
    founds: int = 0

    def worth(self, cash: int) -> float:
        """Return the gain relative to the price; with more cash, the price matters less."""
        return self.gain / (self.price + cash / 4)

    def tiles(self) -> set[tuple[int, int]]:
        """Return the tiles that the step builds on."""
        parts = (group for group in self.groups if isinstance(group, Rail | Span | Platforms))
        return {tile for part in parts for tile in tiles_of(part, whole=True)}


class ExpertBot(Planner):
    """Repairs jams, sells trains that mostly wait, then builds what adds most."""

    compiled = True

    def plan(self, sight: Sight) -> Sequence[Group]:
        state = sight.match()
        mended = mends(sight, state)
        if mended:
            return mended
        groups: list[Group] = list(_idle(sight))
        cash = sight.cash
        taken: set[int] = set()
        built = _expected(sight)
        founded = chosen = 0
        steps = sorted(_steps(sight, state, frozenset(built)), key=lambda step: -step.worth(cash))
        before = _delivered(sight.match(), sight.company) if steps else 0
        tried = 0
        for step in steps:
            if chosen >= STEPS_A_ROUND or tried >= TRIED_STEPS:
                break
            if step.price > cash or step.places & taken or step.tiles() & built:
                continue
            moved = _renumbered(step.groups, founded)
            trial = try_groups(sight.site, sight.seat, sight.company, (*groups, *moved))
            if trial.refused or sum(trial.prices) > sight.cash:
                continue
            tried += 1
            if not _holds(sight, (*groups, *moved), before):
                continue
            groups += moved
            founded += step.founds
            cash = sight.cash - sum(trial.prices)
            taken |= step.places
            built |= step.tiles()
            chosen += 1
        return groups


def _idle(sight: Sight) -> Iterator[Group]:
    """Yield the sale of one train that waits for most of its time, if there is one."""
    for one in sight.view.vehicles:
        stands = one.state in (VehicleState.STOP, VehicleState.WAITING) and not one.load
        mine = one.company == sight.company and one.served > SIMULATED
        if mine and stands and 100 * one.stood > WAITING * one.served:
            yield Sell((one.id,))
            return


def _expected(sight: Sight) -> set[tuple[int, int]]:
    """Return the tiles where rivals that build earlier in this round probably will: on their best-paying line."""
    lines = [best_single(rival) for rival in sight.rivals_before()]
    return {tile for line in lines if line for tile in Step(0, 0, line.groups()).tiles()}


def _steps(sight: Sight, state: State, expected: frozenset[tuple[int, int]]) -> Iterator[Step]:
    """Yield all steps that the bot considers."""
    left = sight.ticks_left
    if left < LEAST_LEFT:
        return
    yield from _new_lines(sight, left, expected)
    reached = reached_by_all(sight.site, standing_on(sight.land))
    for orders, vehicles in _own_lists(sight):
        yield from _one_train_more(sight, state, orders, vehicles, reached, left)
    yield from _feeders(sight, left)


def _new_lines(sight: Sight, left: int, expected: frozenset[tuple[int, int]]) -> Iterator[Step]:
    """Yield new lines for trades, the most promising first; also for served trades if much cargo waits."""
    served = {place for pair in sight.served for place in pair}
    heaps = _heaps(sight)
    weighed = []
    for trade in trades(sight.land, sight.view):
        supply = float(trade.output)
        if {trade.maker, trade.taker} & served:
            ends = {trade.maker, trade.taker} if trade.both_ways else {trade.maker}
            supply *= 0.5 if all(heaps.get(maker, PLENTY) >= PLENTY for maker in ends) else 0.2
        for make in makes(trade):
            promise = _promise(trade, make, supply)
            price = 2 * make.tiles * 400 + 110 * trade.far + make.price
            if price <= sight.cash:
                weighed.append((promise / (price + sight.cash / 4), promise, trade, make, supply))
    weighed.sort(key=lambda one: (-one[0], one[2], one[3]))
    done: set[tuple[int, int]] = set()
    found = 0
    for _, _, trade, make, supply in weighed:
        if found >= TRIED_LINES or len(done) >= MOST_PAIRS:
            return
        pair = (trade.maker, trade.taker)
        if pair in done:
            continue
        done.add(pair)
        line = sight.atlas.line(sight.site, trade._replace(output=int(supply)), make)
        if line is None or line.price > sight.cash:
            continue
        gain = line.earns() * max(0.0, left - line.round_ticks() / 2)
        makers = frozenset({trade.maker, trade.taker} if trade.both_ways else {trade.maker})
        step = Step(gain, line.price, line.groups(), makers, 2)
        if not step.tiles() & expected:
            found += 1
            yield step


def _heaps(sight: Sight) -> dict[int, int]:
    """Return the units that wait at the bot's own stations, by the place that produced them."""
    reached = reached_by_all(sight.site, standing_on(sight.land))
    found: dict[int, int] = {}
    for station in sight.view.stations:
        if station.company == sight.company:
            units = max((stock.units for stock in station.stocks), default=0)
            for place in reached.get(station.id, ()):
                found[place] = max(found.get(place, 0), units)
    return found


def makes(trade: Trade) -> Iterator[Make]:
    """Yield the trains that could run for a trade."""
    models = ENGINES if trade.both_ways else (VehicleModel.FREIGHT,)
    for model in models:
        for wagons in WAGONS:
            yield Make(model, wagons, trade.both_ways)


def _promise(trade: Trade, make: Make, supply: float) -> float:
    """Return the estimated coins per tick on a straight track between a trade's two places."""
    ticks = 2 * travel_ticks(make, trade.far * TILE, 3) + 60
    ways = 2 if trade.both_ways else 1
    return min(make.units / ticks, supply * SERVED / 20) * ways * trade.unit


def _own_lists(sight: Sight) -> Iterator[tuple[OrderList, list[VehicleView]]]:
    """Yield the bot's own order lists of two stops, each with the trains that follow it."""
    for orders in sight.view.orders:
        vehicles = [one for one in sight.view.vehicles if one.list == orders.id and one.company == sight.company]
        trains = [one for one in vehicles if one.model.is_train]
        if trains and len(orders.calls) == 2:
            yield orders, trains


def _one_train_more(
    sight: Sight,
    state: State,
    orders: OrderList,
    trains: list[VehicleView],
    reached: dict[int, tuple[int, ...]],
    left: int,
) -> Iterator[Step]:
    """Yield the step that adds a train to a line where much cargo waits, with a passing place if needed."""
    first, last = (call.station for call in orders.calls)
    waiting = {one.id: max((stock.units for stock in one.stocks), default=0) for one in sight.view.stations}
    if waiting.get(first, 0) < PLENTY or any(one.state == VehicleState.YARD for one in trains):
        return
    model = trains[0]
    make = Make(model.model, max(1, model.goods + model.coaches), model.coaches > 0)
    length = (1 + make.wagons) * HALF_TILE
    way = way_between(state.railway, first, last, length)
    far = [len(way) * TILE]
    ticks = 2 * travel_ticks(make, far[0], 4) + 60
    per_unit = sum(one.earned for one in trains) / max(1, sum(one.served for one in trains)) / max(1, len(trains))
    gain = min(make.units / ticks * 4, per_unit * 0.8) * (left - ticks / 2)
    makers = frozenset(reached.get(first, ())[:1])
    bought = (make.buy(like=model.id),)
    if len(trains) <= _passing(state.railway, way):
        yield Step(gain, make.price, bought, makers)
        return
    is_free = lambda x, y: is_open(sight.site, x, y)  # noqa: E731
    for laid in islice(passing_places(state.railway.slots, way, length, is_free), TRIED_PLACES):
        groups = (*laid, *bought)
        trial = try_groups(sight.site, sight.seat, sight.company, groups)
        if not trial.refused:
            yield Step(gain, sum(trial.prices), groups, makers)
            return


def _feeders(sight: Sight, left: int) -> Iterator[Step]:
    """Yield steps that add a ship, truck or bus to a list whose first station has much cargo waiting."""
    waiting = {one.id: max((stock.units for stock in one.stocks), default=0) for one in sight.view.stations}
    for orders in sight.view.orders:
        mine = [one for one in sight.view.vehicles if one.list == orders.id and one.company == sight.company]
        served = sum(one.served for one in mine)
        if not mine or mine[0].model.is_train or served < LEAST_LEFT or not orders.calls:
            continue
        if waiting.get(orders.calls[0].station, 0) < PLENTY or any(one.state == VehicleState.YARD for one in mine):
            continue
        gain = 0.8 * sum(one.earned for one in mine) / served * left
        bought = Buy(mine[0].model.word, 0, 0, like=mine[0].id)
        price = vehicle_price(mine[0].model, 0, 0)
        yield Step(gain, price, (bought,))


def _passing(railway: Railway, way: list[int]) -> int:
    """Return the number of passing places on a way, counted by its one-way signals."""
    return sum(CLOSES[railway.network.signal[leg]] for leg in way)


def way_between(railway: Railway, first: int, last: int, length: int) -> list[int]:
    """Return the legs of the shortest way between two stations, with the platform at its end; empty if none."""
    network, goal = railway.network, railway.goal_for(last, length)
    if goal < 0:
        return []
    starts = [leg for leg in range(2 * len(railway.slots.named)) if network.ends[leg] == first]
    leg = min(starts, key=lambda start: (network.distance[goal][start], network.key[start]), default=-1)
    return railway.slots.way_to(goal, leg)


def _renumbered(groups: tuple[Group, ...], founded: int) -> tuple[Group, ...]:
    """Return the groups of a step for a plan that founds `founded` stations before them."""
    if not founded:
        return groups
    moved: list[Group] = []
    for group in groups:
        if isinstance(group, Buy) and group.calls:
            calls = tuple(_moved(call, founded) for call in group.calls)
            group = Buy(group.model, group.goods, group.coaches, calls, group.like)
        moved.append(group)
    return tuple(moved)


def _moved(call: Call, founded: int) -> Call:
    return Call(call.station - founded, call.order) if call.station < 0 else call


def _delivered(state: State, company: int) -> int:
    """Return the value that a match delivers in the ticks of a trial."""
    before = state.delivered[company]
    for _ in range(SIMULATED // 32):
        run(state, 32)
    return state.delivered[company] - before


def _holds(sight: Sight, groups: Sequence[Group], before: int) -> bool:
    """Return whether a plan, tried on a copy of the match, neither jams nor earns less."""
    state = sight.match()
    jams = len(find(state.railway).rings)
    play(state.site, sight.seat, sight.company, Plan(max(state.serials) + 1, tuple(groups)))
    after_building(state)
    earned = _delivered(state, sight.company)
    return len(find(state.railway).rings) <= jams and earned >= 0.9 * before


__all__ = ["ExpertBot", "Line", "way_between"]
