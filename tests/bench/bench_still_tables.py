"""What a guest's drawer spends on a table at rest: `python -m tests.bench.bench_still_tables [GAME …]`.

Plays each match some turns far, draws its table on a sheet of 824 × 1760 until it has come to rest, and prints the
milliseconds of the processor, in the middle and 95 of 100, that one more frame takes: of a sheet that knows that it
shows this already, and of one that is painted each time; and those in which a picture is compared with the one before.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

from game.cabinets.stages import STAGES
from game.engine.clock import FakeClock
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.ground.settings import Settings
from game.scenes.guests.tiles import Tiles
from game.scenes.table.scene import TableScene
from tests.showroom.moment import Moment, played

SIZE = (824, 1760)
TURN, DRAWINGS = 6, 200
SETTLE = 150
"""Frames in which what moves at the beginning has come to rest."""


def times(act: Callable[[], object]) -> str:
    """Return the milliseconds of the processor that something takes: the middle, and 95 of 100."""
    found = []
    for _ in range(DRAWINGS):
        began = time.thread_time()
        act()
        found.append(1000 * (time.thread_time() - began))
    return f"{statistics.median(found):.2f} and {sorted(found)[len(found) * 95 // 100]:.2f} ms"


def at_rest(game: str, folder: Path, *, remembers: bool) -> App:
    """Return a guest's program that shows a table at rest."""
    app = App(
        Settings(language="en"), Sheet(SIZE), FakeClock(), audible=False, keeps_settings=False, remembers=remembers
    )
    app.context.hand.finger = True
    app.start(TableScene(app.context, played(Moment(app.context, game, 1, TURN, folder))))
    for number in range(SETTLE):
        app.step([], draw=number > SETTLE - 3)
    return app


def main() -> None:
    """Measure and print."""
    upright = sorted(game for game, stage in STAGES.items() if stage.upright)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(upright))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SOUK_HOME"] = folder
        for game in arguments.games or upright:
            said = []
            for remembers in (True, False):
                app, tiles = at_rest(game, Path(folder), remembers=remembers), Tiles()
                said.append(times(lambda app=app: app.step([])))  # type: ignore[misc]
                surface = app.screen.surface
                tiles.messages(surface, 0.0)
                tiles.messages(surface, 1.0)
                compared = times(lambda tiles=tiles, surface=surface: tiles.messages(surface, 2.0))  # type: ignore[misc]
                app.close()
            print(f"{game:10} known {said[0]}, painted {said[1]}, compared {compared}", flush=True)


if __name__ == "__main__":
    main()
