"""Toasts: short messages that disappear after a few seconds, or when what they are about has passed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine import theme
from game.engine.canvas import DESIGN_WIDTH, Box, Canvas
from game.engine.colour import LANTERN
from game.engine.light import drop_shadow
from game.engine.ornament import Face
from game.engine.stillness import still_while
from game.engine.text import Typeface
from game.engine.widgets.parts import faces

MOST = 3
"""The most toasts shown at once; the oldest is dropped for a new one."""
PLACE = Box(DESIGN_WIDTH / 2 - 290, 8, 580, 180)
"""Where toasts are shown if no scene names a place: at the top of the window, above everything that is pressed."""
_GROUND = Face("#3A2F63", "#221B45", 0.97, LANTERN, 0.45, 0.08)
_PADDING = 14.0
_NARROW = 400.0
"""Width of a place, in design units, below which toasts are written in small type."""
_LEAST_SECONDS, _SECONDS_A_SIGN = 3.0, 0.06


@dataclass
class _Toast:
    text: str
    seconds: float  # still to be shown
    lasts: Callable[[], bool] | None

    @property
    def gone(self) -> bool:
        """Whether the toast has been shown long enough, or its moment has passed."""
        return self.seconds <= 0 or (self.lasts is not None and not self.lasts())


class Toasts:
    """The toasts shown now, the newest lowest."""

    def __init__(self, typeface: Typeface) -> None:
        self._typeface = typeface
        self._toasts: list[_Toast] = []

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts shown now, the oldest first."""
        return tuple(toast.text for toast in self._toasts)

    @property
    def still_for(self) -> float:
        """Seconds for which no toast appears to move; see stillness.py. One that is shown may go at any moment."""
        return still_while(not self._toasts)

    def show(self, text: str, *, while_true: Callable[[], bool] | None = None) -> None:
        """Show `text` for as long as it takes to read, but only while `while_true` holds. Showing it again starts its
        time anew.
        """
        self._toasts = [toast for toast in self._toasts if toast.text != text]
        self._toasts.append(_Toast(text, _LEAST_SECONDS + _SECONDS_A_SIGN * len(text), while_true))
        del self._toasts[:-MOST]

    def update(self, seconds: float) -> None:
        """Advance the time by `seconds` and drop toasts that are over."""
        for toast in self._toasts:
            toast.seconds -= seconds
        self._toasts = [toast for toast in self._toasts if not toast.gone]

    def boxes(self, place: Box | None) -> list[Box]:
        """Return the boxes of the newest toasts that fit in a place, the oldest of them on top; None stands for
        `PLACE`.
        """
        place = place or PLACE
        boxes: list[Box] = []
        size, top = self._size(place), 0.0
        for toast in reversed(self._toasts):
            lines = self._typeface.wrap(toast.text, place.width - 2 * _PADDING, size)
            wide = max(self._typeface.measure(line, size) for line in lines) + 2 * _PADDING
            high = len(lines) * self._typeface.leading(size) + 1.5 * _PADDING
            if boxes and top + high > place.height:
                break
            boxes.append(Box(place.centerx - wide / 2, 0, wide, high))
            top += high + theme.GAP
        top = place.top
        for box in reversed(boxes):
            box.top = top
            top = box.bottom + theme.GAP
        return boxes[::-1]

    def height(self, place: Box | None) -> float:
        """Return the height that toasts cover of a place, from its top down, with some space below."""
        boxes = self.boxes(place)
        return boxes[-1].bottom - boxes[0].top + theme.GAP if boxes else 0.0

    @staticmethod
    def _size(place: Box) -> float:
        return theme.CAPTION if place.width < _NARROW else theme.BODY

    def draw(self, canvas: Canvas, place: Box | None) -> None:
        """Draw the toasts from the top of a place downwards; None stands for `PLACE`."""
        boxes, size = self.boxes(place), self._size(place or PLACE)
        for toast, box in zip(self._toasts[len(self._toasts) - len(boxes) :], boxes, strict=True):
            drop_shadow(canvas, box, theme.CORNER, 16, 110, 8)
            faces.draw_face(canvas, box, _GROUND, theme.CORNER, 1.5)
            inside = box.inflate(-2 * _PADDING + 1, -1.5 * _PADDING + 1)
            alpha = min(1.0, max(0.0, toast.seconds) / theme.PANEL_SECONDS)
            self._typeface.paragraph(canvas, toast.text, inside, size, anchor="middle", alpha=alpha)
