"""Things made of brass: frames, studs, lanterns."""

from __future__ import annotations

import math

import pygame

from game.engine.canvas import Canvas
from game.engine.colour import FLAME, LANTERN, OUTLINE, TERRACOTTA, WHITE, Colour, mix
from game.engine.light import shine
from game.engine.sprites import sprite
from game.engine.vector import circle, ellipse, linear, path, radial, rect, star, svg

BRASS = linear("brass", [(0, "#FFE3A0"), (0.35, "#D9A047"), (0.7, "#8F5A1E"), (1, "#5A3512")], 0, 0, 1, 0.3)
"""Definition of the gradient "url(#brass)", lit from the top left."""

LANTERN_RATIO = 0.565
"""Width of a lantern as a share of its height."""

_LIT_METAL = linear("metal", [(0, "#FFDFA0"), (0.3, "#C98C3A"), (0.75, "#6E431A"), (1, "#3B220F")], 0, 0, 1, 0)
_DARK_METAL = linear("metal", [(0, "#A48A66"), (0.35, "#75593F"), (1, "#33252A")], 0, 0, 1, 0)
_LINE, _LINE_WIDTH = "#1B0F1E", 2.2


def _lantern_cap(lit: bool) -> str:
    """Return SVG elements of a lantern's ring, neck and pierced dome."""
    body = path("M52 2a9 9 0 1 1 -.1 0Z", "none", "url(#metal)", 4)
    body += rect(47, 20, 10, 9, 2, "url(#metal)", _LINE, _LINE_WIDTH)
    body += path("M52 26C34 34 24 46 20 62H84C80 46 70 34 52 26Z", "url(#metal)", _LINE, _LINE_WIDTH)
    for x, y in ((52, 40), (40, 51), (64, 51), (52, 53)):
        body += path(star(x, y, 4.6), "#FFE9A8" if lit else "#1D1636")
    return body + rect(15, 60, 74, 8, 3, "url(#metal)", _LINE, _LINE_WIDTH)


def _lantern_glass(lit: bool) -> str:
    """Return SVG elements of a lantern's glass behind its bars, with a star in the middle."""
    bar = "#5A3414" if lit else "#120D22"
    body = path("M20 68L12 100L24 142H80L92 100L84 68Z", "url(#glass)", _LINE, _LINE_WIDTH)
    body += path("M36 68L32 100L40 142M68 68L72 100L64 142M12 100H92", "none", bar, 3)
    body += path(star(52, 101, 17), "none", bar, 2.6)
    body += path(star(52, 101, 9, math.pi / 8), "#FFFDF0" if lit else "#2A2045", bar, 1.6)
    for x, y in ((24, 84), (80, 84), (30, 121), (74, 121)):
        body += path(star(x, y, 5), bar)
    return body


def _lantern_foot() -> str:
    body = rect(20, 140, 64, 9, 3, "url(#metal)", _LINE, _LINE_WIDTH)
    body += path("M28 149L40 164H64L76 149Z", "url(#metal)", _LINE, _LINE_WIDTH)
    return body + path("M52 164V170", "none", "url(#metal)", 4) + circle(52, 174, 5, "url(#metal)", _LINE, 1.6)


@sprite(kept=32)
def lantern(height_px: int, lit: bool = True, glass: Colour = LANTERN) -> pygame.Surface:
    """Return a pierced brass lantern with its ring, `LANTERN_RATIO` as wide as high, without the light around it."""
    if lit:
        warm = mix(glass, "#FFC54D", 0.4)
        stops = [(0, "#FFFDF0"), (0.30, "#FFE9A8"), (0.65, warm), (1, mix(glass, TERRACOTTA, 0.45))]
        defs = radial("glass", stops, 0.5, 0.55, 0.62) + _LIT_METAL
    else:
        defs = radial("glass", [(0, "#5B4A7E"), (1, "#2A2048")], 0.4, 0.3, 0.9) + _DARK_METAL
    body = _lantern_cap(lit) + _lantern_glass(lit) + _lantern_foot()
    width_px = max(1, round(height_px * LANTERN_RATIO))
    return svg(body, width_px, height_px, defs=defs, box=(0, 0, 104, 184), oversample=4)


@sprite(kept=32)
def chain(length_px: int, link_px: int, lit: bool = True) -> pygame.Surface:
    """Return a hanging chain of links `link_px` high."""
    colour = "#B98A45" if lit else "#5B4A55"
    links = "".join(
        ellipse(4, i * 6 + 3, 1.6 if i % 2 else 2.2, 3.6, "none", colour, 1.2)
        for i in range(length_px // max(1, link_px) + 1)
    )
    return svg(links, round(link_px * 8 / 6), length_px, box=(0, 0, 8, length_px * 6 / link_px), oversample=3)


def hang_lantern(
    canvas: Canvas,
    x: float,
    y: float,
    height: float,
    *,
    lit: bool = True,
    chain_length: float = 0,
    reach: float = 2.4,
    strength: float = 0.55,
) -> None:
    """Draw a lantern with its ring at a design point, on a chain going up, with the light it gives.

    Behind it lies a light for the room, `reach` times its height; before it the lamp's own. Round a `strength` that
    flickers to eighths, to keep the cache small.
    """
    if chain_length:
        links = chain(canvas.px(chain_length), max(3, canvas.px(height / 15)), lit)
        canvas.put(links, x - links.get_width() / canvas.scale / 2, y - chain_length)
    middle = y + height * 0.55
    if lit:
        shine(canvas, x, middle, height * reach, FLAME, strength * 0.55, 2.4)
    metal = lantern(canvas.px(height), lit)
    canvas.put(metal, x - metal.get_width() / canvas.scale / 2, y - height * 0.02)
    if lit:
        shine(canvas, x, middle, height * 0.62, "#FFC46A", strength, 2.0)


@sprite(kept=64)
def brass_frame(width_px: int, height_px: int, thickness_px: float, radius_px: float = 0) -> pygame.Surface:
    """Return a hollow brass frame along the edge of the given size, with a bright line and dark rims."""
    thick = thickness_px
    body = ""
    for inset, colour, wide in (
        (thick * 0.5, "#3A2012", thick),
        (thick * 0.5, "url(#brass)", thick * 0.72),
        (thick * 0.38, "#FFEFC0", max(0.6, thick * 0.12)),
    ):
        body += rect(
            inset, inset, width_px - 2 * inset, height_px - 2 * inset, max(0, radius_px - inset), "none", colour, wide
        )
    return svg(body, width_px, height_px, defs=BRASS)


@sprite(kept=16)
def stud(size_px: int) -> pygame.Surface:
    """Return a brass boss with a star, for the corners of frames."""
    body = circle(20, 20, 17, "url(#brass)", OUTLINE, 2.4) + path(star(20, 20, 11), "#5A3512")
    body += path(star(20, 20, 6, math.pi / 8), "#FFE3A0") + path("M9 13A13 13 0 0 1 22 7.5", "none", WHITE, 2)
    return svg(body, size_px, size_px, defs=BRASS, box=(0, 0, 40, 40), oversample=4)
