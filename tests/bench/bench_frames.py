"""How long frames take, and how soon the first picture is there. Dummy video: all drawing, no flip.

    python -m tests.bench.bench_frames

prints milliseconds a frame (median, p95, p99, worst; by the clock, and by the time this thread had on a core,
which other programs do not disturb) for the title and for a table at which a match is animated
while an expert thinks in its own process, at 1280×720 and in real time; and the seconds from the start of the
interpreter to the first picture of the title.
"""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", SOUK_PLAIN="1")

from game.cabinets.listed import CABINETS
from game.engine.clock import FakeClock
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.engine.scene import Context, Scene
from game.ground.settings import Settings
from game.scenes import arcade
from game.scenes.feeds.plan import MatchPlan, SeatPlan

SIZE = (1280, 720)
FRAME = 1 / 60
TITLE_FRAMES, TABLE_FRAMES, STARTS = 600, 1800, 3
SETTLE = 90
"""Frames left out at the start: fades, and sprites made behind them."""


def table(context: Context) -> Scene:
    """Four experts, so that one of them always thinks."""
    seats = tuple(SeatPlan(f"Expert {seat}", "expert") for seat in range(4))
    return arcade.table(context, MatchPlan("marrakech", seats, CABINETS["marrakech"].info.options(), 5))


def frame_times(make: Callable[[Context], Scene], frames: int) -> list[tuple[float, float]]:
    """Milliseconds of each frame, by the clock and on the core, at the pace of a real window."""
    clock = FakeClock()
    clock.real = True  # frames come at the pace of a window
    app = App(Settings(language="en"), Sheet(SIZE), clock, audible=False)
    times = []
    try:
        app.start(make(app.context))
        for number in range(SETTLE + frames):
            begin, core = time.perf_counter(), time.thread_time()
            app.step([])
            spent, busy = time.perf_counter() - begin, time.thread_time() - core
            if number >= SETTLE:
                times.append((spent * 1000, busy * 1000))
            time.sleep(max(0.0, FRAME - spent))
    finally:
        app.close()
        gc.collect()
    return times


def first_picture() -> float:
    """Seconds from the start of the interpreter to the first whole picture of the title."""
    code = (
        "from game.engine.loop.app import App; from game.engine.clock import SystemClock\n"
        "from game.engine.loop.window import Sheet; from game.scenes import arcade\n"
        "from game.ground.settings import Settings\n"
        f"app = App(Settings(), Sheet({SIZE}), SystemClock(), audible=False)\n"
        "app.start(arcade.title(app.context))\n"
        "app.step([])\n"
        "while app.context.stack.fading: app.step([])\n"
        "app.close()"
    )
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - begin


def report(name: str, times: list[tuple[float, float]]) -> None:
    """Two lines of figures."""
    for kind, column in zip(("clock", "core"), zip(*times, strict=True), strict=True):
        ordered = sorted(column)
        p95, p99 = (ordered[int(len(ordered) * share)] for share in (0.95, 0.99))
        middle = statistics.median(ordered)
        print(f"{name:24} {kind:5} median {middle:5.2f}  p95 {p95:5.2f}  p99 {p99:5.2f}  worst {ordered[-1]:6.2f} ms")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["SOUK_HOME"] = str(Path(home))
        print(f"first picture            {min(first_picture() for _ in range(STARTS)):.2f} s (best of {STARTS})")
        report("title", frame_times(arcade.title, TITLE_FRAMES))
        report("table, experts thinking", frame_times(table, TABLE_FRAMES))


if __name__ == "__main__":
    main()
