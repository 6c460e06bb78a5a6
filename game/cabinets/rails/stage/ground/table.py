"""The inlaid table under the map, seen where the map is smaller than the window."""

from __future__ import annotations

from typing import Final

import pygame

from game.engine.light import dither, opaque
from game.engine.ornament import Glaze, zellige
from game.engine.sprites import sprite

_INLAID: Final = Glaze("#1A1538", "#211A45", "#3A3066", "#15102C")
_SQUARES: Final = 4
"""Number of stars along each side of the pattern's tile, which repeats without seams."""


def draw_table(target: pygame.Surface, unit_px: int) -> None:
    """Cover a surface with the star pattern, `unit_px` pixels to a star."""
    target.blit(_table(*target.get_size(), max(8, unit_px)), (0, 0))


@sprite(kept=2)
def _table(width_px: int, height_px: int, unit_px: int) -> pygame.Surface:
    side = _SQUARES * unit_px
    piece = zellige(side, side, unit_px, _INLAID, 0.1, max(0.6, unit_px / 80))
    table = opaque(width_px, height_px)
    spots = [(piece, (x, y)) for y in range(0, height_px, side) for x in range(0, width_px, side)]
    table.fblits(spots, pygame.BLEND_PREMULTIPLIED)
    dither(table, 3)
    return table
