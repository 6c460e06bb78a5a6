"""Frames of the Workshop while a slider is moved, at 64×64 (200×15): `python -m tests.bench.bench_workshop_frames`.

Each frame moves a parameter of the method to another value, makes the level, and draws the whole scene on a sheet of
1280×720. Processor time, in milliseconds; SOUK_PLAIN is set, and garbage is collected as seldom as in a window.
"""

from __future__ import annotations

import gc
import os
import time

os.environ.setdefault("SOUK_PLAIN", "1")

from datetime import date
from random import Random

from game.cabinets.workshop.beside.prover import ProverHere
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.method import Number
from game.engine.scene import Context, Scene
from game.scenes import arcade
from tests.scenes.scene_driver import driving

FRAMES = 120
GARBAGE = (700, 10, 50)
"""Thresholds of the collector in a window (`game.engine.loop.app`)."""
SIZES = {"dungeon": (64, 64), "platform": (200, 15)}


def make(context: Context) -> Scene:
    return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), date(2026, 11, 24), ProverHere)


def main() -> None:
    random = Random(1)
    print(f"{'method':14} {'median':>7} {'p95':>7} {'worst':>7}")
    for method in METHODS.values():
        with driving(make) as driver:
            scene = driver.top
            assert isinstance(scene, WorkshopScene)
            scene.bench.choose(method.id)
            scene.desk.set_size(*SIZES[method.kind])
            scene.rebuild()
            sliders = [name for name, parameter in method.parameters.items() if isinstance(parameter, Number)]
            driver.step(5)
            gc.collect()
            gc.freeze()
            gc.set_threshold(*GARBAGE)
            taken = []
            for frame in range(FRAMES):
                name = sliders[frame * len(sliders) // FRAMES]
                parameter = method.parameters[name]
                assert isinstance(parameter, Number)
                begun = time.process_time()
                scene.change(name, random.randint(parameter.low, parameter.high))
                driver.step(1)
                taken.append(1000 * (time.process_time() - begun))
            taken.sort()
            figures = taken[FRAMES // 2], taken[FRAMES * 95 // 100], taken[-1]
            print(f"{method.id:14} " + " ".join(f"{figure:7.1f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
