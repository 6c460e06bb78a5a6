"""The shapes drawn before a seat's name."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.engine.colour import Colour, darken, lighten
from game.engine.sprites import sprite
from game.engine.vector import linear, path, points, polygon, star, svg


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}A{r} {r} 0 1 1 {x + r} {y}A{r} {r} 0 1 1 {x - r} {y}Z"


def _square(x: float, y: float, r: float) -> str:
    return polygon(x, y, r * 1.22, 4, math.pi / 4)


def _diamond(x: float, y: float, r: float) -> str:
    return polygon(x, y, r * 1.12, 4)


def _triangle(x: float, y: float, r: float) -> str:
    return points([(x, y - r * 1.08), (x + r * 1.12, y + r * 0.86), (x - r * 1.12, y + r * 0.86)])


def _hexagon(x: float, y: float, r: float) -> str:
    return polygon(x, y, r * 1.05, 6)


def _star(x: float, y: float, r: float) -> str:
    return star(x, y, r * 1.15, -math.pi / 2, 0.5, tips=5)


def _cross(x: float, y: float, r: float) -> str:
    a, b = r * 1.05, r * 0.40
    return points(
        [
            (x - b, y - a),
            (x + b, y - a),
            (x + b, y - b),
            (x + a, y - b),
            (x + a, y + b),
            (x + b, y + b),
            (x + b, y + a),
            (x - b, y + a),
            (x - b, y + b),
            (x - a, y + b),
            (x - a, y - b),
            (x - b, y - b),
        ]
    )


def _drop(x: float, y: float, r: float) -> str:
    tip, low, wide = y - r * 1.15, y + r * 0.22, r * 0.82
    neck, shoulder = y - r * 0.55, low - r * 0.35
    return (
        f"M{x} {tip}C{x + r * 0.3} {neck} {x + wide} {shoulder} {x + wide} {low}"
        f"A{wide} {wide} 0 1 1 {x - wide} {low}C{x - wide} {shoulder} {x - r * 0.3} {neck} {x} {tip}Z"
    )


_OUTLINES: dict[str, Callable[[float, float, float], str]] = {
    "square": _square,
    "diamond": _diamond,
    "triangle": _triangle,
    "disc": _disc,
    "hexagon": _hexagon,
    "cross": _cross,
    "star": _star,
    "drop": _drop,
}


def outline_of(shape: str) -> str:
    """Return the outline of a seat's shape as an SVG path, within a square of 100."""
    return _OUTLINES[shape](50, 50, 39)


@sprite(kept=128)
def badge(shape: str, colour: Colour, size_px: int, ring: Colour | None = None) -> pygame.Surface:
    """Return a seat's shape (a name in patterns.SHAPES) in its colour; `ring` is the colour of its outline, by default
    dark.
    """
    outline = outline_of(shape)
    defs = linear("fill", [(0, lighten(colour, 0.35)), (0.5, colour), (1, darken(colour, 0.3))], 0, 0, 0.6, 1)
    body = path(outline, "url(#fill)", ring or darken(colour, 0.62), 8.5)
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 100, 100), oversample=4)
