"""Placing by finger: the focus is shown above the finger, where it can be seen; lifting the finger places the stone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.kit.choosing import Chooser

ActionT = TypeVar("ActionT")
ABOVE: Final = 70.0
"""How far above the finger the focus lies, in the stage's design units."""


class Sliding:
    """Moves the focus of a chooser in which every action is a single spot."""

    def __init__(self, slides: Callable[[Any], bool]) -> None:
        """`slides` tells whether a spot can be reached by sliding; other spots are pressed like buttons."""
        self._slides = slides
        self._held = False

    def handle(self, event: InputEvent, choice: Chooser[Any, ActionT]) -> ActionT | None:
        """Take an input in place of the chooser. Returns the action it chose, None if it chose none."""
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
