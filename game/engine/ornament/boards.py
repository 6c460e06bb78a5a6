"""Parts of a board of squares: a wooden frame with inlaid brass, a ring of tiles, carved squares."""

from __future__ import annotations

import math
import random

import pygame

from game.engine.canvas import MULTIPLY
from game.engine.colour import TEAL, TERRACOTTA, WHITE, mix
from game.engine.light import noise
from game.engine.ornament.tiles import Glaze, wood, zellige
from game.engine.sprites import blank, clipped, put, sprite
from game.engine.vector import circle, group, linear, path, rect, star, svg

_SIDE = 624
"""Units along one side of the drawing of the frame's brass."""
_SQUARE = 72
"""Units along one side of the drawing of a carved square."""


def _mitred(size: int, rim: int) -> pygame.Surface:
    """Return a square of wood, mitred at the corners: the grain of its left and right sides runs upwards."""
    face = blank(size, size)
    face.blit(wood(size, size, "#8A5430", seed=5), (0, 0))
    sides = f"M0 0L{rim} {rim}V{size - rim}L0 {size}Z"
    sides += f"M{size} 0L{size - rim} {rim}V{size - rim}L{size} {size}Z"
    planks = blank(size, size)
    planks.blit(wood(size, size, "#84502E", upright=True, seed=9), (0, 0))
    put(face, clipped(planks, svg(path(sides, WHITE), size, size)), 0, 0)
    return face


def _inlay() -> tuple[str, str]:
    """Return body and definitions of the frame's brass line and corner stars, in `_SIDE` units."""
    defs = linear("inlay", [(0, "#FFE3A0"), (0.5, "#D9A047"), (1, "#B8802F")], 0, 0, 1, 1)
    defs += linear("stud", [(0, "#FFE3A0"), (0.45, "#C98C38"), (1, "#6A3F15")])
    defs += linear("edge", [(0, WHITE, 0.45), (0.4, WHITE, 0.06), (1, "#000000", 0.35)], 0, 0, 0.5, 1)
    body = rect(1, 1, _SIDE - 2, _SIDE - 2, 15, "none", "url(#edge)", 2)
    body += rect(7, 7, _SIDE - 14, _SIDE - 14, 10, "none", "#3A1F14", 4)
    body += rect(7, 7, _SIDE - 14, _SIDE - 14, 10, "none", "url(#inlay)", 2.2)
    for x in (11, _SIDE - 11):
        for y in (11, _SIDE - 11):
            plate = path(star(x, y, 13, math.pi / 8), "#4A2A18") + path(star(x, y, 11.5), "url(#stud)", "#3A1F14", 1.4)
            body += plate + circle(x, y, 4.6, "#8F5A1E", "#5A3512", 1) + circle(x - 1, y - 1.2, 1.5, "#FFEFC0")
    return body, defs


@sprite(kept=4)
def wooden_frame(size_px: int, front_px: int, rim_px: int) -> pygame.Surface:
    """Return a square wooden frame with round corners, filled with wood, and below it its front edge, `front_px` high.

    The grain of the rim, `rim_px` wide, runs along its sides.
    """
    unit = size_px / _SIDE
    surface, below = blank(size_px, size_px + front_px), blank(size_px, size_px + front_px)
    below.blit(wood(size_px, size_px + front_px, "#3A1F14"), (0, 0))
    radius = round(16 * unit)
    edge = svg(rect(0, front_px, size_px, size_px, radius, WHITE), size_px, size_px + front_px)
    put(surface, clipped(below, edge), 0, 0)
    face = svg(rect(0, 0, size_px, size_px, radius, WHITE), size_px, size_px)
    put(surface, clipped(_mitred(size_px, rim_px), face), 0, 0)
    body, defs = _inlay()
    put(surface, svg(body, size_px, size_px, defs=defs, box=(0, 0, _SIDE, _SIDE)), 0, 0)
    return surface


def zellige_ring(size_px: int, tiles: int, deep: int, glaze: Glaze) -> pygame.Surface:
    """Return a square ring of glazed tiles, `tiles` along a side and `deep` wide; its middle is transparent."""
    unit = size_px / tiles
    wide = math.ceil(deep * unit)
    ring, far = blank(size_px, size_px), size_px - wide
    sides = ((wide, size_px, 0, 0), (wide, size_px, far, 0), (size_px, wide, 0, 0), (size_px, wide, 0, far))
    for number, (width, height, x, y) in enumerate(sides):
        put(ring, zellige(width, height, unit, glaze, vary=0.16, line=unit / 24, seed=1 + number), x, y)
    return ring


def _tile(x: float, y: float, chance: random.Random) -> str:
    """Return SVG elements of one carved square with its corner at (x, y): a rosette, a glaze and bevelled edges."""
    side = _SQUARE - 2
    base = mix(mix("#F6E4BB", "#E9CB94", chance.random()), "#F0C090", chance.random() * 0.5)
    middle_x, middle_y = x + side / 2, y + side / 2
    body = rect(x, y, side, side, 3, base)
    for radius, turn, fill, line in (
        (27.5, 0.0, mix(base, "#C9945A", 0.24), mix(base, "#8A5426", 0.5)),
        (21.0, math.pi / 8, mix(base, "#DDB277", 0.3), mix(base, "#8A5426", 0.34)),
        (16.0, 0.0, mix(base, "#FFF6E0", 0.42), mix(base, "#8A5426", 0.42)),
    ):
        cut = star(middle_x, middle_y, radius, turn)
        body += group(path(cut, "none", WHITE, 1.3, stroke_opacity=0.5), "translate(.9 1)")
        body += path(cut, fill, line, 1.1)
    inlaid = chance.choice((TERRACOTTA, TEAL, "#B5482F"))
    body += path(star(middle_x, middle_y, 7.5, math.pi / 8), mix(base, inlaid, 0.55), mix(base, "#8A5426", 0.4), 0.9)
    body += circle(middle_x, middle_y, 1.9, mix(base, "#FFF6E0", 0.6))
    body += rect(x, y, side, side, 3, "url(#glaze)")
    body += path(f"M{x + 1} {y + side - 1}V{y + 1}H{x + side - 1}", "none", WHITE, 1.4, stroke_opacity=0.5)
    return body + path(
        f"M{x + side - 0.7} {y + 1}V{y + side - 0.7}H{x + 1}", "none", "#6B4420", 1.4, stroke_opacity=0.45
    )


def _stud(x: float, y: float, chance: random.Random) -> str:
    """Return SVG elements of the glazed star where four squares meet."""
    tone = mix("#1D6E73", "#2C8A86", chance.random())
    glint = path(f"M{x - 4} {y - 1}L{x} {y - 5}", "none", "#BFEFE6", 1.3, stroke_opacity=0.7)
    return path(star(x, y, 9.5, math.pi / 8), tone, "#5E3D1F", 1.3) + glint


@sprite(kept=4)
def carved_floor(squares: int, size_px: int, kerb: float) -> pygame.Surface:
    """Return a floor of `squares` × `squares` carved squares, with a kerb around that is `kerb` squares wide."""
    chance = random.Random(12)
    edge = kerb * _SQUARE
    side = squares * _SQUARE + 2 * edge
    body = rect(0, 0, side, side, 5, "#5E3D1F") + rect(1, 1, side - 2, side - 2, 4, "none", "#C8954B", 1.4)
    for row in range(squares):
        for column in range(squares):
            body += _tile(edge + column * _SQUARE + 1, edge + row * _SQUARE + 1, chance)
    for row in range(1, squares):
        for column in range(1, squares):
            body += _stud(edge + column * _SQUARE, edge + row * _SQUARE, chance)
    glaze = [(0, WHITE, 0.34), (0.4, WHITE, 0.05), (0.7, "#000000", 0), (1, "#5A3410", 0.22)]
    floor = svg(body, size_px, size_px, defs=linear("glaze", glaze, 0, 0, 1, 1), box=(0, 0, side, side)).copy()
    floor.blit(noise(size_px, size_px, 46, 46, 232, 255, 21), (0, 0), special_flags=MULTIPLY)
    floor.blit(noise(size_px, size_px, 252, 252, 236, 255, 22), (0, 0), special_flags=MULTIPLY)
    return floor
