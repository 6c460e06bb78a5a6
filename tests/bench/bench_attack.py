"""How the honest fare while a LAN host is attacked: every attack of tests/net/hostile, or those that are named.

    python -m tests.bench.bench_attack [storm announced_gigabytes …] [--pieces 200000]

Two honest players move a hundred times a second, a third person watches; a move is timed from its sending until all
three have seen it. Where strangers wish for the dearest options of every game, the honest wait for a match and ping as
often, since wishes are taken in a waiting room alone. A `storm` is rubbish in every state of a connection. The figures
of a busy machine are those of what else it does: on Linux `chrt --rr 5` before the command gives host and honest the
processor first.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.net.hostile import attacks

ATTACKS: dict[str, attacks.Attack] = {
    attack.__name__: attack
    for attack in (
        attacks.storm,
        attacks.announced_gigabytes,
        attacks.bombs,
        attacks.noise,
        attacks.doorbell,
        attacks.idle_crowd,
        attacks.half_frames,
        attacks.fast_talkers,
        attacks.deaf,
        attacks.guesses,
        attacks.dear_options,
    )
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, attack, print a line for each attack."""
    parser = argparse.ArgumentParser(description="Attack a LAN host.")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--pieces", type=int, default=attacks.STORM, help="of a storm")
    options = parser.parse_args(arguments)
    if unknown := set(options.attacks) - set(ATTACKS):
        parser.error(f"there is no {', '.join(unknown)}")
    os.environ[attacks.PIECES] = str(options.pieces)
    for name in options.attacks or ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            password = "open sesame" if name == "guesses" else ""
            outcome = attacks.under(Path(folder), ATTACKS[name], password)
        quiet, middle, p99, worst = (
            f"{seconds * 1000:.1f}" for seconds in (outcome.quiet, outcome.middle, outcome.p99, outcome.worst)
        )
        before, after = (size >> 20 for size in outcome.memory)
        print(
            f"{name}: {outcome.moves} moves, {middle} ms (middle), {p99} (p99; {quiet} before), {worst} (worst); "
            f"memory {before} → {after} MiB, {outcome.files} files",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
