"""How long a turn of Cisterns takes with four heroes on large floors, and how often computers come out.

    python -m tests.bench.bench_cisterns [--turns N] [--matches N]

Times of the core. Wanted: 3 ms a turn with all its views, 10 at worst; alone on medium floors with danger 2 greedy is
to come out of 30 to 60 matches in a hundred, expert of 85.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from game.cabinets.cisterns.cabinet import CISTERNS
from game.cabinets.cisterns.rules.state import Options
from game.core.bots import BotSetup, Request
from game.core.rules import NATURE, SPECTATOR, Move


def turns(count: int) -> tuple[float, float, float]:
    """Milliseconds of a turn in the middle and at worst, the next floor's making left out, and of five views."""
    rules, random = CISTERNS.rules, Random(1)
    steps, views = [], []
    match = 0
    while len(steps) < count:
        options, match = Options(size="large", danger=4, floors=1), match + 1
        state = rules.start(4, options)
        rules.step(state, [Move(NATURE, match * 7919)])
        bots = [CISTERNS.bots["greedy"](BotSetup("cisterns", seat, 4, options, None, seat)) for seat in range(4)]
        while (ask := rules.ask(state)) is not None and len(steps) < count:
            begin = time.process_time()
            seen = {viewer: rules.view(state, viewer) for viewer in (*range(4), SPECTATOR)}
            views.append(1000 * (time.process_time() - begin))
            moves = [
                Move(
                    seat,
                    bots[seat].decide(Request(0, seen[seat], rules.legal(state, seat), (), random.getrandbits(60))),
                )
                for seat in ask.seats
            ]
            begin = time.process_time()
            rules.step(state, moves)
            steps.append(1000 * (time.process_time() - begin))
    steps.sort()
    views.sort()
    return steps[count // 2], steps[-1], views[count // 2]


def coming_out(bot: str, matches: int) -> tuple[int, float]:
    """Matches out of which a computer alone came, and milliseconds of its decisions."""
    rules, out, decisions, spent = CISTERNS.rules, 0, 0, 0.0
    for match in range(matches):
        options = Options(danger=2)
        state, player = rules.start(1, options), CISTERNS.bots[bot](BotSetup("cisterns", 0, 1, options, None, match))
        rules.step(state, [Move(NATURE, match * 104_729)])
        while rules.ask(state) is not None:
            request = Request(0, rules.view(state, 0), rules.legal(state, 0), (), decisions)
            begin = time.process_time()
            action = player.decide(request)
            spent += time.process_time() - begin
            decisions += 1
            rules.step(state, [Move(0, action)])
        out += rules.result(state).reason == "cisterns.end.escaped"
    return out, 1000 * spent / decisions


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=100)
    chosen = parser.parse_args()
    middle, worst, views = turns(chosen.turns)
    print(f"a turn of four, large: {middle:.2f} ms in the middle, {worst:.2f} at worst; five views {views:.2f}")
    for bot in CISTERNS.bots:
        out, spent = coming_out(bot, chosen.matches)
        print(f"{bot}: out of {out} of {chosen.matches} matches, {spent:.2f} ms a decision")


if __name__ == "__main__":
    main()
