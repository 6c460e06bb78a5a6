"""The weaker bots: at random, slow as a guest should be, and always what pays best for its price."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from game.cabinets.rails.bots.lines import Line, Make, Trade, trades, travel_ticks
from game.cabinets.rails.bots.player import Planner, Sight
from game.cabinets.rails.building.plans import try_groups
from game.cabinets.rails.contract.actions import Group, Rail
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.track.pieces import TILE

WAGONS: Final = 5
"""Number of wagons of the train that lines are compared with."""
SHORT_SIGHT: Final = 0.15
"""Number of pieces, per tile of the map, that the random bot searches before it gives up a route."""
FOUND: Final = 2
"""Number of trades with a route compared in one round."""
LEAST_CASH: Final = 4_000
"""Cash in coins below which no line can be built."""
GUEST_BEGINS: Final = 400
"""Ticks before the guest builds its first line: fifty seconds."""
GUEST_RESTS: Final = 1_200
"""Ticks from one line of the guest to its next one: two and a half minutes."""
TRIED: Final = 5
"""Number of trades for which a route is searched."""


class RandomBot(Planner):
    """Picks a trade, a train, a number of trains and sometimes a useless piece at random, and builds what fits."""

    def plan(self, sight: Sight) -> Sequence[Group]:
        chance = Random(sight.seed)
        offered = sorted(trades(sight.land, sight.view))
        groups: list[Group] = []
        if offered and sight.cash > LEAST_CASH and chance.random() < 0.5:
            trade = chance.choice(offered)
            make = Make(VehicleModel.FREIGHT, chance.randrange(1, WAGONS + 1), trade.both_ways)
            line = sight.atlas.line(sight.site, trade, make, SHORT_SIGHT)
            groups += line.groups(chance.randrange(1, 4)) if line else ()
        if chance.random() < 0.3:
            size = sight.land.size
            groups.append(Rail(chance.randrange(size), chance.randrange(size), "W", f"E{chance.randrange(1, 6)}"))
        refused = {one.group for one in try_groups(sight.site, sight.seat, sight.company, groups).refused}
        return () if refused else groups


class GuestBot(Planner):
    """A rival for a first match: leaves the best trade to others, begins late, and takes its time between two lines."""

    light = False

    def plan(self, sight: Sight) -> Sequence[Group]:
        trains = sum(one.company == sight.company for one in sight.view.vehicles)
        if sight.state.tick < GUEST_BEGINS + trains * GUEST_RESTS or sight.ticks_left < 400:
            return ()
        line = best_single(sight, leaves=1)
        return line.groups() if line else ()


class GreedyBot(Planner):
    """Repeatedly builds a single track with one train for the trade that earns most for its price."""

    light = False

    def plan(self, sight: Sight) -> Sequence[Group]:
        if sight.cash < LEAST_CASH or sight.ticks_left < 400:
            return ()
        line = best_single(sight)
        return line.groups() if line else ()


def best_single(sight: Sight, leaves: int = 0) -> Line | None:
    """Return the single track with one reference train that earns most for its price and can be built and paid, among
    trades without the `leaves` most promising ones.
    """
    fresh = [one for one in trades(sight.land, sight.view) if (one.maker, one.taker) not in sight.served]
    best: Line | None = None
    found = 0
    for trade in sorted(fresh, key=_promise, reverse=True)[leaves : leaves + TRIED]:
        line = sight.atlas.line(sight.site, trade, Make(VehicleModel.FREIGHT, WAGONS, trade.both_ways))
        if line is None or line.price > sight.cash:
            continue
        found += 1
        if best is None or line.earns() / line.price > best.earns() / best.price:
            best = line
        if found >= FOUND:
            break
    if best is None or try_groups(sight.site, sight.seat, sight.company, best.groups()).refused:
        return None
    return best


def _promise(trade: Trade) -> float:
    """Return the estimated coins per tick that a trade earns, per coin of the price of a straight track."""
    make = Make(VehicleModel.FREIGHT, WAGONS, trade.both_ways)
    ticks = 2 * travel_ticks(make, trade.far * TILE, 2) + 60
    ways = 2 if trade.both_ways else 1
    return min(make.units / ticks, trade.output * 0.7 / 20) * ways * trade.unit / (6_200 + 100 * trade.far)
