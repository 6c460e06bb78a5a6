"""A lit lantern in the dark window, while the next scene is being made."""

from __future__ import annotations

import pygame

from game.engine.canvas import Canvas
from game.engine.ornament import hang_lantern
from game.engine.sprites import blank, faded, sprite

_HIGH = 96.0
_SIDE = 3 * _HIGH


def draw_waiting(canvas: Canvas, opacity: float) -> None:
    """Draw the lantern in the middle of the window, with an opacity from 0 to 1."""
    if opacity > 0.02:
        lamp = _lamp(canvas.px(_SIDE))
        canvas.put_middle(faded(lamp, opacity) if opacity < 1 else lamp, *canvas.bounds.center)


@sprite(kept=2)
def _lamp(side_px: int) -> pygame.Surface:
    made = blank(side_px, side_px)
    hang_lantern(Canvas(made, side_px / _SIDE), _SIDE / 2, (_SIDE - _HIGH) / 2, _HIGH, reach=1.3)
    return made
