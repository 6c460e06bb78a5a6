"""Hexagons as slabs: tops with edges and shadows, and walls with one band per level, so that heights can be counted."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.cabinets.volcano.stage.relief.layout import LIFT, SQUASH
from game.engine.colour import INK, WHITE, Colour, darken, lighten
from game.engine.sprites import blank, clipped, put, sprite, tinted
from game.engine.vector import path, points, svg

SAME, OTHER, LOWER, HIGHER = range(4)
"""What lies across an edge: the same tile, another tile of equal height, something lower, something higher."""
_EDGES: Final = (("#1A1020", 0.16, 0.05), ("#1A1020", 0.62, 0.075), ("#FFFBEA", 0.85, 0.07), ("#120A18", 0.55, 0.09))
"""Colour, opacity and width of each kind of edge; widths as shares of a hexagon's size."""
_OVER: Final = 1.015
"""Factor by which hexagons are drawn too large, so that no gap shows between two."""
_SHADE: Final = 0.30
"""Opacity of a shadow."""
_LIGHTER: Final = 17
"""How much lighter (of 255) a top gets with each level, up to the fifth."""
_BASE: Final = 214


def corners(size: float, over: float = _OVER) -> list[tuple[float, float]]:
    """Return the corners of a hexagon around (0, 0), clockwise from the lower right."""
    angles = (math.radians(30 + 60 * corner) for corner in range(6))
    return [(size * over * math.cos(angle), size * over * SQUASH * math.sin(angle)) for angle in angles]


def extent(size_px: int) -> tuple[int, int]:
    """Return width and height in pixels of the picture of a top."""
    return 2 * math.ceil(size_px * math.sqrt(3) / 2 * _OVER) + 4, 2 * math.ceil(size_px * SQUASH * _OVER) + 4


def on_top(body: str, size_px: int, defs: str = "") -> pygame.Surface:
    """Return a picture of SVG code that is drawn for a hexagon of size 100, squashed as seen at an angle."""
    wide, high = extent(size_px)
    x, y = wide / size_px * 50, high / size_px * 50 / SQUASH
    return svg(body, wide, high, defs=defs, box=(-x, -y, 2 * x, 2 * y), oversample=3)


def hexagon(fill: str, over: float = _OVER) -> str:
    """Return SVG code of a hexagon of size 100, for `on_top`."""
    return path(points([(x, y / SQUASH) for x, y in corners(100, over)]), fill)


@sprite(kept=12)
def mask(size_px: int) -> pygame.Surface:
    """Return a white hexagon."""
    return on_top(hexagon(WHITE), size_px)


@sprite(kept=64)
def edge(size_px: int, way: int, kind: int) -> pygame.Surface:
    """Return the edge towards a neighbour, `way` clockwise from the right."""
    colour, opacity, width = _EDGES[kind]
    around = [(x, y / SQUASH) for x, y in corners(100, 1.0 - width * (kind == LOWER) * 0.6)]
    line = points([around[(way - 1) % 6], around[way % 6]], closed=False)
    return on_top(path(line, "none", colour, width * 100, stroke_opacity=opacity), size_px)


@sprite(kept=48)
def shade(size_px: int, way: int, levels: int) -> pygame.Surface:
    """Return the shadow that a neighbour `levels` higher casts on a top; light comes from the upper left."""
    wide, high = extent(size_px)
    drawn = blank(wide, high)
    angle = math.radians(60 * way)
    far = size_px * math.sqrt(3)
    middle = wide / 2 + far * math.cos(angle), high / 2 + far * math.sin(angle) * SQUASH
    drop = levels * LIFT * far * 0.62
    part = round(255 * _SHADE)
    for step in range(12):
        aside, down = drop * (step + 1) / 12, drop * 0.45 * (step + 1) / 12
        shape = [(middle[0] + x + aside, middle[1] + y + down) for x, y in corners(size_px)]
        pygame.draw.polygon(drawn, (0, 0, 0, part), shape)
    return clipped(drawn, mask(size_px))


@sprite(kept=384)
def top(
    face: str, size_px: int, level: int, edges: tuple[int, ...], shades: tuple[tuple[int, int], ...]
) -> pygame.Surface:
    """Return a whole top: a face (SVG of size 100), lighter with its level, with edges and shadows of (way, levels)."""
    drawn = on_top(face, size_px)
    bright = min(255, _BASE + _LIGHTER * (min(level, 4) - 1))
    made = tinted(drawn, (bright, bright, bright))
    if level >= 4:
        glare = mask(size_px).copy()
        part = min(60, 12 * (level - 3))
        glare.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)
        put(made, glare, 0, 0)
    for way, levels in shades:
        put(made, shade(size_px, way, levels), 0, 0)
    for way, kind in enumerate(edges):
        put(made, edge(size_px, way, kind), 0, 0)
    return made


@sprite(kept=96)
def walls(size_px: int, level: int, bands: int, stone: Colour) -> pygame.Surface:
    """Return the walls of a slab down over `bands` levels; their upper ends lie at half the picture's height."""
    wide, _ = extent(size_px)
    lift = LIFT * size_px * math.sqrt(3)
    foot = size_px * SQUASH + bands * lift
    right, bottom, left = corners(size_px)[0], corners(size_px)[1], corners(size_px)[2]
    body = ""
    for band in range(bands):
        y, end = band * lift, (band + 1) * lift + 0.5
        tone = lighten(stone, 0.20) if (level - band) % 2 else stone
        for (x1, y1), (x2, y2), light in ((left, bottom, 0.0), (bottom, right, 0.34)):
            face = [(x1, y1 + y), (x2, y2 + y), (x2, y2 + end), (x1, y1 + end)]
            body += path(points(face), darken(tone, light))
            body += path(
                points([(x1, y1 + end), (x2, y2 + end)], closed=False),
                "none",
                INK,
                size_px * 0.035,
                stroke_opacity=0.55,
            )
    return svg(body, wide, 2 * math.ceil(foot), box=(-wide / 2, -foot, wide, 2 * foot), oversample=2)
