"""Minutes in which milestones of a free map are reached: `python -m tests.bench.bench_rails_story [--maps 12]`.

Two newcomers lay a line every `--rests` seconds and take the most paying trade ("looks") or one that the next milestone
asks for ("follows"), beside them the greedy computer; then what comes in from minute 10 to the end.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence

from game.cabinets.rails.bots.lines import Make, Trade, trades
from game.cabinets.rails.bots.player import Planner, Sight
from game.cabinets.rails.bots.simple import WAGONS, GreedyBot, best_single
from game.cabinets.rails.contract.actions import Group
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.options import TICKS_A_MINUTE, Options
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.running.milestones import REWARDS
from game.cabinets.rails.scenes.tasks import CASH
from game.core.bots import BotSetup, Request
from game.core.rules import NATURE, Move

BEGINS = 720
"""Ticks until a newcomer's first line stands: a minute and a half, as was seen."""


class Newcomer(Planner):
    """Lays a line, rests for so many ticks, and lays the next one."""

    def __init__(self, setup: BotSetup, rests: int, follows: bool) -> None:
        super().__init__(setup)
        self.rests, self.follows = rests, follows

    def plan(self, sight: Sight) -> Sequence[Group]:
        if sight.state.tick < BEGINS + len(sight.view.vehicles) * self.rests:
            return ()
        line = None
        if self.follows and (wanted := self._wanted(sight)) is not None:
            line = sight.atlas.line(sight.site, wanted, Make(VehicleModel.FREIGHT, WAGONS, wanted.both_ways))
        line = line if line and line.price <= sight.cash else best_single(sight)
        return line.groups() if line else ()

    @staticmethod
    def _wanted(sight: Sight) -> Trade | None:
        """Return the trade for the next step of the chain: oil, fuel, passengers where fuel goes."""
        fresh = [one for one in trades(sight.land, sight.view) if (one.maker, one.taker) not in sight.served]
        carried = {sale.cargo for sale in sight.view.sales}
        fuelled = {sale.taker for sale in sight.view.sales if sale.cargo == Cargo.FUEL}
        if not carried:
            return None
        for kind in (Cargo.OIL, Cargo.FUEL):
            found = [one for one in fresh if one.kind == kind]
            if kind not in carried and found:
                return max(found, key=lambda one: one.output)
        found = [one for one in fresh if one.kind == Cargo.PASSENGERS and {one.maker, one.taker} & fuelled]
        return max(found, key=lambda one: one.output, default=None)


def played(number: int, minutes: int, rests: int, kind: str, cash: int) -> tuple[dict[str, float], int, int, int]:
    """Return minutes by milestone, income from minute 10 on, trains and coins at the end."""
    rules, options = RailsRules(), Options(story=True, minutes=minutes, cash=cash)
    state = rules.start(1, options)
    rules.step(state, [Move(NATURE, number)])
    setup = BotSetup("rails", 0, 1, options, rules.brief(state, 0), 0)
    bot = GreedyBot(setup) if kind == "greedy" else Newcomer(setup, rests, kind == "follows")
    reached: dict[str, float] = {}
    half, step = 0, 0
    while (ask := rules.ask(state)) is not None:
        step += 1
        nature = ask.seats == (NATURE,)
        move = Move(NATURE, 0) if nature else Move(0, bot.decide(Request(step, rules.view(state, 0), None, (), step)))
        for event in rules.step(state, [move]):
            if event.kind == "rewarded":
                reached[event.data["milestone"]] = state.tick / TICKS_A_MINUTE
        if state.tick <= 10 * TICKS_A_MINUTE:
            half = state.delivered[0]
    return reached, state.delivered[0] - half, len(state.site.vehicles), state.site.cash[0]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--maps", type=int, default=6)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--minutes", type=int, default=20)
    parser.add_argument("--cash", type=int, default=CASH, help="coins at the start")
    parser.add_argument("--rests", type=int, nargs="*", default=[150, 60], help="seconds between two lines")
    arguments = parser.parse_args()
    ways = [(kind, rests) for kind in ("looks", "follows") for rests in arguments.rests] + [("greedy", 0)]
    for kind, rests in ways:
        runs = [
            played(number, arguments.minutes, TICKS_A_MINUTE * rests // 60, kind, arguments.cash)
            for number in range(arguments.first, arguments.first + arguments.maps)
        ]
        print(f"{kind}, a line every {rests} s: " if rests else f"{kind}: ")
        for name in REWARDS:
            when = [reached[name] for reached, *_ in runs if name in reached]
            told = f"minute {statistics.median(when):.1f} (middle)" if when else ""
            print(f"    {name}: {len(when)} of {len(runs)} {told}")
        later, trains, cash = (statistics.median(run[place] for run in runs) for place in (1, 2, 3))
        print(
            f"    from minute 10 on: {later:,.0f} coins; {trains:.0f} trains, {cash:,.0f} coins at the end", flush=True
        )


if __name__ == "__main__":
    main()
