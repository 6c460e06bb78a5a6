"""Omok's engine against itself through both ends of the Gomocup protocol, and lines that were tampered with.

    SOUK_PLAIN=1 python -m tests.bench.brain_omok

plays 100 matches of the three rules that have a number, each after two stones by chance, and holds every stone to our
own rules; then lets the engine hear 10,000 mutated lines. Neither raises anything where all is well.

    python -m tests.bench.brain_omok clock [--limits 200 500 1000] [--stones 20] [--busy 0]

is a manager that counts: it starts `omok-brain` as a program, tells it so many milliseconds a move, and measures from
the line it writes to the line it reads, with so many other programs that use all of a processor beside it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Literal

from game.cabinets.omok.cabinet import OMOK
from game.cabinets.omok.state import Options, Place
from game.core.match.match import Match
from tests.cabinets.omok.test_brain import both_ends, mutated

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


def timed(limit: int, stones: int) -> list[float]:
    """Seconds from asking for a stone to its answer, for each of so many stones."""
    engine = subprocess.Popen(
        [sys.executable, "main.py", "omok-brain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        bufsize=1,
    )
    assert engine.stdin and engine.stdout
    seconds: list[float] = []

    def heard(*lines: str) -> str:
        assert engine.stdin and engine.stdout
        began = time.perf_counter()
        engine.stdin.write("".join(f"{line}\n" for line in lines))
        while (answer := engine.stdout.readline().strip()).startswith("MESSAGE"):
            pass
        seconds.append(time.perf_counter() - began)
        return answer

    assert heard(f"START {SIZE}") == "OK"
    engine.stdin.write(f"INFO timeout_turn {limit}\nINFO rule 0\n")
    seconds.clear()
    seed = 0
    while len(seconds) < stones:
        seed += 1
        match, other = Match(OMOK.rules, 2, Options(rule="free", colours="seat"), seed, undo=False), both_ends()
        other.start("free")
        match.tick(0.0)
        while not match.over and len(seconds) < stones:
            seat = match.waiting_for[0]
            moves = match.view(seat).moves
            if len(moves) < 2:
                point = Random(seed + len(moves)).choice(range(96, 129))
            elif seat == seed % 2:
                point = other.move(moves)
            else:
                told = [f"{at % SIZE},{at // SIZE},{1 + (place + len(moves)) % 2}" for place, at in enumerate(moves)]
                x, y = map(int, heard("BOARD", *told, "DONE").split(","))
                point = y * SIZE + x
            match.offer(seat, Place.on(point, SIZE))
            match.tick(0.0)
    engine.stdin.write("END\n")
    engine.wait(10)
    return seconds


def count_time(limits: Sequence[int], stones: int, busy: int) -> None:
    """Print how long moves took under each limit, in milliseconds."""
    spin = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range(busy)]
    try:
        for limit in limits:
            taken = sorted(1000 * second for second in timed(limit, stones))
            over = sum(each > limit for each in taken)
            told = (
                f"median {taken[len(taken) // 2]:.0f}, p95 {taken[int(len(taken) * 0.95)]:.0f}, worst {taken[-1]:.0f}"
            )
            print(f"{limit} ms a move: {told}; {over} of {len(taken)} over the limit", flush=True)
    finally:
        for other in others:
            other.kill()
            other.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("matches", "clock"), default="matches")
    parser.add_argument("--limits", type=int, nargs="*", default=[200, 500, 1000])
    parser.add_argument("--stones", type=int, default=20)
    parser.add_argument("--busy", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.what == "clock":
        count_time(arguments.limits, arguments.stones, arguments.busy)
    else:
        hold_matches()


def hold_matches() -> None:
    """Play the matches and tell the lines."""
    began, ends, stones = time.process_time(), Counter[str](), 0
    for seed in range(MATCHES):
        end, count = played(seed)
        ends[end] += 1
        stones += count
    print(f"{MATCHES} matches: {dict(ends)}, {stones} stones, {time.process_time() - began:.0f} s")
    print(f"{LINES} mutated lines: {mutated(LINES)} answers")


if __name__ == "__main__":
    main()
