"""How long a frame of Volcano Isle takes with 144 hexagons at level 4, while the map is panned and zoomed.

    python -m tests.bench.bench_volcano_frames

prints milliseconds a frame that this thread had on a core (median, p95, worst) at 1280×720: panning, the first frames
after each zoom step apart from the others, and what turning the map costs.
"""

from __future__ import annotations

import os
import statistics
import time

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", SOUK_PLAIN="1")

import pygame

from game.cabinets.volcano.rules import Volcano
from game.cabinets.volcano.stage.stage import VolcanoStage
from game.cabinets.volcano.state import Hexagon, House, Options, View
from game.conformance import bench
from game.core.rules import SPECTATOR
from game.core.space import Hexes
from game.engine.input import KeyPressed

FRAMES = 240


def full_view() -> View:
    """144 hexagons, all on level 4, a building on every other field."""
    rules = Volcano()
    plain = rules.view(rules.start(4, Options()), SPECTATOR)
    cells = Hexes.disc((0, 0), 7)[:144]
    hexes = tuple(Hexagon(*cell, 4, number % 6, number % 6, number // 3) for number, cell in enumerate(cells))
    fields = [top for top in hexes if top.field]
    houses = tuple(House(top.q, top.r, n % 4, (0, 0, 0, 1, 2)[n % 5]) for n, top in enumerate(fields[::2]))
    return View("draw", 0, 48, 48, -1, "", "many", "owner", plain.left, 0, (), hexes, houses, plain.seats, -1)


def told(name: str, times: list[float]) -> None:
    times.sort()
    p95 = times[int(len(times) * 0.95)]
    print(f"{name:28} median {statistics.median(times):6.2f}  p95 {p95:6.2f}  worst {times[-1]:6.2f} ms")


def main() -> None:
    pygame.init()
    pygame.display.set_mode((1, 1))
    stage = VolcanoStage(bench.surroundings(4, Options()))
    stage.reset(full_view())
    canvas = bench.table_canvas(stage)

    def frame() -> float:
        begin = time.thread_time()
        stage.update(1 / 60)
        stage.draw(canvas)
        stage.draw_over(canvas)
        return (time.thread_time() - begin) * 1000

    told("first frame", [frame()])
    told("at rest", [frame() for _ in range(FRAMES)])
    panning, first = [], []
    for number in range(FRAMES):
        stage.handle(KeyPressed(("left", "up", "right", "down")[number // 7 % 4], frozenset({"shift"})))
        panning.append(frame())
    told("panning", panning)
    panning = []
    for key in ("+", "+", "+", "-", "-", "-", "-", "-", "-"):
        stage.handle(KeyPressed(key))
        first.append(frame())
        for number in range(20):
            stage.handle(KeyPressed(("left", "right")[number % 2], frozenset({"shift"})))
            panning.append(frame())
    told("first after a zoom step", first)
    told("panning at all zooms", panning)
    stage.handle(KeyPressed(","))
    told("first after a turn", [frame()])


if __name__ == "__main__":
    main()
