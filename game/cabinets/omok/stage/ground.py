"""The sprites and geometry of Omok's wooden board with its lines, and of the stones."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import Any

import pygame

from game.core.space import Squares
from game.engine.canvas import Box
from game.engine.colour import INK, WHITE, Colour, darken, lighten
from game.engine.ornament import wood
from game.engine.sprites import blank, clipped, put, sprite
from game.engine.vector import circle, path, radial, rect, svg
from game.kit.layout import Layout, crossings

SIDE = 624.0
RIM = 34.0
"""From the edge of the wood to the outer lines, in design units; letters and numbers stand there."""
BOARD = Box(0, 0, SIDE, SIDE)
LINES = Box(RIM, RIM, SIDE - 2 * RIM, SIDE - 2 * RIM)
STARS = {15: (3, 7, 11), 19: (3, 9, 15), 20: ()}
"""By board size: the lines whose crossings have a dot; all nine crossings of 19 lines, the middle and corners of 15."""
WOOD = "#C98F4E"
_INK = "#3B2412"


def pitch_of(size: int) -> float:
    """Return the distance between two lines, in design units."""
    return LINES.width / (size - 1)


@lru_cache(maxsize=8)
def points_of(size: int) -> Layout[Any]:
    """Return the layout of the points of a board with `size` lines."""
    return crossings(Squares(size, size), LINES)


@sprite(kept=6)
def board(size: int, size_px: int) -> pygame.Surface:
    """Return a board with `size` lines, without letters, as a square of `size_px` pixels."""
    whole, made = (0, 0, SIDE, SIDE), blank(size_px, size_px)
    made.blit(wood(size_px, size_px, WOOD), (0, 0))
    made = clipped(made, svg(rect(0, 0, SIDE, SIDE, 14, WHITE), size_px, size_px, box=whole))
    pitch = pitch_of(size)
    ways = [RIM + line * pitch for line in range(size)]
    data = "".join(f"M{way:.2f} {RIM}V{SIDE - RIM}M{RIM} {way:.2f}H{SIDE - RIM}" for way in ways)
    body = path(data, "none", _INK, 1.3, stroke_opacity=0.85)
    body += rect(RIM, RIM, LINES.width, LINES.height, 0, "none", _INK, 2.2)
    stars = STARS[size]
    for column in stars:
        for row in stars:
            if size > 15 or (column == stars[1]) == (row == stars[1]):
                body += circle(RIM + column * pitch, RIM + row * pitch, 3.6, _INK)
    body += rect(2, 2, SIDE - 4, SIDE - 4, 12, "none", lighten(WOOD, 0.35), 2, stroke_opacity=0.8)
    body += rect(5, 5, SIDE - 10, SIDE - 10, 10, "none", darken(WOOD, 0.45), 2, stroke_opacity=0.7)
    put(made, svg(body, size_px, size_px, box=whole), 0, 0)
    return made


@sprite(kept=48)
def stone(black: bool, grain: int, size_px: int) -> pygame.Surface:
    """Return a stone of slate (black) or shell (white); `grain` is the seed of a shell's pattern."""
    chance = random.Random(grain)
    if black:
        fills = radial("face", [(0, "#6C6A7C"), (0.35, "#2B2936"), (1, "#0B0A12")], 0.36, 0.30, 0.75)
        body = circle(50, 50, 47, "url(#face)", INK, 1.6)
    else:
        fills = radial("face", [(0, WHITE), (0.6, "#F3EBDD"), (1, "#C9BCA6")], 0.38, 0.32, 0.8)
        body = circle(50, 50, 47, "url(#face)", "#6B5B46", 1.8)
        lean, data = chance.uniform(-0.5, 0.5), ""
        for line in range(-3, 4):
            x = 50 + line * 12 + chance.uniform(-2, 2)
            half = math.sqrt(max(0.0, 43**2 - (x - 50) ** 2))
            data += f"M{x - lean * half:.1f} {50 - half:.1f}Q{x + 5:.1f} 50 {x + lean * half:.1f} {50 + half:.1f}"
        body += path(data, "none", "#B9A78B", 1.1, stroke_opacity=0.35)
    return svg(body, size_px, size_px, defs=fills, box=(0, 0, 100, 100), oversample=3)


@sprite(kept=16)
def hollow(colour: Colour, size_px: int) -> pygame.Surface:
    """Return a ring that marks a fifth stone which is only offered."""
    body = circle(50, 50, 42, colour, INK, 3, fill_opacity=0.35) + circle(50, 50, 42, "none", colour, 6)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=3)


@sprite(kept=8)
def spot(black: bool, size_px: int) -> pygame.Surface:
    """Return the mark on the stone that was placed last."""
    body = circle(50, 50, 30, "#FFB347" if black else "#C4203E", INK if black else WHITE, 8)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=3)
