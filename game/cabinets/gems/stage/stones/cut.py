"""Pictures of cut stones, and numbers on them."""

from __future__ import annotations

import math
from typing import Final, Literal

import pygame

from game.engine.canvas import Canvas
from game.engine.colour import LANTERN, OUTLINE, PAPER, WHITE, Colour, darken, lighten, on
from game.engine.sprites import sprite
from game.engine.text import Typeface, Weight
from game.engine.vector import circle, linear, path, points, polygon, star, svg

STONES: Final[tuple[Colour, ...]] = ("#EEF1FA", "#3D73E8", "#2AA56A", "#D93651", "#40384F", "#F2B134")
"""Colours of the stones by kind: diamond, sapphire, emerald, ruby, onyx, and a gold coin."""
Setting = Literal["full", "gilt", "hollow"]
"""How a stone is drawn: plain, with a gold rim, or as an outline only."""


def _cut(kind: int, share: float) -> str:
    """Return SVG path data of a stone's outline around (50, 50), scaled to `share`."""
    reach = 46 * share
    match kind:
        case 0:
            return polygon(50, 50, reach, 8, math.pi / 8)
        case 2:
            x, y, cut = 34 * share, reach, 15 * share
            corners = [(x, y - cut), (x - cut, y), (cut - x, y), (-x, y - cut)]
            corners += [(-x, cut - y), (cut - x, -y), (x - cut, -y), (x, cut - y)]
            return points((50 + dx, 50 + dy) for dx, dy in corners)
        case 3:
            top, side, foot = 50 - reach * 1.04, 37 * share, 50 + reach
            return (
                f"M50 {top:.1f}C{50 + side * 0.5:.1f} {50 - reach * 0.5:.1f} {50 + side:.1f} 50 {50 + side:.1f} "
                f"{50 + reach * 0.28:.1f}A{side:.1f} {reach * 0.74:.1f} 0 0 1 50 {foot:.1f}A{side:.1f} "
                f"{reach * 0.74:.1f} 0 0 1 {50 - side:.1f} {50 + reach * 0.28:.1f}C{50 - side:.1f} 50 "
                f"{50 - side * 0.5:.1f} {50 - reach * 0.5:.1f} 50 {top:.1f}Z"
            )
        case 4:
            return points(
                (50 + 39 * share * dx, 50 + 39 * share * dy) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            )
    return (
        f"M{50 - reach:.1f} 50A{reach:.1f} {reach:.1f} 0 1 1 {50 + reach:.1f} 50"
        f"A{reach:.1f} {reach:.1f} 0 1 1 {50 - reach:.1f} 50Z"
    )


@sprite(kept=256)
def stone(kind: int, size_px: int, setting: Setting = "full") -> pygame.Surface:
    """Return a cut stone, or a coin for kind 5; each kind has its own shape, to tell them apart without colour."""
    colour = STONES[kind]
    if setting == "hollow":
        body = path(_cut(kind, 0.94), "#1B1030", PAPER, 7, fill_opacity=0.72)
        body += path(_cut(kind, 0.8), "none", lighten(colour, 0.2), 9)
        return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)
    rim, line = (LANTERN, 11.0) if setting == "gilt" else (OUTLINE, 5.0)
    defs = linear("cut", [(0, lighten(colour, 0.45)), (0.5, colour), (1, darken(colour, 0.38))])
    body = path(_cut(kind, 0.96), "url(#cut)", OUTLINE, line + 3) + path(_cut(kind, 0.94), "none", rim, line)
    if kind == 5:
        body += circle(50, 50, 34, "none", darken(colour, 0.4), 3) + path(star(50, 50, 26), darken(colour, 0.35))
    else:
        body += path(_cut(kind, 0.56), lighten(colour, 0.25), WHITE, 2.5, fill_opacity=0.55, stroke_opacity=0.55)
    body += path("M24 30Q34 17 50 16", "none", WHITE, 5, stroke_opacity=0.7)
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 100, 100), oversample=4)


def draw_stone(
    canvas: Canvas,
    typeface: Typeface,
    kind: int,
    text: str,
    x: float,
    y: float,
    size: float,
    setting: Setting = "full",
    figure: float = 0.62,
) -> None:
    """Draw a stone with a number on it; the number's size is a share of the stone at every text size."""
    canvas.put_middle(stone(kind, canvas.px(size), setting), x, y)
    if not text:
        return
    ink = PAPER if setting == "hollow" else on(STONES[kind])
    edge = OUTLINE if ink == PAPER else PAPER
    letters = size * figure * 100 / typeface.text_size
    outline = 2 if size >= 18 else 0
    low = size * 0.08 if kind == 3 else 0.0
    typeface.line(canvas, text, x, y + low, letters, Weight.BOLD, ink, "middle", outline=outline, edge=edge)
