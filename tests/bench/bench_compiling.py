"""How long the first match on a machine takes for making machine code.

    python -m tests.bench.bench_compiling [GAME …]

Plays one match of each game's computers twice in a home of its own: the first makes machine code and keeps it, the
second finds it. Seconds of the processor, all processes of a match together.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from typing import Final

MATCHES: Final = {
    "rails": ("--seats", "expert,greedy", "--option", "rounds=4"),
    "omok": (),
    "tablut": (),
    "volcano": (),
    "gems": (),
    "l4g": (),
}
"""A short match of the games whose rules or computers are compiled."""


def taken(home: str, game: str) -> float:
    """Seconds of the processor that a match takes."""
    environment = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **os.environ, "SOUK_HOME": home}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "main.py", "play", game, "--headless", "--seed", "1", *MATCHES[game]]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(words: list[str]) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", choices=[[], *MATCHES], default=[], metavar="GAME")
    for game in parser.parse_args(words).games or MATCHES:
        with tempfile.TemporaryDirectory() as home:
            first, second = taken(home, game), taken(home, game)
        print(f"{game}: {first:.1f} s the first time, {second:.1f} s from then on, {first - second:.1f} s to compile")


if __name__ == "__main__":
    main(sys.argv[1:])
