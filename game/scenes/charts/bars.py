"""The parts of a score as a row of small columns, each from 0 to 100."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine.canvas import Box, Canvas
from game.engine.colour import ROSE, SAND, lighten, rgb
from game.engine.ornament import Face
from game.engine.sprites import blank, sprite
from game.engine.widgets.parts import faces

FULL = 100
"""The greatest value of a part."""
_TONES = (SAND, "#9D97BD", ROSE)
"""Colours for pairs of parts, used in turn."""
_GAP = 3.0
_PAIR_GAP = 5.0
_CORNER = 2.0
_GROOVE = 26
"""Opacity of a column's empty groove, of 255."""


def tone_of(part: int) -> str:
    """Return the colour of a part; both parts of a pair share one."""
    return _TONES[part // 2 % len(_TONES)]


def draw_bar(canvas: Canvas, box: Box, part: int, value: float) -> None:
    """Draw one part as a bar from the left."""
    faces.draw_face(canvas, box, faces.TRACK, box.height / 2)
    share = max(0.0, min(1.0, value / FULL))
    if share * box.width >= box.height:
        tone = tone_of(part)
        face = Face(lighten(tone, 0.12), tone, 1.0, tone, 0.0, 0.0)
        faces.draw_face(canvas, Box(box.left, box.top, box.width * share, box.height), face, box.height / 2)


def draw_columns(canvas: Canvas, box: Box, values: Sequence[float]) -> None:
    """Draw all parts side by side, in pairs."""
    area = canvas.pixels(box)
    shares = tuple(round(max(0.0, min(1.0, value / FULL)) * area.height) for value in values)
    canvas.put(_columns(area.width, area.height, shares, canvas.scale), box.left, box.top)


def columns_width(parts: int, column: float) -> float:
    """Return the width of this many parts with columns of width `column`."""
    pairs = max(0, (parts - 1) // 2)
    return parts * column + max(0, parts - 1) * _GAP + pairs * _PAIR_GAP


@sprite(kept=256)
def _columns(width_px: int, height_px: int, shares: tuple[int, ...], scale: float) -> pygame.Surface:
    """Render columns of the given heights in pixels over faint grooves."""
    made = blank(width_px, height_px)
    gaps = columns_width(len(shares), 0.0) * scale
    wide = (width_px - gaps) / max(1, len(shares))
    corner = round(_CORNER * scale)
    groove = [channel * _GROOVE // 255 for channel in (*rgb(SAND), 255)]
    x = 0.0
    for part, high in enumerate(shares):
        if part:
            x += (_GAP + (_PAIR_GAP if part % 2 == 0 else 0.0)) * scale
        column = pygame.Rect(round(x), 0, round(x + wide) - round(x), height_px)
        pygame.draw.rect(made, groove, column, border_radius=corner)
        if high:
            filled = pygame.Rect(column.left, height_px - high, column.width, high)
            pygame.draw.rect(made, rgb(tone_of(part)), filled, border_radius=min(corner, high // 2))
        x += wide
    return made
