"""What the window keeps in memory after a tour of every scene at three sizes. Dummy video.

    python -m tests.bench.bench_memory [--sizes 1280x720 1920x1080 960x540]

prints, after each size, the megabytes that the process has and those of kept sprites.
"""

from __future__ import annotations

import argparse
import gc
import os
import tempfile
from pathlib import Path

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", SOUK_PLAIN="1")

import pygame

from game.cabinets.listed import CABINETS
from game.engine import sprites
from game.engine.clock import FakeClock
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.ground.settings import Settings
from tests.showroom.moment import Moment
from tests.showroom.scenes import SCENES

MEGABYTE = 1 << 20
FRAMES = 6
VISITED = tuple(SCENES)
OF_EACH_GAME = ("setup", "table", "replay", "results", "rules")


def resident() -> float:
    """Megabytes of this process that lie in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def visit(app: App, scene: str, game: str) -> None:
    """Go into a scene, look at it for a moment, and go home."""
    with tempfile.TemporaryDirectory() as folder:
        made = SCENES[scene](Moment(app.context, game, 1, 6, Path(folder)))
        app.context.stack.push(made)
        app.step([])
        while app.context.stack.fading:
            app.step([])
        for _ in range(FRAMES):
            app.step([])
        while len(app.context.stack.scenes) > 1:
            app.context.stack.pop()
            app.step([])
        while app.context.stack.fading:
            app.step([])


def tour(app: App) -> None:
    """Every scene once, and those of each game for each."""
    for scene in VISITED:
        games = tuple(CABINETS) if scene in OF_EACH_GAME else ("marrakech",)
        for game in games:
            visit(app, scene, game)


class GrowingSheet(Sheet):
    """A sheet that takes another size as a window does."""

    def resized(self, width: int, height: int) -> None:
        """Be so large from here on."""
        self._surface = pygame.Surface((width, height))


def main() -> None:
    """Tour and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", nargs="+", default=["1280x720", "1920x1080", "960x540"])
    parser.add_argument("--most", type=float, help="fail where more megabytes are kept in the end")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["SOUK_HOME"] = home
        sizes = [tuple(map(int, size.split("x"))) for size in arguments.sizes]
        app = App(Settings(language="en"), GrowingSheet(sizes[0]), FakeClock(), audible=False, keeps_settings=False)
        app.start(SCENES["title"](Moment(app.context, "marrakech", 1, 6, Path(home))))
        app.step([])
        while app.context.stack.fading:
            app.step([])
        print(f"{'title':12} process {resident():6.0f} MB")
        for size in sizes:
            app.step([pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size)])
            tour(app)
            gc.collect()
            kept = sprites.kept_bytes() / MEGABYTE
            print(f"{size[0]}x{size[1]:<7} process {resident():6.0f} MB  sprites {kept:6.1f} MB", flush=True)
        app.close()
        if arguments.most and resident() > arguments.most:
            raise SystemExit(f"more than {arguments.most:.0f} MB")


if __name__ == "__main__":
    main()
