"""Let the expert of Caravan Rails play the yards, and derive their goals from what it delivers.

`python build/rails_yards.py [NAME …] [--write]`. Gold is all that the expert delivers, silver 85 %, bronze 60 %; in a
yard where trains run already, 70 % and 30 % of what it adds, if that is more. In the yards of one star bronze is four
fifths of what is delivered by who does what the text asks, after two minutes of looking (`rails_asked.toml`).
"""

from __future__ import annotations

import argparse
import time
import tomllib
from pathlib import Path

from msgspec.structs import replace

from game.cabinets.rails.bots.expert import ExpertBot
from game.cabinets.rails.contract.actions import MOST_ADVANCE, Advance, Group, Plan, Rail
from game.cabinets.rails.contract.options import YARDS, Options
from game.cabinets.rails.match.state import State
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.running.advising import offers
from game.cabinets.rails.running.dump import copied
from game.cabinets.rails.yards.notation import Reader
from game.cabinets.rails.yards.reading import read_yard
from game.cabinets.rails.yards.writing import write_yard
from game.cabinets.rails.yards.yard import Goal
from game.core.bots import BotSetup, Request
from game.core.rules import NATURE, Move

ASKED = Path(__file__).with_name("rails_asked.toml")
LOOKS = 960
"""Ticks that somebody looks at a yard of one star before they build: two minutes."""
DATA = Path(__file__).resolve().parent.parent / "game" / "cabinets" / "rails" / "yards" / "data"


def played(name: str, idle: bool = False) -> State:
    """Return the yard as the expert leaves it, or, if `idle`, after only time has passed."""
    rules, options = RailsRules(), Options(yard=name)
    state = rules.start(1, options)
    rules.step(state, [Move(NATURE, 0)])
    bot = ExpertBot(BotSetup("rails", 0, 1, options, rules.brief(state, 0), 0))
    step = 0
    while (ask := rules.ask(state)) is not None:
        step += 1
        if ask.seats[0] == NATURE:
            rules.step(state, [Move(NATURE, 0)])
            continue
        request = Request(step, rules.view(state, 0), None, (), step)
        action = rules.fallback(state, 0) if idle else bot.decide(request)
        assert rules.check(state, 0, action) is None, action
        rules.step(state, [Move(0, action)])
    return state


def asked(name: str) -> int | None:
    """Return the units that are delivered by who does what the text of a yard asks; None for a yard of more stars."""
    wanted = tomllib.loads(ASKED.read_text(encoding="utf-8")).get(name)
    if wanted is None:
        return None
    rules = RailsRules()
    state = rules.start(1, Options(yard=name))
    rules.step(state, [Move(NATURE, 0)])
    built = False
    while (ask := rules.ask(state)) is not None:
        action: Plan | Advance = Advance(min(MOST_ADVANCE, max(1, LOOKS - state.tick)))
        if ask.seats[0] == 0 and state.tick >= LOOKS:
            action, built = (Advance(MOST_ADVANCE) if built else Plan(1, _solution(state, wanted))), True
        assert ask.seats[0] == NATURE or rules.check(state, 0, action) is None, action
        rules.step(state, [Move(ask.seats[0], 0 if ask.seats[0] == NATURE else action)])
    return state.units[0]


def _solution(state: State, wanted: dict[str, str]) -> tuple[Group, ...]:
    """Return what is built, of an entry of `rails_asked.toml`."""
    if "plan" in wanted:
        return Reader().read(wanted["plan"], 1, "plan")
    builds = wanted["way_out"] == "builds"
    found = offers(copied(state), 0)
    return next(one.groups for one in found if any(isinstance(group, Rail) for group in one.groups) == builds)


def goal_of(units: int, idle: int, asks: int | None = None) -> Goal:
    """Return the goal that follows from the expert's deliveries, those that come without any action, and those of who
    does what the text asks, where that is known.
    """
    gold = max(3, units // 10 * 10)
    bronze = max(gold * 60 // 100, idle + (gold - idle) * 30 // 100)
    if asks is not None:
        bronze = min(bronze, max(idle + 1, asks * 80 // 1000 * 10))
    return Goal(bronze, max(gold * 85 // 100, idle + (gold - idle) * 70 // 100), gold)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=[name for name in YARDS if name != "valley"])
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    for name in arguments.names:
        begin = time.process_time()
        state = played(name)
        units = state.units[0]
        print(f"{name}: {units} units, {state.site.cash[0]} coins, {time.process_time() - begin:.1f} s", flush=True)
        if arguments.write:
            path = DATA / f"{name}.toml"
            goal = goal_of(units, played(name, idle=True).units[0], asked(name))
            path.write_text(write_yard(replace(read_yard(path.read_bytes()), goal=goal)), encoding="utf-8")


if __name__ == "__main__":
    main()
