"""The sky at dusk: gradient, clouds, moon and stars."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import pygame

from game.engine.canvas import DESIGN_HEIGHT, Box, Canvas
from game.engine.colour import DUSK, NIGHT, PAPER, PLUM
from game.engine.light import blurred, shine, vertical_gradient
from game.engine.sprites import blank, put, sprite
from game.engine.vector import circle, linear, path, star, svg

_DUSK = [
    (0.0, "#0F0E26"),
    (0.10, NIGHT),
    (0.19, DUSK),
    (0.275, PLUM),
    (0.35, "#8F466F"),
    (0.415, "#D0655A"),
    (0.47, "#F6A75C"),
    (1.0, "#F6B24A"),
]
_CLOUDS = (
    (240, 248, 480, 12, 60),
    (480, 264, 360, 8, 50),
    (840, 232, 520, 12, 46),
    (1080, 280, 360, 12, 60),
    (40, 304, 400, 12, 70),
    (720, 312, 480, 12, 60),
    (-300, 270, 420, 10, 55),
    (1340, 256, 420, 10, 50),
)
"""Clouds: left, top, width, height and alpha of each."""
_MOON = (1046.0, 104.0, 34.0)


class Twinkler(NamedTuple):
    """A star that twinkles: its place, its size, and the phase of its rhythm, in turns."""

    x: float
    y: float
    size: float
    phase: float


_LARGE_STARS = (
    (212, 92, 6.5),
    (402, 46, 4.5),
    (868, 58, 5),
    (1106, 196, 4.5),
    (328, 150, 4),
    (930, 128, 3.5),
    (96, 208, 4),
    (1190, 60, 4),
    (560, 176, 3),
    (742, 150, 3.5),
    (30, 60, 4),
    (-90, 110, 5),
    (1380, 120, 5),
)
TWINKLERS = tuple(Twinkler(x, y, size, index * 0.37 % 1) for index, (x, y, size) in enumerate(_LARGE_STARS))


def paint_sky(canvas: Canvas) -> None:
    """Fill the canvas with sky; the sky does not move with the camera."""
    bounds = canvas.bounds
    width, height = canvas.surface.get_size()
    low, high = bounds.top / DESIGN_HEIGHT, bounds.bottom / DESIGN_HEIGHT
    stops = [((share - low) / (high - low), colour) for share, colour in _DUSK]
    if stops[0][0] > 0:
        stops.insert(0, (0.0, _DUSK[0][1]))
    if stops[-1][0] < 1:
        stops.append((1.0, _DUSK[-1][1]))
    canvas.surface.blit(vertical_gradient(width, height, stops), (0, 0))
    shine(canvas, 300, 360, 560, "#FF8A4A", 0.40, 1.5, 0.5)
    put(canvas.surface, _small_stars(bounds, width, height), 0, 0)
    _paint_clouds(canvas)
    _paint_moon(canvas)


def _small_stars(bounds: Box, width_px: int, height_px: int) -> pygame.Surface:
    chance = random.Random(3)
    drawn = ""
    for _ in range(round(150 * bounds.width * (250 - bounds.top) / (1280 * 250))):
        x, y = chance.uniform(bounds.left, bounds.right), chance.uniform(bounds.top, 250)
        fade = min(1.0, max(0.0, 1 - y / 270)) * chance.uniform(0.25, 0.95)
        drawn += circle(x, y, chance.choice((0.6, 0.7, 0.8, 1.0, 1.25)), PAPER, fill_opacity=round(fade, 2))
    view = (bounds.left, bounds.top, bounds.width, bounds.height)
    return svg(drawn, width_px, height_px, box=view, oversample=1)


def _paint_clouds(canvas: Canvas) -> None:
    """Paint clouds as long soft bars, lit from below."""
    shrink = 4
    width, height = canvas.surface.get_size()
    layer = blank(width // shrink, height // shrink)
    for x, y, wide, high, alpha in _CLOUDS:
        left, top = canvas.pixel(x, y)
        area = pygame.Rect(left // shrink, top // shrink, canvas.px(wide) // shrink, canvas.px(high + 8) // shrink)
        pygame.draw.ellipse(layer, (230, 120, 110, alpha), area)
    soft = blurred(layer.premul_alpha(), max(1, canvas.px(12) // shrink))
    put(canvas.surface, pygame.transform.smoothscale(soft, (width, height)), 0, 0)


def _paint_moon(canvas: Canvas) -> None:
    x, y, radius = _MOON
    shine(canvas, x, y, 190, "#FFE2A8", 0.40, 2.2)
    side = 2 * radius + 8
    crescent = (
        f"M{radius * 1.20} 4A{radius} {radius} 0 1 0 {radius * 2 + 2} {radius * 1.42}"
        f"A{radius * 0.90} {radius * 0.90} 0 0 1 {radius * 1.20} 4Z"
    )
    size = canvas.px(side)
    defs = linear("moon", [(0, "#FFFDF2"), (1, "#FFDFA0")], 0, 0, 0.6, 1)
    moon = svg(path(crescent, "url(#moon)"), size, size, defs=defs, box=(0, 0, side, side), oversample=4)
    canvas.put(moon, x - radius, y - radius)


@sprite(kept=64)
def _twinkle(size_px: int, step: int) -> pygame.Surface:
    body = path(star(50, 50, 48, 0, 0.16, tips=4), PAPER, fill_opacity=step / 8)
    body += circle(50, 50, 7, PAPER, fill_opacity=step / 8)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


def draw_twinkling(canvas: Canvas, seconds: float) -> None:
    """Draw the larger stars, each in its own rhythm."""
    for x, y, size, phase in TWINKLERS:
        wave = 0.5 + 0.5 * math.sin(2 * math.pi * (seconds / 3.4 + phase))
        canvas.put_middle(_twinkle(canvas.px(2 * size), 3 + round(5 * wave)), x, y)
