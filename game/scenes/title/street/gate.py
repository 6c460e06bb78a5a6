"""The foreground of the street: the arch that frames it, ropes of bulbs, and two lanterns."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import pygame

from game.engine.canvas import MULTIPLY, Box, Canvas
from game.engine.colour import WHITE
from game.engine.light import shine, vertical_gradient
from game.engine.ornament import NIGHT_GLAZE, hang_lantern, zellige
from game.engine.sprites import blank, clipped, faded, put, sprite
from game.engine.tween import Point
from game.engine.vector import path, points, svg
from game.scenes.title.street.ground import LAMPS
from game.scenes.title.street.stalls import bulb

_ARCH_WIDE, _ARCH_HIGH = 276.0, 344.0
_LOBES = ((276, 0), (216, 22), (158, 50), (108, 90), (70, 140), (40, 196), (18, 256), (-16, 330))
_BULB_COLOURS = ("#FFC46A", "#FF8A6A", "#7FE3D6", "#FFC46A")
_BULBS_A_SPAN = 16
_LANTERN_HIGH = 92.0


@sprite(kept=2)
def _spandrel(width_px: int, height_px: int) -> pygame.Surface:
    """Render the upper left corner of a lobed arch, tiled, with a golden edge."""
    view = (0.0, 0.0, _ARCH_WIDE, _ARCH_HIGH)
    edge = ""
    for (x0, y0), (x1, y1) in pairwise(_LOBES):
        radius = math.hypot(x1 - x0, y1 - y0) * 0.56
        edge += f"A{radius:.1f} {radius:.1f} 0 0 0 {x1} {y1}"
    mask = svg(path(f"M0 0H276{edge}L-16 0Z", WHITE), width_px, height_px, box=view)
    tiles = blank(width_px, height_px)
    tiles.fill((18, 14, 38, 255))
    put(tiles, faded(zellige(width_px, height_px, width_px * 40 / _ARCH_WIDE, NIGHT_GLAZE, 0.1), 0.9), 0, 0)
    tiles.blit(vertical_gradient(width_px, height_px, [(0, "#B0A0C0"), (1, WHITE)]), (0, 0), special_flags=MULTIPLY)
    surface = clipped(tiles, mask)
    rims = "".join(
        path(f"M276 0{edge}", "none", colour, width)
        for colour, width in (("#0A0818", 12), ("#C98C38", 3), ("#FFE3A0", 1))
    )
    put(surface, svg(rims, width_px, height_px, box=view), 0, 0)
    return surface


@sprite(kept=2)
def _spandrel_right(width_px: int, height_px: int) -> pygame.Surface:
    return pygame.transform.flip(_spandrel(width_px, height_px), True, False)


def draw_arch(canvas: Canvas) -> None:
    """Draw the arch at both upper corners of the canvas."""
    size = (canvas.px(_ARCH_WIDE), canvas.px(_ARCH_HIGH))
    width = canvas.surface.get_width()
    put(canvas.surface, _spandrel(*size), 0, 0)
    put(canvas.surface, _spandrel_right(*size), width - size[0], 0)


Span = tuple[float, float, float, float, float]
"""A rope: x and y of both ends, and how far it sags, in design units."""


def _spans(left: float, right: float) -> tuple[Span, Span, Span]:
    return (left - 20, 128, 534, 158, 62), (534, 158, 746, 158, 10), (746, 158, right + 20, 128, 62)


def _on_span(span: Span, share: float) -> Point:
    x0, y0, x1, y1, sag = span
    return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share + sag * 4 * share * (1 - share)


@sprite(kept=2)
def _ropes(left: float, wide: float, width_px: int, height_px: int) -> pygame.Surface:
    """Render all ropes as one sprite, from y = 120 to 240."""
    body = ""
    for span in _spans(left, left + wide):
        body += path(points([_on_span(span, i / 40) for i in range(41)], closed=False), "none", "#1B0F1E", 2.4)
    return svg(body, width_px, height_px, box=(left, 120, wide, 120))


@cache
def _bulb_places(left: float, right: float) -> list[Point]:
    places = []
    first, _, last = _spans(left, right)
    for span in (first, last):
        count = max(_BULBS_A_SPAN, round((span[2] - span[0]) / 33))
        places += [_on_span(span, i / (count + 1)) for i in range(1, count + 1)]
    return places


def _twinkle(seconds: float, index: int) -> float:
    """Return a bulb's brightness in eighths: mostly steady, sometimes dimmed for a moment."""
    wave = math.sin(seconds * 1.7 + index * 2.399) + 0.5 * math.sin(seconds * 3.1 + index * 1.3)
    return round(8 * (0.85 + 0.15 * wave)) / 8


def draw_ropes(canvas: Canvas, seconds: float) -> None:
    """Draw the ropes from the arch to the middle, with their bulbs."""
    bounds: Box = canvas.bounds
    rope = _ropes(bounds.left, bounds.width, canvas.surface.get_width(), canvas.px(120))
    canvas.put(rope, bounds.left, 120)
    size = canvas.px(16)
    for index, (x, y) in enumerate(_bulb_places(bounds.left, bounds.right)):
        colour = _BULB_COLOURS[index % 4]
        shine(canvas, x, y + 7, 22, colour, 0.55 * _twinkle(seconds, index), 2.0)
        canvas.put_middle(bulb(size, colour), x, y + 6)


def _flicker(seconds: float, phase: float) -> float:
    """Return a flame's brightness around 1, in sixteenths."""
    wave = (
        math.sin(seconds * 5.3 + phase) * 0.5
        + math.sin(seconds * 11.7 + phase * 3) * 0.3
        + math.sin(seconds * 2.1) * 0.6
    )
    return round(16 * (1 + 0.11 * wave)) / 16


def draw_lanterns(canvas: Canvas, seconds: float, drift: float = 0.0) -> None:
    """Draw the two lanterns, flickering and swaying; `drift` moves them, in design units, with the camera."""
    for phase, (x, middle) in enumerate(LAMPS):
        sway = 1.6 * math.sin(seconds * 0.9 + phase * 1.7) + drift
        hang_lantern(
            canvas,
            x + sway,
            middle - _LANTERN_HIGH * 0.55,
            _LANTERN_HIGH,
            chain_length=66,
            reach=2.8,
            strength=0.42 * _flicker(seconds, phase * 1.9),
        )
