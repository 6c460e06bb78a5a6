"""The tip about what is pointed at: a strip along the edge of the map, so that it hides nothing nearby."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER, TEAL
from game.engine.light import drop_shadow
from game.engine.ornament import GLASS
from game.engine.text import Typeface, Weight
from game.engine.vector import icon
from game.kit.drawing.sheet import draw_sheet

_MARGIN = 12.0


def draw_tip(canvas: Canvas, typeface: Typeface, text: str, within: Box, *, low: bool) -> None:
    """Draw a tip at the foot of a box, or at its top."""
    room = within.width - 2 * _MARGIN - 56
    lines = typeface.wrap(text, room, theme.BODY)
    wide = max(typeface.measure(line, theme.BODY) for line in lines) + 58
    high = len(lines) * typeface.leading(theme.BODY) + 14
    top = within.bottom - _MARGIN - high if low else within.top + _MARGIN
    box = Box(within.centerx - wide / 2, top, wide, high)
    drop_shadow(canvas, box, 10, 8, 140, 4)
    draw_sheet(canvas, box, 10, GLASS._replace(opacity=0.94))
    sign = icon("info", canvas.px(20), TEAL, 2.4)
    canvas.put_middle(sign, box.left + 22, box.top + 7 + typeface.leading(theme.BODY) / 2)
    inside = Box(box.left + 40, box.top + 7, box.width - 50, box.height - 10)
    typeface.paragraph(canvas, text, inside, theme.BODY, Weight.REGULAR, PAPER)
