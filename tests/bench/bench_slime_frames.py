"""How long frames of Slime take while much land floods, at 1280×720. Dummy video: all drawing, no flip.

    python -m tests.bench.bench_slime_frames

prints milliseconds a frame (median, p95, p99, worst; by the clock, and by the time this thread had on a core) for
turns in which 189 squares flood at once, and for turns of a random match, one after the other.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

import pygame

from game.cabinets.slime.stage import SlimeStage
from game.core.rules import SPECTATOR
from tests.bench.bench_frames import report
from tests.slime_table import RULES, about_to_flood, draw_table, match, play, surroundings, table_canvas

SIZE = (1280, 720)
FRAME = 1 / 60
FLOODS, TURNS = 20, 60
FRAMES_A_TURN = 60

Times = list[tuple[float, float]]


def timed(work: Callable[[], None]) -> tuple[float, float]:
    """Milliseconds of some work, by the clock and on the core."""
    begin, core = time.perf_counter(), time.thread_time()
    work()
    return (time.perf_counter() - begin) * 1000, (time.thread_time() - core) * 1000


def floods(stage: SlimeStage, frame: Callable[[], None]) -> Times:
    """Every frame of turns in which most of the field floods; not the first one after each leap to their start."""
    times = []
    for _ in range(FLOODS):
        state = about_to_flood()
        stage.reset(RULES.view(state, SPECTATOR))
        frame()
        _, view, events = play(state)
        times.append(timed(lambda view=view, events=events: stage.show(view, events)))  # type: ignore[misc]
        times += [timed(frame) for _ in range(FRAMES_A_TURN)]
    return times


def turns(stage: SlimeStage, frame: Callable[[], None]) -> Times:
    """Every frame of a random match."""
    times = []
    for _, view, events in match(3, TURNS):
        if not events:
            stage.reset(view)
            frame()
            continue
        times.append(timed(lambda view=view, events=events: stage.show(view, events)))  # type: ignore[misc]
        times += [timed(frame) for _ in range(FRAMES_A_TURN)]
    return times


def main() -> None:
    """Measure and print."""
    pygame.init()
    pygame.display.set_mode(SIZE)
    canvas = table_canvas(*SIZE)
    stage = SlimeStage(surroundings())
    stage.reset(RULES.view(about_to_flood(), SPECTATOR))
    for _ in stage.warm(canvas):
        pass

    def frame() -> None:
        stage.update(FRAME)
        draw_table(stage, canvas)

    frame()
    gc.collect()
    gc.freeze()
    report("189 squares flood", floods(stage, frame))
    report("random match", turns(stage, frame))


if __name__ == "__main__":
    main()
