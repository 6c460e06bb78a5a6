"""The frame around a board: a band of small glazed tiles between two lines of brass, and the shadow inside it."""

from __future__ import annotations

import math
from itertools import product
from typing import NamedTuple

import pygame

from game.engine.colour import Colour
from game.engine.ornament.brass import BRASS
from game.engine.sprites import blank, clipped, sprite
from game.engine.vector import circle, group, linear, path, rect, star, svg

_SHEEN = linear("sheen", [(0, "#FFFFFF", 0.22), (0.5, "#FFFFFF", 0), (1, "#000000", 0.3)])
_ROUND = 9.0


class Band(NamedTuple):
    """Colours and proportions of a tiled frame."""

    glazes: tuple[tuple[Colour, Colour, Colour], ...]
    """Colours of the tiles in turn: ground, star, and the smaller star inside it."""
    wood: Colour
    line: Colour
    """Colour of the lines around the stars."""
    groove: Colour
    """Colour of the grooves beside the brass."""
    inside: Colour | None = None
    """Colour that fills the frame; the filled frame is cut round at its corners. None leaves the middle open."""
    core: float = 0.27
    """Size of the smaller star, as a share of its tile."""
    sheen: bool = False


@sprite(kept=8)
def tiled_frame(width_px: int, height_px: int, wide: float, high: float, edge: float, colours: Band) -> pygame.Surface:
    """Return a tiled frame of `wide` × `high` design units at a size in pixels, with tiles of about `edge` units."""
    columns, rows = max(4, round(wide / edge)), max(4, round(high / edge))
    across, down = wide / columns, high / rows
    body = rect(0, 0, wide, high, _ROUND, colours.wood)
    for column, row in product(range(columns), range(rows)):
        if 0 < column < columns - 1 and 0 < row < rows - 1:
            continue
        ground, bright, core = colours.glazes[(column + row) % len(colours.glazes)]
        made = rect(0.4, 0.4, edge - 0.8, edge - 0.8, 1, ground)
        made += path(star(edge / 2, edge / 2, edge * 0.43), bright, colours.line, 0.7)
        made += path(star(edge / 2, edge / 2, edge * colours.core, math.pi / 8), core)
        made += circle(edge / 2, edge / 2, edge * 0.08, bright)
        scale = f"scale({across / edge:.4f} {down / edge:.4f})"
        body += group(made, f"translate({column * across:.2f} {row * down:.2f}) {scale}")
    if colours.inside:
        body += rect(edge, edge, wide - 2 * edge, high - 2 * edge, 0, colours.inside)
    if colours.sheen:
        body += rect(0, 0, wide, high, _ROUND, "url(#sheen)")
    for inset, radius in ((1.0, _ROUND), (edge - 1.0, 3.0)):
        box = (inset, inset, wide - 2 * inset, high - 2 * inset, radius)
        body += rect(*box, "none", colours.groove, 3.2) + rect(*box, "none", "url(#brass)", 2.0)
    framed = svg(body, width_px, height_px, defs=BRASS + _SHEEN, box=(0, 0, wide, high))
    if not colours.inside:
        return framed
    return clipped(framed, svg(rect(0, 0, wide, high, _ROUND, "#FFFFFF"), width_px, height_px, box=(0, 0, wide, high)))


@sprite(kept=8)
def sunken(
    width_px: int, height_px: int, unit: float, tone: tuple[int, int, int, int], deep: float, foot: float, blur: float
) -> pygame.Surface:
    """Return the shadow that a frame throws on what lies sunken in it, mostly from above.

    `tone` is premultiplied. `deep` (how far outside the shadow begins), `foot` (how thick it is at the foot) and `blur`
    are in design units of `unit` pixels.
    """
    shrink = 3
    wide, high = max(2, width_px // shrink), max(2, height_px // shrink)
    unit /= shrink
    margin, down = max(2, round(deep * unit)), max(1, round(5 * unit))
    cast = blank(wide + 2 * margin, high + 2 * margin)
    cast.fill(tone)
    hole = (margin, margin + down, wide, high - round(foot * unit))
    pygame.draw.rect(cast, (0, 0, 0, 0), hole, border_radius=2)
    cast = pygame.transform.gaussian_blur(cast, max(1, round(blur * unit)))
    return pygame.transform.smoothscale(cast.subsurface((margin, margin, wide, high)), (width_px, height_px))
