"""F11 twice under a window manager: the window is where it was, and as large."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.engine.virtual_screen import MISSING, virtual_screen
from tests.processes import PATIENCE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"takes Debian's {', '.join(MISSING)}"),
]


@pytest.fixture
def screen() -> Iterator[str]:
    """A display with a window manager."""
    with virtual_screen() as name:
        yield name


@pytest.mark.parametrize("fullscreen", ["false", "true"])
def test_the_window_is_as_it_was(screen: str, tmp_path: Path, fullscreen: str) -> None:
    environment = {**os.environ, "DISPLAY": screen, "SOUK_HOME": str(tmp_path), "SDL_AUDIODRIVER": "dummy"}
    environment.pop("SDL_VIDEODRIVER", None)
    settings = tmp_path / "config" / "settings.toml"
    settings.parent.mkdir()
    settings.write_text(f"[display]\nwidth = 960\nheight = 540\nfullscreen = {fullscreen}\n", encoding="utf-8")

    def asked(*words: str) -> str:
        return subprocess.run(
            ["xdotool", *words], env=environment, capture_output=True, encoding="utf-8"
        ).stdout.strip()

    def geometry(seen: str) -> str:
        return asked("getwindowgeometry", seen).partition("\n")[2]

    def other_than(seen: str, before: str) -> str:
        """The place and size of the window, once they are others and stay so."""
        end = time.monotonic() + PATIENCE
        last, since = geometry(seen), time.monotonic()
        while last == before or time.monotonic() - since < 1:
            assert time.monotonic() < end, f"the window stayed {before}"
            time.sleep(0.05)
            now = geometry(seen)
            if now != last:
                last, since = now, time.monotonic()
        return last

    program = subprocess.Popen([sys.executable, "main.py"], cwd=ROOT, env=environment)
    try:
        seen = asked("search", "--sync", "--onlyvisible", "--class", "souk").splitlines()[-1]
        states = [other_than(seen, "")]
        for _ in range(4):
            asked("key", "F11")
            states.append(other_than(seen, states[-1]))
    finally:
        program.terminate()
        program.wait()
    windowed, full = states[fullscreen == "true" :][:2]
    assert "960x540" in windowed and "1280x800" in full
    assert states[fullscreen == "true" :] == [windowed, full, windowed, full, windowed][: 5 - (fullscreen == "true")]
