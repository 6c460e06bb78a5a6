"""How long frames of Slime take while much land floods, at 1280×720. Dummy video: all drawing, no flip.

    python -m tests.bench.bench_slime_frames

prints milliseconds a frame (median, p95, p99, worst; by the clock, and by the time this thread had on a core) for
turns in which 189 squares flood at once, for turns of a random match, one after the other, and for those floods at the
whole table, in the real loop with everything around the board.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

import pygame

from game.cabinets.listed import CABINETS
from game.cabinets.slime.rules import KEEP, Options, Steer
from game.cabinets.slime.stage.stage import SlimeStage
from game.core.rules import SPECTATOR
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.table.scene import TableScene
from tests.bench.bench_frames import report
from tests.cabinets.slime.table import RULES, about_to_flood, draw_table, match, play, surroundings, table_canvas
from tests.scenes.scene_driver import driving

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


def at_the_table() -> Times:
    """Every frame of the floods at a table with two people, from the frame in which both have steered."""
    seats = (SeatPlan("Leila"), SeatPlan("Omar"))
    feed = LocalFeed(CABINETS["slime"], MatchPlan("slime", seats, Options(), 3))
    feed.seat_bots(None, inline=True)
    times = []
    with driving(lambda context: TableScene(context, feed), size=SIZE) as driver:
        table = driver.top
        assert isinstance(table, TableScene)

        def frame() -> None:
            driver.app.step([], draw=True)

        driver.step(90)
        for number in range(FLOODS + 1):
            feed._match._state = about_to_flood()
            table.stage.reset(feed.view)
            driver.until(lambda: table.conductor.chooser is not None)
            driver.step()
            gc.collect()
            gc.freeze()
            for seat in range(2):
                feed.play(seat, Steer(KEEP))
            flood = [timed(frame) for _ in range(FRAMES_A_TURN)]
            times += flood if number else []
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
    report("whole table, floods", at_the_table())


if __name__ == "__main__":
    main()
