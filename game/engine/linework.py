"""The patterns of seats as seamless lines, for things that are not woven; `textile` has the woven patterns."""

from __future__ import annotations

import pygame

from game.engine.colour import Colour
from game.engine.sprites import blank, put, sprite
from game.engine.vector import circle, path, rect, svg

_LINES: dict[str, tuple[str, float]] = {
    "stripe": ("M-20 20L20 -20M-20 120L120 -20M80 120L120 80", 24),
    "lattice": ("M-10 -10L110 110M110 -10L-10 110", 11),
    "chevron": ("M-10 30L0 25L50 75L100 25L110 35M-10 130L0 125L50 175M-10 -70L0 -75L50 -25L100 -75", 16),
    "eye": ("M50 14L86 50L50 86L14 50Z", 11),
    "cross": ("M50 22V78M22 50H78", 16),
    "stair": ("M-10 75H25V50H50V25H75V0H110M-10 175H25V150H50", 14),
}
"""Path data and line width of one tile of 100×100 units; lines that leave a tile continue in the next one."""

_SHAPES: dict[str, str] = {
    "dot": circle(25, 25, 15, "{}") + circle(75, 75, 15, "{}"),
    "check": rect(0, 0, 50, 50, 0, "{}") + rect(50, 50, 50, 50, 0, "{}"),
}


@sprite(kept=16)
def _tile(pattern: str, size_px: int, colour: Colour) -> pygame.Surface:
    if pattern in _LINES:
        data, width = _LINES[pattern]
        body = path(data, "none", colour, width)
    else:
        body = _SHAPES[pattern].replace("{}", colour)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


@sprite(kept=24)
def patterned(
    pattern: str, width_px: int, height_px: int, tile_px: int, colour: Colour, opacity: float
) -> pygame.Surface:
    """Return a transparent surface covered with a seat's pattern."""
    surface = blank(width_px, height_px)
    tile = _tile(pattern, tile_px, colour)
    for y in range(0, height_px, tile_px):
        for x in range(0, width_px, tile_px):
            put(surface, tile, x, y)
    part = round(255 * opacity)
    surface.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)
    return surface
