"""Bands over rows of points on a board, told apart by dash pattern as well as colour: a row that wins, threatens, or is
forbidden.
"""

from __future__ import annotations

import math
from enum import Enum

import pygame

from game.engine.canvas import Canvas
from game.engine.colour import OUTLINE, Colour
from game.engine.sprites import sprite
from game.engine.tween import Point
from game.engine.vector import path, svg


class Band(Enum):
    """Dash pattern of a band: lengths of stroke and gap, in widths of the band."""

    WHOLE = ()
    DASHED = (2.2, 1.9)
    DOTTED = (0.01, 1.9)


@sprite(kept=64)
def _band(across_px: int, down_px: int, wide_px: float, colour: Colour, band: Band) -> pygame.Surface:
    edge = wide_px * 1.5
    left, top = min(0, across_px) - edge, min(0, down_px) - edge
    wide, high = abs(across_px) + 2 * edge, abs(down_px) + 2 * edge
    data = f"M0 0L{across_px} {down_px}"
    dashes = " ".join(f"{part * wide_px:.1f}" for part in band.value)
    rounded = {"stroke_linecap": "round"} | ({"stroke_dasharray": dashes} if dashes else {})
    body = path(data, "none", OUTLINE, wide_px * 1.7, stroke_opacity=0.85, **rounded)
    body += path(data, "none", colour, wide_px, **rounded)
    return svg(body, math.ceil(wide), math.ceil(high), box=(left, top, wide, high), oversample=2)


def draw_band(
    canvas: Canvas, start: Point, end: Point, colour: Colour, band: Band = Band.WHOLE, width: float = 5.0
) -> None:
    """Draw a band from one point to another, both included; `width` is in design units."""
    (x1, y1), (x2, y2) = canvas.pixel(*start), canvas.pixel(*end)
    made = _band(x2 - x1, y2 - y1, max(2.0, width * canvas.scale), colour, band)
    canvas.put_middle(made, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
