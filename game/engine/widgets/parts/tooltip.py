"""Tooltips: short explanations beside what is pointed at or has the focus."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.stillness import STILL
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style

_WIDEST = 300
_PADDING_X, _PADDING_Y = 12, 7
_BESIDE_POINTER = (14.0, 20.0)


class Tooltip:
    """Shows the tooltip of one widget at a time, once pointer or focus have rested on it."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self._widget: Widget | None = None
        self._place: tuple[float, float] | None = None
        """The point of the pointer; None if the widget was reached by keys."""
        self._rested = 0.0

    @property
    def shown(self) -> str:
        """The text shown now; "" for none."""
        if self._widget is None or self._rested < theme.TOOLTIP_DELAY:
            return ""
        return self._widget.tooltip

    @property
    def still_for(self) -> float:
        """Seconds until a tooltip appears by itself."""
        waits = self._widget is not None and self._widget.tooltip and self._rested < theme.TOOLTIP_DELAY
        return theme.TOOLTIP_DELAY - self._rested if waits else STILL

    def point(self, widget: Widget | None, x: float, y: float) -> None:
        if widget is not self._widget or self._place is None:
            self._widget, self._rested = widget, 0.0
        self._place = (x, y)

    def rest_on(self, widget: Widget | None, x: float, y: float) -> None:
        """Begin anew to count how long a finger rests on a widget."""
        self._widget, self._place, self._rested = widget, (x, y), 0.0

    def focus(self, widget: Widget) -> None:
        """Prepare the tooltip of a widget that keys or a pad led to."""
        self._widget, self._place, self._rested = widget, None, 0.0

    def hide(self) -> None:
        """Show no tooltip until another widget is pointed at or gets the focus."""
        self._rested = float("-inf")

    def update(self, seconds: float) -> None:
        """Advance the time for which the widget has been pointed at."""
        self._rested += seconds

    def draw(self, canvas: Canvas) -> None:
        if self.shown and self._widget:
            draw_hint(canvas, self.style, self.shown, self._widget.box, self._place)


def draw_hint(canvas: Canvas, style: Style, text: str, near: Box, pointer: tuple[float, float] | None = None) -> None:
    """Draw a few words on dark glass beside the pointer, or below a box; they stay inside the canvas."""
    typeface = style.typeface
    size = theme.CAPTION
    wide = _balanced_width(style, text) + 2 * _PADDING_X
    high = typeface.height_of(text, wide - 2 * _PADDING_X, size) + 2 * _PADDING_Y
    if pointer:
        box = Box(pointer[0] + _BESIDE_POINTER[0], pointer[1] + _BESIDE_POINTER[1], wide, high)
    else:
        box = Box(near.centerx - wide / 2, near.bottom + 10, wide, high)
    bounds = canvas.bounds
    if box.bottom > bounds.bottom - theme.GAP:
        box.bottom = (pointer[1] if pointer else near.top) - 10
    box.clamp_ip(bounds.inflate(-2 * theme.GAP, -2 * theme.GAP))
    drop_shadow(canvas, box, 8, 8, 120, 4)
    faces.draw_face(canvas, box, faces.HINT, 8)
    inside = Box(box.left + _PADDING_X, box.top + _PADDING_Y, wide - 2 * _PADDING_X, high)
    typeface.paragraph(canvas, text, inside, size, colour=theme.TEXT_BRIGHT)


def _balanced_width(style: Style, text: str) -> float:
    """Return the least width that needs no further line, so that the last line is not a single word."""
    typeface = style.typeface
    width = _WIDEST * typeface.text_size / 100
    lines = len(typeface.wrap(text, width, theme.CAPTION))
    while width > 60 and len(typeface.wrap(text, width - 10, theme.CAPTION)) == lines:
        width -= 10
    return max(typeface.measure(line, theme.CAPTION) for line in typeface.wrap(text, width, theme.CAPTION)) + 1
