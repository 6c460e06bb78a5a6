"""Plates with words on a stage, for answers of a choice that are no square of the board."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import LIT, SHEET
from game.engine.text import Typeface, Weight
from game.kit.drawing.sheet import draw_sheet
from game.kit.layout import Layout


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
