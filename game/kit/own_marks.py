"""Marks that a person draws on a board with the right button, to think or to show something: frames and arrows."""

from __future__ import annotations

from typing import Final, Generic

from game.engine.canvas import Canvas
from game.engine.colour import TEAL
from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.kit import marks
from game.kit.layout import Key, Layout

_BUTTON: Final = 3
_WIDE: Final = 7.0


class OwnMarks(Generic[Key]):
    """Marks visible on this screen only, until the next press of the left button or the next move."""

    def __init__(self) -> None:
        self.drawn: dict[tuple[Key, Key], None] = {}
        """The marks in the order drawn, as start and end; a frame has its spot as both."""
        self._from: Key | None = None
        self._to: Key | None = None

    def handle(self, event: InputEvent, layout: Layout[Key]) -> bool:
        """Take an input. Return whether it was used for drawing marks."""
        match event:
            case PointerPressed(x, y, button) if button == _BUTTON:
                self._from = self._to = layout.at(x, y)
            case PointerMoved(x, y) if self._from is not None:
                self._to = layout.at(x, y)
            case PointerReleased(x, y, button) if button == _BUTTON and self._from is not None:
                self._end(layout.at(x, y))
            case PointerPressed():
                self.clear()
                return False
            case _:
                return False
        return self._from is not None or isinstance(event, PointerReleased)

    def _end(self, end: Key | None) -> None:
        """Finish the mark being drawn at a spot: add it, or remove it if it is already there."""
        start, self._from, self._to = self._from, None, None
        if start is not None and end is not None:
            mark = start, end
            if mark in self.drawn:
                del self.drawn[mark]
            else:
                self.drawn[mark] = None

    def let_go(self) -> None:
        """Drop the mark being drawn."""
        self._from = self._to = None

    def clear(self) -> None:
        """Remove all marks."""
        self.drawn.clear()
        self.let_go()

    def draw(self, canvas: Canvas, layout: Layout[Key]) -> None:
        """Draw all marks, and the mark being drawn."""
        shown = list(self.drawn)
        if self._from is not None and self._to is not None:
            shown.append((self._from, self._to))
        for start, end in shown:
            if start not in layout.spots or end not in layout.spots:
                continue
            if start == end:
                marks.frame(canvas, layout.spots[start], TEAL, glow=0.22)
            else:
                marks.arrow(canvas, layout.middle(start), layout.middle(end), TEAL, _WIDE)
