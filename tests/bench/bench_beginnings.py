"""How long people in a waiting room wait for an answer while a match with the dearest level of all is begun.

    chrt --rr 5 python -m tests.bench.bench_beginnings [--matches 8]

Three ping a hundred times a second; the owner chooses a level by topology of 96 × 96 squares, which takes a third of a
second to make, begins, stops, and chooses the next one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from game.core.forge.formats.codes import write_recipe
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Recipe
from net.evening import Stop
from net.messages import Choose, Ready, Rematch, Start
from tests.net.hostile.attacks import Waiting
from tests.net.lan_host import hosted


def begin(honest: Waiting, code: str) -> float:
    """Begin and stop a match with the level of a code; return the seconds from asking until it begins."""
    owner, other = honest.peers[:2]
    owner.send(Choose("cisterns", {"level": code}, ("open", "open")))
    honest.play(lambda: owner.room.options.get("level") == code)
    other.send(Ready(True))
    honest.play(lambda: any(seat.ready for seat in owner.room.seats))
    owner.begun, since = None, time.perf_counter()
    owner.send(Start())
    honest.play(lambda: owner.begun is not None)
    took = time.perf_counter() - since
    owner.send(Stop())
    honest.play(lambda: owner.room.phase == "after")
    owner.send(Rematch())
    honest.play(lambda: owner.room.phase == "waiting")
    return took


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, begin matches, print how they and the others fared."""
    parser = argparse.ArgumentParser(description="Begin matches with dear levels.")
    parser.add_argument("--matches", type=int, default=8)
    options = parser.parse_args(arguments)
    topology = METHODS["topology"]
    wanted = {"rooms": 40, "difficulty": 10, "reward": 0, "loops": 10, "look": 8}
    values = topology.settled(wanted, 96, 96)
    with tempfile.TemporaryDirectory() as folder, hosted(Path(folder), "--games") as host:
        honest = Waiting(host)
        honest.play(lambda: len(honest.taken) >= 100)
        quiet = honest.slowest
        honest.taken.clear()
        took = [
            begin(honest, write_recipe(Recipe("topology", topology.version, number, 96, 96, values)))
            for number in range(1, options.matches + 1)
        ]
        answers = sorted(honest.taken)
        for peer in honest.peers:
            peer.close()
    middle, p99, worst, before = (
        f"{seconds * 1000:.1f}" for seconds in (answers[len(answers) // 2], honest.slowest, answers[-1], quiet)
    )
    print(f"{len(took)} matches began after {min(took):.2f} to {max(took):.2f} s")
    print(f"{len(answers)} answers: {middle} ms (middle), {p99} (p99; {before} before), {worst} (worst)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
