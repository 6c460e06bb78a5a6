"""Tasks that take more than pointing at an answer: a stroke, a text, drawings for computers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.state import Action
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent
from game.engine.stage import Surroundings
from game.engine.tween import Point
from game.kit import buttons

SIGNS: Final = {
    "again": "rotate-ccw",
    "send": "send",
    "ready": "check",
    "lock": "lock",
    "yes": "check",
    "no": "x",
    "own": "pencil",
    "keys": "keyboard",
    "back": "arrow-left",
    "model": "send",
    "no_model": "x",
}
"""The icon of each button."""


def button(given: Surroundings, name: str, x: float, bottom: float) -> Box:
    """Return the box of a named button, centred on `x`, its lower edge at `bottom`."""
    return buttons.button_box(given.typeface, given.texts.line(f"sketch.button.{name}"), x, bottom)


def side_button(given: Surroundings, places: Places, name: str, share: float = 0.5) -> Box:
    """Return the box of a named button below the seats, centred at a share of their width."""
    room = places.buttons
    return button(given, name, room.left + room.width * share, room.bottom - 10)


def draw_button(canvas: Canvas, given: Surroundings, name: str, box: Box, pointer: Point, *, lit: bool) -> None:
    """Draw a task's button; `lit` where there is something to send."""
    text = given.texts.line(f"sketch.button.{name}")
    buttons.draw_button(canvas, given.typeface, SIGNS[name], text, box, pointer, lit=lit)


class Task(ABC):
    """A task that handles the inputs of the person who is asked, and draws what they need."""

    asks: str
    """What the person is to do, as the end of a text key."""
    refused: str | None = None
    """Why the last input was refused, as a text key; the stage resets it to None once it has been said."""
    takes_back: bool = False
    """Whether the command BACK undoes something in this task."""
    draft: Action | None = None
    """The action prepared so far, which is sent when time runs out."""

    def __init__(self, given: Surroundings, places: Places) -> None:
        self.given = given
        self.places = places

    @abstractmethod
    def handle(self, event: InputEvent) -> Action | None:
        """Handle an input; return the action that it chose, or None."""

    @abstractmethod
    def draw(self, canvas: Canvas, pointer: Point) -> None:
        """Draw the task over paper and seats."""

    def fit(self, places: Places) -> None:
        """Lay the task out again for another size of the stage."""
        self.places = places

    def suggest(self, action: Action) -> None:
        """Show an action that a hint advises."""

    def update(self, seconds: float) -> None:
        """Advance the task's clocks."""
