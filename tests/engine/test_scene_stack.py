"""The scene stack: when changes are taken, who gets input and time, and the fade between scenes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pygame
import pytest

from game.engine.audio import Audio
from game.engine.canvas import Canvas
from game.engine.clock import FakeClock
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, Resized
from game.engine.scene import Context, Scene, SceneStack
from game.engine.text import Typeface
from game.ground.settings import Settings
from game.ground.texts import Texts

FRAME = 1 / 60


class Named(Scene):
    """A scene that writes down what happens to it."""

    def __init__(self, context: Context, name: str, log: list[str], warming: int = 0) -> None:
        super().__init__(context)
        self.name, self.log, self.warming = name, log, warming
        self.values: list[Any] = []
        self.seconds = 0.0

    def enter(self) -> None:
        self.log.append(f"{self.name} enters")

    def leave(self) -> None:
        self.log.append(f"{self.name} leaves")

    def resumed(self, value: Any) -> None:
        self.log.append(f"{self.name} resumes")
        self.values.append(value)

    def warm(self) -> Iterator[None]:
        for number in range(self.warming):
            self.log.append(f"{self.name} warms {number}")
            self.context.clock.tick(100)
            yield

    def handle(self, event: InputEvent) -> None:
        self.log.append(f"{self.name} {type(event).__name__}")

    def settings_applied(self) -> None:
        self.log.append(f"{self.name} settings")

    def update(self, seconds: float) -> None:
        self.seconds += seconds

    def draw(self, canvas: Canvas) -> None:
        self.log.append(f"{self.name} drawn")
        canvas.surface.fill("#ffffff")


class Overlay(Named):
    overlay: ClassVar[bool] = True


@pytest.fixture
def context() -> Context:
    settings = Settings()
    canvas = Canvas.fit(pygame.Surface((320, 180)))
    return Context(settings, Texts("en"), Typeface(), Audio(settings, audible=False), FakeClock(), canvas)


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.fixture
def stack(context: Context) -> SceneStack:
    return context.stack


def settle(stack: SceneStack) -> None:
    """Let changes be taken and the fade end."""
    stack.begin_frame()
    for _ in range(60):
        stack.update(FRAME)
    assert not stack.fading


def test_changes_wait_for_the_next_frame(context: Context, stack: SceneStack, log: list[str]) -> None:
    stack.push(Named(context, "a", log))
    assert stack.top is None and stack.changing and log == []
    stack.begin_frame()
    assert log == ["a enters"] and not stack.changing


def test_a_popped_scene_returns_a_value(context: Context, stack: SceneStack, log: list[str]) -> None:
    below = Named(context, "below", log)
    stack.push(below)
    stack.push(Overlay(context, "dialog", log))
    settle(stack)
    stack.pop("yes")
    settle(stack)
    assert below.values == ["yes"]
    assert log[-2:] == ["dialog leaves", "below resumes"]


def test_replace_does_not_resume_what_lies_below(context: Context, stack: SceneStack, log: list[str]) -> None:
    for name in ("a", "b"):
        stack.push(Named(context, name, log))
    settle(stack)
    log.clear()
    stack.replace(Named(context, "c", log))
    settle(stack)
    assert log == ["b leaves", "c enters"]
    assert [type(scene).__name__ for scene in stack.scenes] == ["Named", "Named"]


def test_home_leaves_everything_but_the_lowest(context: Context, stack: SceneStack, log: list[str]) -> None:
    scenes = [Named(context, "title", log), Named(context, "setup", log), Overlay(context, "menu", log)]
    for scene in scenes:
        stack.push(scene)
    settle(stack)
    log.clear()
    stack.home()
    settle(stack)
    assert stack.scenes == (scenes[0],)
    assert log == ["menu leaves", "setup leaves", "title resumes"]


def test_several_changes_of_one_frame_are_taken_in_order(context: Context, stack: SceneStack, log: list[str]) -> None:
    stack.push(Named(context, "a", log))
    stack.push(Named(context, "b", log))
    stack.pop()
    stack.pop()
    stack.pop()
    stack.begin_frame()
    assert stack.top is None
    assert log == ["a enters", "b enters", "b leaves", "a resumes", "a leaves"]


def test_an_overlay_takes_the_input_and_lets_time_pass_below(
    context: Context, stack: SceneStack, log: list[str]
) -> None:
    hidden, below, above = Named(context, "hidden", log), Named(context, "below", log), Overlay(context, "above", log)
    for scene in (hidden, below, above):
        stack.push(scene)
    settle(stack)
    log.clear()
    before = below.seconds
    stack.update(0.5)
    stack.handle(Command(CommandName.CONFIRM))
    stack.draw(context.canvas)
    assert log == ["above Command", "below drawn", "above drawn"]
    assert below.seconds == before + 0.5 and hidden.seconds == 0


def test_an_overlay_comes_and_goes_without_a_fade(context: Context, stack: SceneStack, log: list[str]) -> None:
    stack.push(Named(context, "a", log))
    settle(stack)
    stack.push(Overlay(context, "menu", log))
    stack.begin_frame()
    assert not stack.fading
    stack.pop()
    stack.begin_frame()
    assert not stack.fading


def test_another_size_and_other_settings_concern_every_scene(
    context: Context, stack: SceneStack, log: list[str]
) -> None:
    for name in ("a", "b"):
        stack.push(Named(context, name, log))
    stack.begin_frame()
    log.clear()
    stack.handle(Resized(960, 540))
    stack.apply_settings()
    assert log == ["a Resized", "b Resized", "a settings", "b settings"]


def test_a_scene_is_warmed_piece_by_piece_before_it_is_seen(
    context: Context, stack: SceneStack, log: list[str]
) -> None:
    stack.push(Named(context, "a", log))
    settle(stack)
    stack.push(Named(context, "b", log, warming=20))
    stack.begin_frame()
    pieces: list[int] = []
    while not pieces or sum(pieces) < 20:
        log.clear()
        stack.update(FRAME)
        stack.draw(context.canvas)
        assert "b drawn" not in log or sum(pieces) + len(log) > 20
        pieces.append(sum("warms" in line for line in log))
    # A piece takes 10 ms of the fake clock: one a frame while the last picture darkens, then about five.
    assert pieces[:5] == [1] * 5 and max(pieces) in (5, 6)
    settle(stack)


def test_the_dark_takes_no_input_and_is_short(context: Context, stack: SceneStack, log: list[str]) -> None:
    stack.push(Named(context, "a", log))
    settle(stack)
    stack.push(Named(context, "b", log))
    stack.begin_frame()
    stack.handle(PointerMoved(1, 1))
    assert "b PointerMoved" not in log
    for _ in range(9):  # 150 ms
        stack.update(FRAME)
    stack.handle(PointerMoved(1, 1))
    assert "b PointerMoved" in log


def brightness(canvas: Canvas) -> int:
    return canvas.surface.get_at((5, 5)).g


@pytest.mark.parametrize(("reduced", "longest"), [(False, 0.22), (True, 0.12)])
def test_the_fade_goes_through_the_dark_and_ends(
    context: Context, stack: SceneStack, log: list[str], reduced: bool, longest: float
) -> None:
    context.settings.motion.reduced = reduced
    stack.push(Named(context, "a", log))
    settle(stack)
    stack.draw(context.canvas)
    stack.push(Named(context, "b", log))
    stack.begin_frame()
    shades, frames = [], 0
    while stack.fading:
        stack.update(FRAME)
        stack.draw(context.canvas)
        shades.append(brightness(context.canvas))
        frames += 1
    darkest = shades.index(min(shades))
    assert shades[: darkest + 1] == sorted(shades[: darkest + 1], reverse=True)
    assert shades[darkest:] == sorted(shades[darkest:])
    assert shades[-1] == 255 and min(shades) < 100
    assert frames * FRAME == pytest.approx(longest, abs=3 * FRAME)


@pytest.mark.parametrize("back", [False, True])
def test_a_sign_stands_in_the_dark_before_the_scene_is_made_or_drawn(
    context: Context, stack: SceneStack, log: list[str], back: bool
) -> None:
    signs: list[float] = []
    context.waiting = lambda _canvas, opacity: signs.append(opacity)
    stack.push(Named(context, "below", log))
    settle(stack)
    stack.push(Named(context, "next", log, warming=3))
    if back:
        settle(stack)
        stack.pop()
    signs.clear()
    log.clear()
    for _ in range(40):
        stack.begin_frame()
        stack.update(FRAME)
        stack.draw(context.canvas)
        if 1.0 in signs and "shown" not in log:
            log.append("shown")
    drawn = f"{'below' if back else 'next'} drawn"
    assert log.index("shown") < log.index(drawn)
    assert signs[0] < 0.1 and signs[-1] < 0.1 and not stack.fading


def test_going_back_is_not_warmed_again(context: Context, stack: SceneStack, log: list[str]) -> None:
    stack.push(Named(context, "a", log, warming=1))
    settle(stack)
    stack.push(Named(context, "b", log))
    settle(stack)
    stack.pop()
    settle(stack)
    assert log.count("a warms 0") == 1


def test_closing_leaves_every_scene_from_the_top(context: Context, stack: SceneStack, log: list[str]) -> None:
    for name in ("a", "b"):
        stack.push(Named(context, name, log))
    stack.begin_frame()
    log.clear()
    stack.close()
    assert log == ["b leaves", "a leaves"] and stack.top is None


class Breaking(Named):
    """Breaks wherever it is told to, and deals with it where it may."""

    breaks: str = ""
    mends = True

    def mishap(self, error: Exception) -> bool:
        self.log.append(f"{self.name} breaks")
        if self.mends:
            self.stack.drop(self)
        return self.mends

    def _break(self, where: str) -> None:
        if where == self.breaks:
            raise ValueError(where)

    def enter(self) -> None:
        self._break("enter")

    def warm(self) -> Iterator[None]:
        yield
        self._break("warm")

    def handle(self, event: InputEvent) -> None:
        self._break("handle")

    def update(self, seconds: float) -> None:
        self._break("update")

    def draw(self, canvas: Canvas) -> None:
        self._break("draw")
        canvas.surface.fill("#ffffff")

    def settings_applied(self) -> None:
        self._break("settings")


def live(stack: SceneStack, context: Context) -> None:
    """Everything that happens in a few frames."""
    for _ in range(20):
        stack.begin_frame()
        stack.handle(Command(CommandName.CONFIRM))
        stack.update(FRAME)
        stack.draw(context.canvas)
    stack.apply_settings()
    stack.begin_frame()


@pytest.mark.parametrize("where", ["enter", "warm", "handle", "update", "draw", "settings"])
def test_what_breaks_in_a_scene_takes_it_away_with_what_lies_on_it(
    where: str, context: Context, stack: SceneStack, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SceneStack, "forgiving", True)
    below, broken = Named(context, "below", log), Breaking(context, "broken", log)
    broken.breaks = where
    stack.push(below)
    settle(stack)
    stack.push(broken)
    if where != "handle":
        stack.push(Overlay(context, "menu", log))
    live(stack, context)
    assert stack.scenes == (below,)
    assert log.count("broken breaks") == 1
    assert below.values == [None]


def test_a_scene_is_asked_about_what_breaks_on_it_and_what_nobody_mends_is_raised(
    context: Context, stack: SceneStack, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SceneStack, "forgiving", True)
    table, results = Breaking(context, "table", log), Breaking(context, "results", log)
    results.mends, results.breaks = False, "draw"
    stack.push(Named(context, "below", log))
    stack.push(table)
    settle(stack)
    stack.push(results)
    live(stack, context)
    assert [type(scene) for scene in stack.scenes] == [Named]
    assert log.index("results breaks") < log.index("table breaks")
    alone = Breaking(context, "alone", log)
    alone.mends, alone.breaks = False, "update"
    stack.push(alone)
    with pytest.raises(ValueError, match="update"):
        live(stack, context)
