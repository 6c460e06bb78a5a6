"""The backdrop of a table: a room's wall at night, its tiles visible where lamps light them."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.engine.canvas import ADD, DESIGN_WIDTH, MULTIPLY, Canvas
from game.engine.light import dither, dusk, opaque, shine
from game.engine.ornament import Glaze, zellige
from game.engine.sprites import sprite

_TILES = Glaze("#2A2052", "#41317A", "#8A74C0", "#171030")
_TILE = 64.0
_LAMPS = (
    (80.0, 120.0, 330.0),
    (1200.0, 120.0, 330.0),
    (640.0, 20.0, 420.0),
    (80.0, 640.0, 260.0),
    (1200.0, 640.0, 260.0),
)
"""Lamps on the wall: centre (x, y) and reach, in design units."""

_LAMPS_UPRIGHT = ((60.0, 40.0, 260.0), (352.0, 150.0, 260.0), (206.0, 560.0, 330.0))


def _upright(canvas: Canvas) -> bool:
    return canvas.bounds.width < DESIGN_WIDTH / 2


def draw_table_backdrop(canvas: Canvas) -> None:
    """Fill the whole canvas with the wall."""
    canvas.lay(_painted(canvas.size, canvas.scale, canvas.origin, _upright(canvas)), (0, 0), 0)


def warm_table_backdrop(canvas: Canvas) -> Iterator[None]:
    """Paint the backdrop before the first frame."""
    _painted(canvas.size, canvas.scale, canvas.origin, _upright(canvas))
    yield


@sprite(kept=2)
def _painted(size: tuple[int, int], scale: float, origin: tuple[float, float], upright: bool) -> pygame.Surface:
    width, height = size
    painted = dusk(width, height, 0.22).copy()
    wall = opaque(width, height)
    lit = Canvas(opaque(width, height), scale, origin)
    for x, y, reach in _LAMPS_UPRIGHT if upright else _LAMPS:
        shine(lit, x, y, reach, "#B98A78", 0.5, 1.6)
    unit = lit.px(_TILE)
    tiles = zellige(unit * 4, unit * 4, unit, _TILES, 0.2, max(0.6, scale * 0.9))
    left, top = lit.pixel(0, 0)
    for x_px in range(left % (unit * 4) - unit * 4, width, unit * 4):
        for y_px in range(top % (unit * 4) - unit * 4, height, unit * 4):
            wall.blit(tiles, (x_px, y_px), special_flags=pygame.BLEND_PREMULTIPLIED)
    wall.blit(lit.surface, (0, 0), special_flags=MULTIPLY)
    painted.blit(wall, (0, 0), special_flags=ADD)
    dither(painted, 4)
    return painted
