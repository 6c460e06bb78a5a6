"""`python -m tests.bench.bench_rails_bots greedy,expert --maps 12 [--first 100] [--cash 60000]`: who wins, how far.

The last computer is measured against the others; seats and who builds first go round. 24 rounds on the usual map.
"""

from __future__ import annotations

import argparse
import statistics

from tests.cabinets.rails.duels import duel


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names")
    parser.add_argument("--maps", type=int, default=12)
    parser.add_argument("--first", type=int, default=100)
    parser.add_argument("--cash", type=int, default=60_000)
    arguments = parser.parse_args()
    names = arguments.names.split(",")
    won, ratios = 0, []
    for number in range(arguments.first, arguments.first + arguments.maps):
        turn = number // len(names) % len(names)  # who builds first in a round goes round with the number
        state = duel((*names[turn:], *names[:turn]), number, rounds=24, cash=arguments.cash)
        own = (len(names) - 1 - turn) % len(names)
        others = [value for seat, value in enumerate(state.delivered) if seat != own]
        won += state.delivered[own] > max(others)
        ratios.append(state.delivered[own] / max(1.0, statistics.mean(others)))
        print(number, own, state.delivered, flush=True)
    middle, mean = statistics.median(ratios), statistics.mean(ratios)
    print(f"{names[-1]} won {won} of {arguments.maps}; times the others: median {middle:.2f}, mean {mean:.2f}")


if __name__ == "__main__":
    main()
