"""How long frames of L4G take with 49 players moving, at 1280×720. Dummy video: all drawing, no flip.

    python -m tests.bench.bench_l4g_frames

prints milliseconds a frame (median, p95, p99, worst; by the clock, and by the time this thread had on a core) for
whole games of random players, the first while one sees the whole room, the others while one follows a player.
"""

from __future__ import annotations

import gc
import os

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", SOUK_PLAIN="1")

import pygame

from game.cabinets.l4g.stage.stage import L4gStage
from tests.bench.bench_frames import report
from tests.bench.bench_slime_frames import Times, timed
from tests.cabinets.l4g.staging import TABLE, draw_table, game, surroundings, table_canvas

SIZE = (1280, 720)
FRAME = 1 / 60
TURNS = 60


def frames(seed: int, follow: int | None) -> Times:
    """Every frame of a game, the first ones excepted, in which the scene is still dark."""
    canvas = table_canvas(*SIZE)
    stage = L4gStage(surroundings())
    stage.fit(*TABLE)
    times: Times = []
    for number, (_, view, events) in enumerate(game(seed, until=TURNS)):
        if number < 4:
            stage.reset(view)
            stage.follow(follow)
            for _ in stage.warm(canvas):
                pass
            draw_table(stage, canvas)
            continue
        times.append(timed(lambda view=view, events=events: stage.show(view, events)))  # type: ignore[misc]

        def frame() -> None:
            stage.update(FRAME)
            draw_table(stage, canvas)

        times.append(timed(frame))
        while stage.busy:
            times.append(timed(frame))
    return times


def main() -> None:
    """Measure and print."""
    pygame.init()
    pygame.display.set_mode(SIZE)
    gc.collect()
    gc.freeze()
    report("whole room", frames(3, None))
    report("following 5", frames(3, 5))
    report("following 20", frames(4, 20))


if __name__ == "__main__":
    main()
