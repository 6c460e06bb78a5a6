"""Four at one screen of a real window: two at the keyboard of an X display, two at pads of SDL's own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.cabinets.racer.course import RUN
from game.core.errors import SpokenError
from game.core.recording.replay import read_replay
from tests import ROOT
from tests.engine.virtual_screen import MISSING, virtual_screen
from tests.processes import PATIENCE

PROGRAM = """
import sys, threading
from game.commands import main
from game.engine.loop.app import App
from tests.engine.virtual_pad import VirtualPad

def listen():
    for line in sys.stdin:
        number, value = line.split()
        pads[int(number)].push(0, float(value))

def started(app, first):
    begin(app, first)
    pads.extend((VirtualPad(), VirtualPad()))
    threading.Thread(target=listen, daemon=True).start()

pads, begin = [], App.start
App.start = started
sys.exit(main(["play", "racer", "--seats", "human*4", "--option", "hurdles=60", "--option", "seconds=180",
               "--record", sys.argv[1]]))
"""
"""The program, with two pads plugged in that move as standard input says: `<pad> <push to the right>`."""

AGAIN = 5.0
"""Seconds after which who was not heard presses again."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="finds SDL among the libraries as Linux tells it"),
    pytest.mark.skipif(bool(MISSING), reason=f"takes Debian's {', '.join(MISSING)}"),
]


def running(recording: Path) -> list[bool]:
    """Who runs, by what each seat said last of the buttons it holds."""
    held = [0] * 4
    try:
        steps = read_replay(recording).steps
    except SpokenError:
        return [False] * 4  # it has not begun
    for move in (move for step in steps for move in step.moves if move.seat >= 0 and not move.forced):
        said = move.action["held"]
        held[move.seat] = said[-1][1] if said else held[move.seat]
    return [bool(buttons & RUN) for buttons in held]


def comes(condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Look often, as long as a test may take, or shorter."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def test_four_people_run_and_stop_each_for_themselves(tmp_path: Path) -> None:
    recording = tmp_path / "race.souk"
    with virtual_screen() as screen:
        environment = {**os.environ, "DISPLAY": screen, "SOUK_HOME": str(tmp_path), "SDL_AUDIODRIVER": "dummy"}
        environment.pop("SDL_VIDEODRIVER", None)

        def keyboard(*words: str) -> str:
            return subprocess.run(
                ["xdotool", *words], env=environment, capture_output=True, encoding="utf-8"
            ).stdout.strip()

        program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(recording)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            encoding="utf-8",
        )

        def stick(number: int, value: float) -> None:
            assert program.stdin is not None
            print(number, value, file=program.stdin, flush=True)

        def expect(*runners: bool) -> None:
            assert comes(lambda: running(recording) == [*runners]), f"{running(recording)} instead of {[*runners]}"

        def press_first(key: str) -> None:
            """Until it is heard: the window manager may take the focus from a window that has just opened."""
            for _ in range(int(PATIENCE / AGAIN)):
                keyboard("windowfocus", "--sync", window)
                keyboard("keyup", key)
                keyboard("keydown", key)
                if comes(lambda: any(running(recording)), AGAIN):
                    break

        try:
            window = keyboard("search", "--sync", "--onlyvisible", "--class", "souk").splitlines()[-1]
            assert comes(recording.exists), "no race"
            press_first("d")
            expect(True, False, False, False)
            stick(0, 1.0)
            expect(True, True, False, False)
            keyboard("keydown", "Right")
            expect(True, True, True, False)
            stick(1, 1.0)
            expect(True, True, True, True)
            keyboard("keyup", "d")
            stick(1, 0.0)
            expect(False, True, True, False)
        finally:
            program.kill()
            program.wait()
