"""A rounded sheet: the background of words and controls on a stage."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.ornament import GLASS, Face, card


def draw_sheet(canvas: Canvas, box: Box, corner: float = theme.CORNER, face: Face = GLASS) -> None:
    """Draw the sheet without a shadow; `light.drop_shadow`, called before, draws one."""
    area = canvas.pixels(box)
    canvas.put(card(area.width, area.height, canvas.px(corner), face), box.left, box.top)
