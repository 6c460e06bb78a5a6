"""How long the window takes to open: `python -m tests.bench.bench_start [--runs N]`.

Starts `main.py` in a home of its own, as often as asked after one that is not counted, and prints the medians of the
seconds on the clock and of processor time from the start of the process to two pictures: the first at all, which is
dark, and the first of the street. Without a display it runs under SDL's dummy driver.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from statistics import median

_CHILD = """
import os, sys, time
began = float(sys.argv.pop(1))
from game.engine.loop.window import Window
from game.commands import main
from game.engine.scene import SceneStack

own, shown = Window.present, []

def present(self):
    own(self)
    stack = stacks[0]
    if not shown or not (stack._fade and stack._fade.dark):
        shown.append((time.monotonic() - began, sum(os.times()[:2])))
        print(*shown[-1], flush=True)
    if len(shown) == 2:
        os._exit(0)

stacks = []
first = SceneStack.__init__

def made(self, *more):
    first(self, *more)
    stacks.append(self)

SceneStack.__init__ = made
Window.present = present
main([])
"""


def _run() -> list[tuple[float, float]]:
    """Seconds on the clock and of the processor to the first picture and to the street's."""
    import time

    with tempfile.TemporaryDirectory() as home:
        environment = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **os.environ, "SOUK_HOME": home}
        command = [sys.executable, "-c", _CHILD, str(time.monotonic())]
        told = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout
    lines = [tuple(map(float, line.split())) for line in told.splitlines() if line[:1].isdigit()]
    return [(line[0], line[1]) for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    _run()
    made = [_run() for _ in range(runs)]
    for number, picture in enumerate(("the first picture", "the street")):
        clock, processor = (median(run[number][kind] for run in made) for kind in (0, 1))
        print(f"{picture}: {clock:.2f} s on the clock, {processor:.2f} s of the processor (median of {runs})")


if __name__ == "__main__":
    main()
