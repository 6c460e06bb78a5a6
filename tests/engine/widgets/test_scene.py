"""Scenes of widgets: dialogs, and pictures of the whole kit in every language and size."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pygame
import pytest

from game.engine.canvas import Box, Canvas
from game.engine.clock import FakeClock
from game.engine.input import (
    FIRST_PAD,
    Command,
    CommandName,
    KeyPressed,
    PointerPressed,
    PointerReleased,
    Resized,
    TextTyped,
)
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.engine.scene import Context, Scene
from game.engine.text import Typeface
from game.engine.widgets import Answer, Button, Dialog, Entry, Group, Kind, MemoryClipboard, Style, WidgetScene, grid
from game.engine.widgets.parts.layout import inset
from game.ground.settings import Settings
from game.ground.texts import Texts
from tests.engine.widgets import gallery

CONFIRM, BACK = Command(CommandName.CONFIRM), Command(CommandName.BACK)


@pytest.fixture
def app() -> Iterator[App]:
    made = App(Settings(language="en"), Sheet((1280, 720)), FakeClock(), audible=False)
    yield made
    made.close()


class Below(Scene):
    """Remembers what it is resumed with."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.resumed_with: list[Any] = []

    def resumed(self, value: Any) -> None:
        self.resumed_with.append(value)

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill("#2A2350")


def ask(app: App, make: Callable[[Context], Dialog]) -> tuple[Below, Dialog]:
    """A dialog over a scene, fully open."""
    below, dialog = Below(app.context), make(app.context)
    app.start(below)
    app.context.stack.push(dialog)
    for _ in range(60):
        app.step([])
    assert app.context.stack.top is dialog
    return below, dialog


def give(app: App, *events: Any) -> None:
    for event in events:
        app.context.stack.handle(event)
    app.step([])


def leaving(context: Context) -> Dialog:
    answers = [Answer("Stay", "stay"), Answer("Leave", "leave", primary=True)]
    return Dialog(context, "Leave the match?", "It **ends** for everyone.", answers, cancelled="cancelled")


def test_a_dialog_returns_the_primary_answer_by_confirm(app: App) -> None:
    below, _ = ask(app, leaving)
    give(app, CONFIRM)
    assert below.resumed_with == ["leave"]


def test_a_dialog_returns_another_answer_by_pad(app: App) -> None:
    below, _ = ask(app, leaving)
    give(app, Command(CommandName.LEFT, FIRST_PAD), Command(CommandName.CONFIRM, FIRST_PAD))
    assert below.resumed_with == ["stay"]


def test_a_dialog_is_answered_by_mouse(app: App) -> None:
    below, dialog = ask(app, leaving)
    button = next(widget for widget in dialog.group.walk() if isinstance(widget, Button))
    give(app, PointerPressed(*button.box.center), PointerReleased(*button.box.center))
    assert below.resumed_with == ["stay"]


def test_back_cancels_a_dialog(app: App) -> None:
    below, _ = ask(app, leaving)
    give(app, BACK)
    assert below.resumed_with == ["cancelled"]


def test_a_dialog_asks_for_a_text(app: App) -> None:
    def naming(context: Context) -> Dialog:
        entry = Entry(Style.of(context), label="Name")
        return Dialog(context, "A name", answers=[Answer("Save", Dialog.TEXT, primary=True)], entry=entry)

    below, dialog = ask(app, naming)
    assert dialog.wants_text
    give(app, TextTyped("하늘바람"), KeyPressed("return"), CONFIRM)
    assert below.resumed_with == ["하늘바람"]


def test_a_dialog_keeps_its_focus_when_the_window_changes(app: App) -> None:
    _, dialog = ask(app, leaving)
    give(app, Command(CommandName.LEFT), Resized(960, 540))
    focused = dialog.group.focused_widget
    assert isinstance(focused, Button)
    assert focused.label == "Stay"


class Page(WidgetScene):
    """Buttons of these kinds, of which none is focused; remembers which were pressed."""

    def __init__(self, context: Context, *buttons: tuple[str, str, Kind]) -> None:
        super().__init__(context)
        self._buttons = buttons
        self.pressed: list[str] = []

    def build(self) -> list[Button]:
        made = []
        for number, (label, icon, kind) in enumerate(self._buttons):
            button = Button(self.style, label, Box(40, 40 + 60 * number, 200, 40), icon=icon, kind=kind)
            button.on_press = partial(self.pressed.append, label or icon)
            made.append(button)
        return made


@pytest.mark.parametrize(
    ("buttons", "pressed"),
    [
        ([("Close", "", Kind.GLASS), ("Watch", "film", Kind.PRIMARY)], ["Watch"]),
        ([("Close", "", Kind.GLASS), ("", "key", Kind.PRIMARY)], []),
        ([("One", "", Kind.PRIMARY), ("Two", "", Kind.PRIMARY)], []),
        ([("Close", "", Kind.GLASS)], []),
    ],
    ids=["the lit one", "a switch that is on", "two", "none"],
)
def test_confirm_presses_what_is_drawn_as_the_default(
    app: App, buttons: list[tuple[str, str, Kind]], pressed: list[str]
) -> None:
    page = Page(app.context, *buttons)
    app.start(page)
    app.step([])
    page.group.focus(None)
    give(app, CONFIRM)
    assert page.pressed == pressed


@pytest.mark.parametrize("text_size", [100, 150])
def test_a_long_dialog_stays_on_the_screen(app: App, text_size: int) -> None:
    app.context.typeface.resize(text_size)
    _, dialog = ask(app, lambda context: Dialog(context, "Rules", "\n\n".join(["A rule of the game."] * 60)))
    frame = inset(Box(0, 0, 1280, 720), 8)
    assert all(frame.contains(widget.box) for widget in dialog.group.widgets)
    assert app.context.typeface.overflows == []


@pytest.mark.parametrize("page", gallery.PAGES)
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("text_size", gallery.TEXT_SIZES)
@pytest.mark.parametrize("size", gallery.SIZES[:1])
def test_nothing_is_cut_in_the_gallery(page: str, language: str, text_size: int, size: tuple[int, int]) -> None:
    _, style = gallery.picture(page, size, language, text_size)
    assert style.typeface.overflows == []


def test_widgets_are_drawn_from_what_they_keep() -> None:
    style = Style(Typeface(), Texts("ko"), clipboard=MemoryClipboard())
    boxes = grid(Box(40, 40, 1200, 640), 5, 6, 12)
    group = Group(style, [Button(style, f"단추 {n}", box, icon="play", key="R") for n, box in enumerate(boxes)])
    group.focus(group.widgets[0])
    canvas = Canvas.fit(pygame.Surface((1280, 720)))
    frames = []
    for _ in range(40):
        begun = time.process_time()
        group.update(1 / 60)
        group.draw(canvas)
        frames.append(time.process_time() - begun)
    assert 3 * sorted(frames)[len(frames) // 2] < frames[0]
