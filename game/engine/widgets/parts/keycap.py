"""Pictures of keys, shown beside what they do."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.ornament import keycap
from game.engine.text import Typeface, Weight

_HEIGHT = 24.0
_PADDING = 7.0


def keycap_width(typeface: Typeface, label: str) -> float:
    wide = typeface.measure(label, theme.CAPTION, Weight.BOLD) + 2 * _PADDING
    return max(typeface.grown(_HEIGHT), wide)


def draw_keycap(canvas: Canvas, typeface: Typeface, label: str, x: float, y: float) -> None:
    """Draw a key with its middle at a design point."""
    wide, high = keycap_width(typeface, label), typeface.grown(_HEIGHT)
    canvas.put_middle(keycap(canvas.px(wide), canvas.px(high)), x, y)
    typeface.line(canvas, label, x, y - high / 24, theme.CAPTION, Weight.BOLD, theme.TEXT_ON_PAPER, anchor="middle")
