"""Placing by a finger: what is led lies above it, so that it is seen, and letting go places it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.kit.choosing import Chooser

ActionT = TypeVar("ActionT")
ABOVE: Final = 70.0
"""How far above the finger it lies, in the stage's design units."""


class Sliding:
    """Leads the focus of a chooser whose actions are one spot each."""

    def __init__(self, slides: Callable[[Any], bool]) -> None:
        """`slides`: whether a spot is one to lead to, and none that is pressed like a button."""
        self._slides = slides
        self._held = False

    def handle(self, event: InputEvent, choice: Chooser[Any, ActionT]) -> ActionT | None:
        """Take an input in place of the chooser; the action it chose, if it did."""
        match event:
            case PointerPressed(x, y, 1) if self._slides(choice.layout.at(x, y)):
                self._held = True
                choice.point(x, y - ABOVE)
            case PointerMoved(x, y):
                choice.point(x, y - ABOVE if self._held else y)
            case PointerReleased(x, y, 1) if self._held:
                self._held = False
                return choice.handle(PointerPressed(x, y - ABOVE, 1))
            case _:
                return choice.handle(event)
        return None
