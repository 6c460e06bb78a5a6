"""Drives windows that play over a real network: several Apps in one process, under the clock on the wall."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from game.engine.input import InputEvent
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.engine.scene import Context, Scene
from game.ground.settings import Motion, Settings
from game.ground.settings.declared import Language
from tests.processes import PATIENCE
from tests.scenes.scene_driver import Driver

"""Seconds after which what was waited for is a failure."""
_FRAME = 1 / 60


class Apart(Driver):
    """A window of a computer of its own: what it reads and writes lies in a home that no other has."""

    def __init__(self, app: App, home: Path) -> None:
        super().__init__(app)
        self.home = home

    def step(self, frames: int = 1, *, draw: bool = True) -> None:
        os.environ["SOUK_HOME"] = str(self.home)
        super().step(frames, draw=draw)

    def send(self, *events: InputEvent) -> None:
        os.environ["SOUK_HOME"] = str(self.home)
        super().send(*events)


class WallClock:
    """The time of the machine; a tick never waits, and always counts for one frame."""

    real = False

    def now(self) -> float:
        return time.monotonic()

    def tick(self, frames_per_second: float) -> float:
        return _FRAME


class Windows:
    """Several windows, stepped together."""

    def __init__(self, drivers: Sequence[Driver]) -> None:
        self.drivers = list(drivers)

    def step(self) -> None:
        """One frame of each."""
        for driver in self.drivers:
            driver.step(draw=False)
        time.sleep(0.001)

    def until(self, condition: Callable[[], bool], why: str = "") -> None:
        """Let frames pass until something holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            tops = [type(driver.context.stack.top).__name__ for driver in self.drivers]
            assert time.monotonic() < end, f"{why or 'waited in vain'}, at {tops}"
            self.step()


@contextmanager
def windows(
    makes: Sequence[Callable[[Context], Scene]],
    names: Sequence[str],
    home: Path,
    languages: Sequence[Language] | None = None,
    *,
    apart: bool = False,
) -> Iterator[Windows]:
    """A window for each scene and name, closed in the end, the first last; `apart`, each on a computer of its own.

    SOUK_HOME is then that of the window which is stepped, below `home`: set it with monkeypatch before.
    """
    with ExitStack() as stack:
        drivers = []
        for make, name, language in zip(makes, names, languages or ["en"] * len(names), strict=True):
            settings = Settings(language=language, names=(name,), motion=Motion(pace="instant"))
            app = App(settings, Sheet((640, 360)), WallClock(), settings_path=home / f"{name}.toml", audible=False)
            stack.callback(app.close)
            app.start(make(app.context))
            drivers.append(Apart(app, home / name) if apart else Driver(app))
        together = Windows(drivers)
        together.step()
        together.until(lambda: not any(driver.context.stack.fading for driver in drivers))
        yield together
