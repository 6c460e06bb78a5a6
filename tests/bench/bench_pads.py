"""How long a touch on a phone's page takes to the picture that shows it: a real Chromium over loopback.

A race of two runs at 60 frames a second as in its window, on SDL's dummy driver at 1130×636. The time begins before the
browser's own protocol lays the finger on, and ends when the frame that knows of it was given to the display; when the
gate told of it is measured, too.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from pathlib import Path
from random import Random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from game.cabinets.rooftops.stage.stage import RooftopsStage
from game.engine.loop.app import App
from game.engine.loop.window import Window
from game.ground.settings import Display, Settings
from game.scenes.pads import phones as joining
from game.scenes.table.scene import TableScene
from net.web.phone import MESSAGE, Change
from tests.net.web.chromium import CHROMIUM, Chromium
from tests.scenes.table.real_time_table import TableOf

PRESSES = 200
AT = (600.0, 215.0)


def main() -> None:
    if CHROMIUM is None:
        print("no Chromium here: apt-get install chromium")
        return
    settings = Settings(display=Display(width=1130, height=636))
    app = App(settings, Window(settings.display, "bench"), audible=False, keeps_settings=False)
    app.start(TableOf("rooftops", "human", "human", level="first")(app.context))
    told: list[float] = []

    def post(change: Change) -> bool:
        if change.mask:
            told.append(time.perf_counter())
        return usual(change)

    usual, joining._post = joining._post, post
    phones = joining.phones_of(app.context)
    pressed: list[float] = []
    done = threading.Event()

    def thumb() -> None:
        """Sit down, then press and let go again and again, at any moment of a frame."""
        rng = Random(45)
        try:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, Chromium(Path(folder)) as browser:
                browser.open(phones.gate.address("127.0.0.1"))
                while not str(browser.run("document.body.className")).startswith("playing"):
                    browser.run("document.querySelector('#chairs button')?.click()")
                    time.sleep(0.1)
                for _ in range(PRESSES):
                    time.sleep(0.1 + rng.random() / 20)
                    pressed.append(time.perf_counter())
                    browser.touch(AT)
                    time.sleep(0.1)
                    browser.touch(kind="touchEnd")
        finally:
            done.set()

    threading.Thread(target=thumb, daemon=True).start()
    shown: list[float] = []
    frames = 0
    down = False
    while not done.is_set():
        app.step()
        frames += 1
        table = app.context.stack.top
        if not isinstance(table, TableScene) or not isinstance(table.stage, RooftopsStage):
            continue
        holds = bool(table.stage.claims.mask(0) & 16)
        if holds and not down:
            shown.append(time.perf_counter())
        down = holds
    app.close()
    print(f"{len(pressed)} presses, {len(told)} told by the gate, {len(shown)} shown in {frames} frames")
    for name, times in (("gate", told), ("picture", shown)):
        ends = [*pressed[1:], float("inf")]
        firsts = [
            next((at for at in times if since <= at < end), None) for since, end in zip(pressed, ends, strict=True)
        ]
        delays = sorted(at - since for at, since in zip(firsts, pressed, strict=True) if at is not None)
        p50, p95 = (delays[len(delays) * share // 100] * 1000 for share in (50, 95))
        print(f"touch to {name}: p50 {p50:.1f} ms, p95 {p95:.1f} ms of {len(delays)}")
    print(f"{MESSAGE.size} bytes a message, at most 20 a second while something is held without a change")


if __name__ == "__main__":
    main()
