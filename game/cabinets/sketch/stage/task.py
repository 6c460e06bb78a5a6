"""What one is asked that takes more than pointing at an answer: a stroke, a text, drawings for computers."""

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
    """Where a button lies whose foot has its middle there."""
    return buttons.button_box(given.typeface, given.texts.line(f"sketch.button.{name}"), x, bottom)


def side_button(given: Surroundings, places: Places, name: str, share: float = 0.5) -> Box:
    """Where a button below the seats lies, at a share of their width."""
    room = places.buttons
    return button(given, name, room.left + room.width * share, room.bottom - 10)


def draw_button(canvas: Canvas, given: Surroundings, name: str, box: Box, pointer: Point, *, lit: bool) -> None:
    """Draw it; `lit` where there is something to send."""
    text = given.texts.line(f"sketch.button.{name}")
    buttons.draw_button(canvas, given.typeface, SIGNS[name], text, box, pointer, lit=lit)


class Task(ABC):
    """Takes the inputs of who is asked, and draws what belongs to it."""

    asks: str
    """What is to be done: the end of a text key."""
    refused: str | None = None
    """Why what was just tried is not taken, as a text key; whoever says it sets it back to None."""
    takes_back: bool = False
    """Whether BACK takes something back."""
    draft: Action | None = None
    """What has been prepared, to be sent when the time is up."""

    def __init__(self, given: Surroundings, places: Places) -> None:
        self.given = given
        self.places = places

    @abstractmethod
    def handle(self, event: InputEvent) -> Action | None:
        """Take an input; the action it chose, if it did."""

    @abstractmethod
    def draw(self, canvas: Canvas, pointer: Point) -> None:
        """Draw it over paper and seats."""

    def fit(self, places: Places) -> None:
        """Lay it out for another size."""
        self.places = places

    def suggest(self, action: Action) -> None:
        """Show what somebody advises."""

    def update(self, seconds: float) -> None:
        """Let time pass."""
