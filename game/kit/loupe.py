"""A loupe beside a finger, which covers what it points at."""

from __future__ import annotations

from typing import Final

import pygame

from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import LANTERN, OUTLINE, WHITE
from game.engine.sprites import blank, sprite
from game.engine.tween import Point
from game.engine.vector import circle, svg

_SIDE: Final = 96.0
"""Width of the loupe, in units that a finger has, of which a phone is 412 wide."""
_TIMES: Final = 2.0
_ABOVE: Final = 56.0
"""How far above the finger the loupe's foot is, or beside it its edge."""


@sprite(kept=2)
def _glass(side_px: int) -> pygame.Surface:
    return svg(circle(50, 50, 48, WHITE), side_px, side_px, box=(0, 0, 100, 100), oversample=2)


@sprite(kept=2)
def _rim(side_px: int) -> pygame.Surface:
    body = circle(50, 50, 47.5, "none", OUTLINE, 5) + circle(50, 50, 47.5, "none", LANTERN, 2.5)
    return svg(body, side_px, side_px, box=(0, 0, 100, 100), oversample=2)


def place_of(finger: Point, bounds: Box, unit: float = 1.0) -> Box:
    """Return where the loupe lies: above the finger, at the top edge beside it.

    `unit`: the length of one of a finger's units.
    """
    side, away = _SIDE * unit, _ABOVE * unit
    box = Box(finger[0] - side / 2, finger[1] - away - side, side, side)
    if box.top < bounds.top:
        box.top = finger[1] - side / 2
        box.left = finger[0] + away if finger[0] + away + side <= bounds.right else finger[0] - away - side
    return box.clamp(bounds)


def draw_loupe(canvas: Canvas, finger: Point, unit: float = 1.0) -> None:
    """Draw twice as large what has been drawn under a finger."""
    place = canvas.pixels(place_of(finger, canvas.bounds, unit))
    side = place.width
    seen = pygame.Rect(0, 0, round(side / _TIMES), round(side / _TIMES))
    seen.center = canvas.pixel(*finger)
    under = blank(*seen.size)
    under.blit(canvas.surface, (0, 0), seen)
    made = pygame.transform.smoothscale(under, (side, side))
    made.blit(_glass(side), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.surface.blit(made, place, special_flags=PREMULTIPLIED)
    canvas.surface.blit(_rim(side), place, special_flags=PREMULTIPLIED)
