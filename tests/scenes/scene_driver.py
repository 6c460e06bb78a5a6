"""Drives scenes in the real loop under a fake clock, by inputs alone."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from game.cabinets.listed import CABINETS
from game.engine.clock import FakeClock
from game.engine.input import (
    KEYBOARD,
    Command,
    CommandName,
    Device,
    InputEvent,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.engine.scene import Context, Scene
from game.ground.settings import Settings
from game.scenes.feeds.feed import Feed
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.table.scene import TableScene
from tests.processes import PATIENCE


def plan(game: str, *seats: str, seed: int = 3, limit: float | None = None) -> MatchPlan:
    """A match of `seats` ("human" or a bot), named after their numbers."""
    cabinet = CABINETS[game]
    named = tuple(SeatPlan(f"Seat {number}", spec) for number, spec in enumerate(seats))
    return MatchPlan(game, named, cabinet.info.options(), seed, limit)


def played(feed: LocalFeed, steps: int | None = None, seed: int = 1) -> LocalFeed:
    """The feed of a match between people, played at random for so many steps or to its end."""
    random = Random(seed)
    feed.poll(0.0)
    while not feed.over and (steps is None or len(feed.entries) < steps):
        choice = feed.choice
        assert choice is not None and choice.legal is not None
        assert feed.play(choice.seat, random.choice(list(choice.legal))) is None
        feed.poll(0.0)
    return feed


def play_out(driver: Driver, table: TableScene) -> None:
    """Play the first legal action of a table again and again, without waiting for its picture."""
    while not table.feed.over:
        choice = table.feed.choice
        if choice is not None and choice.legal:
            assert table.feed.play(choice.seat, next(iter(choice.legal))) is None
        table.conductor.hurry()
        driver.app.step([], draw=False)


class Told(list[str]):
    """What was said by `Context.notify`, in whose place it stands."""

    def __call__(self, text: str, *, while_true: Callable[[], bool] | None = None) -> None:
        """Keep what is said."""
        self.append(text)


class Driver:
    """An App on a sheet, stepped by hand."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def context(self) -> Context:
        """The scenes' context."""
        return self.app.context

    @property
    def top(self) -> Scene:
        """The scene that takes input."""
        scene = self.context.stack.top
        assert scene is not None
        return scene

    def step(self, frames: int = 1, *, draw: bool = True) -> None:
        """Let frames pass, the last of them drawn."""
        for number in range(frames):
            self.app.step([], draw=draw and number == frames - 1)

    def send(self, *events: InputEvent) -> None:
        """Give inputs to the scene on top, a frame each, the last of them drawn."""
        for event in events:
            self.context.stack.handle(event)
            self.step(draw=event is events[-1])

    def command(self, name: CommandName, device: Device = KEYBOARD) -> None:
        """One command."""
        self.send(Command(name, device))

    def click(self, x: float, y: float) -> None:
        """Point, press, release."""
        self.send(PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y))

    def until(self, condition: Callable[[], bool], frames: int = 6000) -> None:
        """Step until something holds; fails after so many frames, or when a process keeps it waiting."""
        end = time.monotonic() + PATIENCE
        for _ in range(frames):
            if condition():
                return
            self.app.step([], draw=False)
            while self._waits_for_a_process() and not condition():
                assert time.monotonic() < end, "a bot's process did not answer"
                time.sleep(0.002)
                self.app.step([], draw=False)
        raise AssertionError(f"waited {frames} frames in vain, last at {type(self.top).__name__}")

    def _waits_for_a_process(self) -> bool:
        feed = getattr(self.context.stack.top, "feed", None)
        stage = getattr(self.context.stack.top, "stage", None)
        return isinstance(feed, Feed) and bool(feed.thinking) and not (stage and stage.busy)


@contextmanager
def driving(
    make: Callable[[Context], Scene], *, size: tuple[int, int] = (960, 540), text_size: int = 100, language: str = "en"
) -> Iterator[Driver]:
    """A driver whose scene is in sight; everything is closed afterwards."""
    settings = Settings()
    settings.language = "ko" if language == "ko" else "en"
    settings.display.text_size = text_size
    app = App(settings, Sheet(size), FakeClock(), audible=False)
    driver = Driver(app)
    try:
        app.start(make(app.context))
        app.step([], draw=False)
        driver.until(lambda: not app.context.stack.fading)
        yield driver
    finally:
        app.close()
