"""A rounded sheet to write on."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.ornament import GLASS, Face, card


def draw_sheet(canvas: Canvas, box: Box, corner: float = theme.CORNER, face: Face = GLASS) -> None:
    """Draw it; throw its shadow first with light.drop_shadow."""
    area = canvas.pixels(box)
    canvas.put(card(area.width, area.height, canvas.px(corner), face), box.left, box.top)
