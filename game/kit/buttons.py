"""Buttons with words on a stage: one that sends a finished choice, and plates for answers that are no square of the
board.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.light import drop_shadow, shine
from game.engine.ornament import BUTTON, LIT, LIT_OVER, SHEET
from game.engine.text import Typeface, Weight
from game.engine.tween import Point
from game.engine.vector import icon
from game.kit.drawing.sheet import draw_sheet
from game.kit.layout import Layout

_ICON = 18.0


def button_box(typeface: Typeface, text: str, x: float, bottom: float) -> Box:
    """Return the box of a button with this text: `x` is its middle, `bottom` its lower edge, in design units."""
    wide = typeface.measure(text, theme.BODY, Weight.BOLD) + typeface.grown(_ICON) + 48
    high = max(30.0, typeface.leading(theme.BODY) + 6)
    return Box(x - wide / 2, bottom - high, wide, high)


def draw_button(
    canvas: Canvas, typeface: Typeface, sign: str, text: str, box: Box, pointer: Point, *, lit: bool
) -> None:
    """Draw a button with the icon named `sign` and a text; `lit` while pressing it would send something."""
    drop_shadow(canvas, box, theme.CONTROL_CORNER, 6, 130, 3)
    if lit:
        shine(canvas, box.centerx, box.centery, box.width * 0.6, LANTERN, 0.3, 1.6, 0.5)
    face = (LIT_OVER if box.collidepoint(pointer) else LIT) if lit else BUTTON
    draw_sheet(canvas, box, theme.CONTROL_CORNER, face)
    ink = theme.TEXT_ON_LANTERN if lit else theme.TEXT_BRIGHT
    size = typeface.grown(_ICON)
    canvas.put_middle(icon(sign, canvas.px(size), ink, 2.4), box.left + 20 + size / 2, box.centery)
    typeface.line(canvas, text, box.left + 28 + size, box.centery, theme.BODY, Weight.BOLD, ink)


def draw_plates(
    canvas: Canvas, typeface: Typeface, layout: Layout[Any], texts: Mapping[Any, str], focus: Hashable
) -> None:
    """Draw the spots named in `texts` as plates with words, for answers that lie on no square of the board; `focus` is
    lit.
    """
    for key, text in texts.items():
        spot = layout.spots[key]
        box = spot.box
        drop_shadow(canvas, box, 10, 6, 140, 3)
        face = LIT if key == focus else SHEET
        draw_sheet(canvas, box, 10, face)
        ink, room = theme.TEXT_ON_LANTERN, box.width - 8
        typeface.line(canvas, text, *spot.middle, theme.BODY, Weight.BOLD, ink, "middle", max_width=room)
