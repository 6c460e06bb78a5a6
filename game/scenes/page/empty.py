"""The picture of a page without content: a star of tiles and two sentences."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import WIDE, Box, Canvas, Frame
from game.engine.colour import FLAME
from game.engine.light import shine
from game.engine.ornament import khatam
from game.engine.text import Weight
from game.engine.widgets import Style, draw_icon

_MIDDLE = 330.0
_EDGE = 24.0


def draw_empty_state(canvas: Canvas, style: Style, icon: str, key: str, frame: Frame = WIDE) -> None:
    """Draw the star and two sentences in the middle of a page: what is missing, by its text key, and how it comes."""
    typeface = style.typeface
    title, hint = style.texts.line(key), style.texts.line(f"{key}_help")
    x, y = frame.width / 2, _MIDDLE
    shine(canvas, x, y, 190, FLAME, 0.30, 1.7)
    canvas.put_middle(khatam(canvas.px(150), "#1F7F7A", "#F0D9A6"), x, y)
    canvas.put_middle(khatam(canvas.px(84), "#17605F", "#F0D9A6"), x, y)
    draw_icon(canvas, icon, x, y, 36, theme.TEXT_BRIGHT)
    y += 110
    if frame.upright:
        room = Box(_EDGE, y, frame.width - 2 * _EDGE, frame.height - y)
        room.top += typeface.paragraph(canvas, title, room, theme.HEADING, Weight.BOLD, theme.TEXT_BRIGHT, "middle")
        typeface.paragraph(canvas, hint, room, theme.BODY, anchor="middle")
        return
    y += typeface.leading(theme.HEADING) / 2
    typeface.line(canvas, title, x, y, theme.HEADING, Weight.BOLD, theme.TEXT_BRIGHT, "middle", shadow=1)
    y += typeface.leading(theme.HEADING)
    typeface.line(canvas, hint, x, y, theme.BODY, anchor="middle", shadow=1)
