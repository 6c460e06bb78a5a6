"""Speech bubbles on a board or in a panel: words on paper, with a tip that points at the speaker."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET
from game.engine.sprites import sprite
from game.engine.text import Typeface, Weight
from game.engine.vector import path, points, svg
from game.kit.drawing.sheet import draw_sheet

PADDING = 12.0
"""Space left and right of the words in a bubble, in design units."""
_TIP = 12.0


@sprite(kept=4)
def _tip(size_px: int, mirrored: bool) -> pygame.Surface:
    corners = [(0, 0), (12, 8), (0, 12)] if mirrored else [(12, 0), (0, 8), (12, 12)]
    return svg(path(points(corners), SHEET.top), size_px, size_px, box=(0, 0, 12, 12), oversample=4)


def bubble(
    canvas: Canvas,
    typeface: Typeface,
    lines: Sequence[str],
    x: float,
    y: float,
    size: float = theme.CAPTION,
    *,
    mirrored: bool = False,
    faint: bool = False,
) -> None:
    """Draw lines of words in a bubble to the right of a point, or to its left if `mirrored`.

    `faint` words are thinner and paler: nobody has heard them yet.
    """
    weight = Weight.REGULAR if faint else Weight.SEMIBOLD
    leading = typeface.leading(size)
    wide = max(typeface.measure(line, size, Weight.SEMIBOLD) for line in lines) + 2 * PADDING
    high = leading * len(lines) + 8
    box = Box(x - wide - _TIP / 2 if mirrored else x + _TIP / 2, y - high / 2, wide, high)
    drop_shadow(canvas, box, 10, 6, 110, 3)
    tip_x = box.right + 4 if mirrored else box.left - 4
    canvas.put_middle(_tip(canvas.px(_TIP), mirrored), tip_x, box.centery)
    draw_sheet(canvas, box, 10, SHEET)
    ink = theme.TEXT_ON_PAPER_MUTED if faint else theme.TEXT_ON_PAPER
    for number, line in enumerate(lines):
        typeface.line(canvas, line, box.left + PADDING, box.top + 4 + (number + 0.5) * leading, size, weight, ink)
