"""Names and values in lines, such as the measures of a level."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Style, Widget

_LINE = 21.0


class Counters(Widget):
    """Named numbers below each other, such as the chances, generation or rooms of a step; as many as there is room."""

    def __init__(self, style: Style, row: float = _LINE) -> None:
        super().__init__(style)
        self.row = row
        """Height of a line at the usual text size."""
        self.shown: Sequence[tuple[str, str]] = ()

    def natural_height(self, width: float) -> float:
        return self.style.typeface.grown(self.row) * len(self.shown)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        return ()

    def draw(self, canvas: Canvas) -> None:
        typeface = self.style.typeface
        high = typeface.grown(self.row)
        y = self.box.top
        for name, value in self.shown:
            if y + high > self.box.bottom + 1:
                break
            middle = y + high / 2
            wide = typeface.measure(value, theme.BODY, Weight.BOLD)
            typeface.line(canvas, value, self.box.right, middle, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT, "right")
            told = fitted(typeface, name, self.box.width - wide - theme.GAP, theme.CAPTION)
            typeface.line(canvas, told, self.box.left, middle, theme.CAPTION, colour=theme.TEXT_MUTED)
            y += high
