"""What comparing players round by round is worth, where they are drawn into several rooms.

    python -m tests.bench.bench_rooms [--players 60] [--games 1000] [--turns 120]

Built-in players take the entries' places, the same style many times. Prints the standard error of a pair's difference
by its rounds, by the games that it played in one room, and as if all games were independent; how many pairs each of the
first two tells apart with certainty, and how many of those are of the same style; and how much the games of a round are
alike beyond chance (the intraclass correlation).
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from itertools import combinations

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.evaluation.result import Evaluation
from game.cabinets.l4g.evaluation.several_rooms import rooms_of
from game.cabinets.l4g.players.bots import BOTS
from game.cabinets.l4g.rules.rules import Options
from game.core.bot.loading import BuiltinSpec
from game.core.contest.certainty import Certainty, Lead, accepted, certain_of_grades, two_sided
from game.core.work.run import Order, run


def error_of(values: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    return statistics.stdev(values) / len(values) ** 0.5


def alike(grades: Sequence[int], size: int) -> float:
    """Return the intraclass correlation of grades in rounds of `size` games."""
    rounds = [grades[first : first + size] for first in range(0, len(grades), size)]
    between = statistics.variance(map(statistics.mean, rounds)) * size
    within = statistics.mean(map(statistics.variance, rounds))
    return (between - within) / (between + (size - 1) * within)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description="Compare players who sat in several rooms in two ways.")
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=120)
    options = parser.parse_args(arguments)
    styles = list(BOTS)
    own = {f"e{number}": BuiltinSpec(styles[number % len(styles)]) for number in range(options.players)}
    order = Order(
        Options(turns=options.turns), bots=tuple(own), seed="souk", games=options.games, own=own, checked=True
    )
    found = run(rooms_of(L4G, order), lambda progress: None)
    _tell(found, own)
    return 0


def _tell(found: Evaluation, own: dict[str, BuiltinSpec]) -> None:
    assert found.rooms is not None
    size = found.rooms.games
    pairs = list(combinations(own, 2))
    rounds, together, free, leads = [], [], [], []
    for one, other in pairs:
        mine, theirs = found.grades[one], found.grades[other]
        both = [a - b for a, b in zip(mine, theirs, strict=True) if a is not None and b is not None]
        observed = zip(found.observed[one], found.observed[other], strict=True)
        rounds.append(error_of([(a - b) / size for a, b in observed]))
        together.append(error_of(both))
        free.append((error_of(_played(mine)) ** 2 + error_of(_played(theirs)) ** 2) ** 0.5)
        mean = statistics.mean(both)
        first, second = (one, other) if mean >= 0 else (other, one)
        chance = two_sided(abs(mean) / together[-1], len(both) - 1) if together[-1] else 1.0
        leads.append(Lead(first, second, chance))
    by_rounds = certain_of_grades({name: found.observed[name] for name in own}, dict.fromkeys(own, 1))
    print(f"{len(own)} players in {found.rooms.count} rooms, {len(found.rooms.rounds)} rounds of {size} games")
    for what, errors in (("by rounds", rounds), ("by games of one room", together), ("if all were free", free)):
        print(f"standard error of a difference {what}: {statistics.mean(errors):.2f}")
    for what, certain in (("rounds", by_rounds), ("games of one room", accepted(tuple(own), leads))):
        print(f"certain by {what}: {len(certain.better)} of {len(pairs)}, {_equals(certain, own)} of the same style")
    if size > 1:
        print(f"alike in a round: {statistics.mean(alike(_played(found.grades[name]), size) for name in own):.3f}")


def _played(grades: Sequence[int | None]) -> list[int]:
    return [grade for grade in grades if grade is not None]


def _equals(certain: Certainty, own: dict[str, BuiltinSpec]) -> int:
    """Return how many claims are wrong: both have the same style."""
    return sum(own[one] == own[other] for one, other in certain.better)


if __name__ == "__main__":
    sys.exit(main())
