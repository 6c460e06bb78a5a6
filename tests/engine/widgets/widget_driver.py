"""Gives widgets what a person does."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.canvas import Box
from game.engine.input import KEYBOARD, Command, CommandName, Device, PointerMoved, PointerPressed, PointerReleased
from game.engine.widgets import (
    Button,
    Group,
    Option,
    Style,
    Widget,
    grid,
)

LEFT, RIGHT, UP, DOWN = CommandName.LEFT, CommandName.RIGHT, CommandName.UP, CommandName.DOWN
CONFIRM, BACK, NEXT, PREVIOUS = CommandName.CONFIRM, CommandName.BACK, CommandName.NEXT, CommandName.PREVIOUS
PEOPLE = [Option(name, name) for name in ("human", "random", "greedy", "expert", "open", "closed")]


def give(group: Group, *names: CommandName, device: Device = KEYBOARD) -> bool:
    """Give commands; whether the last was used."""
    return [group.handle(Command(name, device)) for name in names][-1]


def click(group: Group, x: float, y: float) -> None:
    group.handle(PointerMoved(x, y))
    group.handle(PointerPressed(x, y))
    group.handle(PointerReleased(x, y))


def click_on(group: Group, widget: Widget) -> None:
    click(group, *widget.box.center)


def drag(group: Group, start: tuple[float, float], end: tuple[float, float]) -> None:
    group.handle(PointerMoved(*start))
    group.handle(PointerPressed(*start))
    group.handle(PointerMoved(*end))
    group.handle(PointerReleased(*end))


def buttons(style: Style, columns: int, rows: int, on_press: Callable[[], None] = lambda: None) -> list[Button]:
    made = [Button(style, str(number), box) for number, box in enumerate(grid(Box(0, 0, 600, 300), columns, rows))]
    for button in made:
        button.on_press = on_press
    return made
