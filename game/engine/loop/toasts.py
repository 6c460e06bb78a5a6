"""Short messages at the bottom of the window, gone after a few seconds."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine import theme
from game.engine.canvas import DESIGN_HEIGHT, DESIGN_WIDTH, Box, Canvas
from game.engine.text import Typeface
from game.engine.widgets.faces import glass_panel

MOST = 3
"""How many are shown at once; the oldest gives way."""
_WIDTH = 560.0
_PADDING = 16.0
_LEAST_SECONDS, _SECONDS_A_SIGN = 3.0, 0.06


@dataclass
class _Toast:
    text: str
    seconds: float  # left


class Toasts:
    """What is being said now, the newest lowest."""

    def __init__(self, typeface: Typeface) -> None:
        self._typeface = typeface
        self._toasts: list[_Toast] = []

    @property
    def texts(self) -> tuple[str, ...]:
        """What is shown now."""
        return tuple(toast.text for toast in self._toasts)

    def show(self, text: str) -> None:
        """Say `text`, for as long as it takes to read it. Said again, it stays longer."""
        self._toasts = [toast for toast in self._toasts if toast.text != text]
        self._toasts.append(_Toast(text, _LEAST_SECONDS + _SECONDS_A_SIGN * len(text)))
        del self._toasts[:-MOST]

    def update(self, seconds: float) -> None:
        """Let time pass."""
        for toast in self._toasts:
            toast.seconds -= seconds
        self._toasts = [toast for toast in self._toasts if toast.seconds > 0]

    def draw(self, canvas: Canvas) -> None:
        """Draw them from the bottom of the design frame upwards."""
        bottom: float = DESIGN_HEIGHT - theme.MARGIN
        for toast in reversed(self._toasts):
            bottom = self._draw(canvas, toast, bottom) - theme.GAP

    def _draw(self, canvas: Canvas, toast: _Toast, bottom: float) -> float:
        """Draw one above `bottom`; where its top lies."""
        lines = self._typeface.wrap(toast.text, _WIDTH, theme.BODY)
        width = max(self._typeface.measure(line, theme.BODY) for line in lines)
        height = len(lines) * self._typeface.leading(theme.BODY)
        box = Box(0, 0, width + 2 * _PADDING, height + 1.5 * _PADDING)
        box.midbottom = (DESIGN_WIDTH / 2, bottom)
        glass_panel(canvas, box)
        inside = box.inflate(-2 * _PADDING + 1, -1.5 * _PADDING + 1)
        alpha = min(1.0, toast.seconds / theme.PANEL_SECONDS)
        self._typeface.paragraph(canvas, toast.text, inside, theme.BODY, anchor="middle", alpha=alpha)
        return box.top
