"""Tasks that take more than pointing at an answer: a stroke, a text, drawings for computers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.state import Action
from game.engine.canvas import Canvas
from game.engine.input import InputEvent, PointerMoved
from game.engine.stage import Surroundings
from game.engine.tween import Point
from game.kit.widgets import StageButton, StageWidgets, style_of

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


def button(given: Surroundings, name: str, x: float, bottom: float, *, lit: bool = False) -> StageButton:
    """Return a named button, its middle at `x` and its foot at `bottom`; `lit` where there is something to send."""
    words = given.texts.line(f"sketch.button.{name}")
    made = StageButton(style_of(given), SIGNS[name], words, name=name, lit=lit)
    made.stand(x, bottom)
    return made


def side_button(
    given: Surroundings, places: Places, name: str, share: float = 0.5, *, lit: bool = False
) -> StageButton:
    """Return a named button below the seats, its middle at a share of their width."""
    room = places.buttons
    return button(given, name, room.left + room.width * share, places.feet, lit=lit)


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
        self._widgets = StageWidgets(given)

    def buttons(self) -> Sequence[StageButton]:
        """Return the buttons that stand now."""
        return ()

    def pressed(self, event: InputEvent) -> str:
        """Return the name of the button that an input presses; "" for none."""
        self._widgets.show(*self.buttons())
        return self._widgets.pressed_by(event)

    def draw_buttons(self, canvas: Canvas, pointer: Point) -> None:
        self._widgets.show(*self.buttons())
        self._widgets.handle(PointerMoved(*pointer))
        self._widgets.draw(canvas)

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
