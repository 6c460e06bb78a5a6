"""A pen without a limit of ink, as long as it is drawn with: `python -m tests.bench.bench_sketch [SECONDS …]`.

A lively hand gives a place in each of 60 frames a second, over the whole paper. Processor time of a frame in
milliseconds, its mean and its worst in the last second before each time: the pen with what it draws and tells the
others ("own"), and what they draw of it in that frame ("other").
"""

from __future__ import annotations

import os
import sys
import time

os.environ.setdefault("SOUK_PLAIN", "1")

import pygame

from game.cabinets.sketch.freehand.growing import Growing
from game.cabinets.sketch.stage.freehand.ink import WetLine
from game.cabinets.sketch.stage.freehand.pen import Pen
from game.cabinets.sketch.stage.places import Places
from game.engine.canvas import Canvas
from tests.cabinets.sketch.test_freehand import scribble

TIMES = (5, 10, 20, 40, 80)
FRAMES = 60


def main(words: list[str] | None = None) -> None:
    times = sorted(int(word) for word in words or ()) or TIMES
    canvas, places = Canvas.fit(pygame.Surface((1280, 720))), Places(1280, 660, 5)
    pen, growing, own_line, other_line = Pen(0), Growing(0), WetLine(), WetLine()
    own: list[float] = []
    other: list[float] = []
    pen.press(512, 384)
    print(f"{'seconds':>7} {'own':>6} {'worst':>6} {'other':>6} {'worst':>6}")
    for number, (x, y) in enumerate(scribble(times[-1] * FRAMES), 1):
        begun = time.process_time()
        pen.move(x, y)
        pen.update(1 / FRAMES)
        news = pen.news()
        own_line.draw(canvas, places, pen.line, "#102030")
        between = time.process_time()
        if news is not None:
            growing.take(news)
        other_line.draw(canvas, places, growing.line, "#102030", tip=True)
        own.append(1000 * (between - begun))
        other.append(1000 * (time.process_time() - between))
        if number % FRAMES == 0 and number // FRAMES in times:
            told = (f"{sum(of[-FRAMES:]) / FRAMES:6.2f} {max(of[-FRAMES:]):6.2f}" for of in (own, other))
            print(f"{number // FRAMES:7}", *told)


if __name__ == "__main__":
    main(sys.argv[1:])
