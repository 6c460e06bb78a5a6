"""A button with words on a stage, for choices that are sent once they are complete."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.light import drop_shadow, shine
from game.engine.ornament import BUTTON, LIT, LIT_OVER, card
from game.engine.text import Typeface, Weight
from game.engine.tween import Point
from game.engine.vector import icon

_ICON = 18.0


def button_box(typeface: Typeface, text: str, x: float, bottom: float) -> Box:
    """Where a button lies whose foot has its middle at a point."""
    wide = typeface.measure(text, theme.BODY, Weight.BOLD) + typeface.grown(_ICON) + 48
    high = max(30.0, typeface.leading(theme.BODY) + 6)
    return Box(x - wide / 2, bottom - high, wide, high)


def draw_button(
    canvas: Canvas, typeface: Typeface, sign: str, text: str, box: Box, pointer: Point, *, lit: bool
) -> None:
    """Draw the icon of that name and the words; `lit` where there is something to send."""
    drop_shadow(canvas, box, theme.CONTROL_CORNER, 6, 130, 3)
    if lit:
        shine(canvas, box.centerx, box.centery, box.width * 0.6, LANTERN, 0.3, 1.6, 0.5)
    face = (LIT_OVER if box.collidepoint(pointer) else LIT) if lit else BUTTON
    area = canvas.pixels(box)
    canvas.put(card(area.width, area.height, canvas.px(theme.CONTROL_CORNER), face), box.left, box.top)
    ink = theme.TEXT_ON_LANTERN if lit else theme.TEXT_BRIGHT
    size = typeface.grown(_ICON)
    canvas.put_middle(icon(sign, canvas.px(size), ink, 2.4), box.left + 20 + size / 2, box.centery)
    typeface.line(canvas, text, box.left + 28 + size, box.centery, theme.BODY, Weight.BOLD, ink)
