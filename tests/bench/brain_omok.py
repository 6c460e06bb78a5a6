"""Omok's engine against itself through both ends of the Gomocup protocol, and lines that were tampered with.

    SOUK_PLAIN=1 python -m tests.bench.brain_omok

plays 100 matches of the three rules that have a number, each after two stones by chance, and holds every stone to our
own rules; then lets the engine hear 10,000 mutated lines. Neither raises anything where all is well.
"""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from typing import Literal

from game.cabinets.omok.cabinet import OMOK
from game.cabinets.omok.state import Options, Place
from game.core.match.match import Match
from tests.test_omok_brain import both_ends, mutated

MATCHES, LINES = 100, 10_000
SIZE = 15
RULES: tuple[Literal["free", "standard", "renju"], ...] = ("free", "standard", "renju")


def played(seed: int) -> tuple[str, int]:
    """How a match ended, and after how many stones."""
    chance, rule = Random(seed), RULES[seed % len(RULES)]
    match = Match(OMOK.rules, 2, Options(rule=rule, colours="seat"), seed, undo=False)
    match.tick(0.0)
    ends = both_ends(), both_ends()
    for engine in ends:
        engine.start(rule)
    while not match.over:
        seat = match.waiting_for[0]
        moves = match.view(seat).moves
        point = ends[seat].move(moves) if len(moves) > 1 else chance.choice(range(96, 129))
        refusal = match.offer(seat, Place.on(point, SIZE))
        assert refusal is None or len(moves) < 2, (seed, refusal)
        match.tick(0.0)
    return match.result().reason.rpartition(".")[2], match.turns()


def main() -> None:
    began, ends, stones = time.process_time(), Counter[str](), 0
    for seed in range(MATCHES):
        end, count = played(seed)
        ends[end] += 1
        stones += count
    print(f"{MATCHES} matches: {dict(ends)}, {stones} stones, {time.process_time() - began:.0f} s")
    print(f"{LINES} mutated lines: {mutated(LINES)} answers")


if __name__ == "__main__":
    main()
