"""The wordmark of the arcade: Souk · 수크 in gold letters, with an eight-pointed star for the o."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from game.engine.canvas import Canvas
from game.engine.colour import INK, WHITE, rgb
from game.engine.light import blurred, shine, vertical_gradient
from game.engine.sprites import blank, faded, put, sprite
from game.engine.vector import linear, path, star, svg
from game.ground import paths

_GOLD = [(0.0, "#FFF8DC"), (0.42, "#FFD98A"), (0.55, "#F6B24A"), (1.0, "#C9702A")]
_IVORY = [(0.0, WHITE), (0.6, "#FBEBC8"), (1.0, "#E3BE8A")]
_SIZE = 88.0
"""Size of the letters in design units; all other lengths are proportional to it."""


class _Wordmark(NamedTuple):
    """The finished picture of the wordmark, with the pixel of the middle of its star."""

    picture: pygame.Surface
    star_x: int
    star_y: int


def _word(text: str, size_px: int, stops: list[tuple[float, str]]) -> pygame.Surface:
    """Return bold letters filled with a vertical gradient, cropped to the letters."""
    if not pygame.font.get_init():
        pygame.font.init()
    font = pygame.font.Font(paths.assets() / "fonts" / "Pretendard-Bold.otf", size_px)
    drawn = font.render(text, True, (255, 255, 255))
    ink = drawn.get_bounding_rect()
    letters = blank(*ink.size)
    letters.blit(drawn, (0, 0), ink)
    filled = vertical_gradient(*ink.size, stops).convert(letters)
    letters.blit(filled, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return letters.premul_alpha()


def _edge(letters: pygame.Surface, down_px: int, colour: str, opacity: float) -> pygame.Surface:
    """Return the light or dark rim on one edge of the letters: what a copy moved by `down_px` leaves uncovered, in a
    colour.
    """
    rim = letters.copy()
    rim.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    moved = rim.copy()
    rim.fill((*rgb(colour), 0), special_flags=pygame.BLEND_RGBA_ADD)
    rim.blit(moved, (0, down_px), special_flags=pygame.BLEND_RGBA_SUB)
    return faded(rim.premul_alpha(), opacity)


@sprite(kept=2)
def _wordmark(size_px: int) -> _Wordmark:
    unit = size_px / _SIZE
    capital, rest, korean = _word("S", size_px, _GOLD), _word("uk", size_px, _GOLD), _word("수크", size_px, _IVORY)
    radius, gap, between = 32 * unit, 5 * unit, 40 * unit
    margin = round(40 * unit)
    wide = capital.get_width() + 2 * gap + 2 * radius + rest.get_width() + between + korean.get_width()
    layer = blank(round(wide) + 2 * margin, round(150 * unit))
    base = round(75 * unit) + capital.get_height() // 2
    x = float(margin)
    put(layer, capital, x, base - capital.get_height())
    x += capital.get_width() + gap + radius
    middle = (round(x), round(base - radius + 5 * unit))
    side = round(2 * radius + 6 * unit)
    data = star(50, 50, 46) + star(50, 50, 46 * 0.52, math.pi / 8)
    ring = svg(
        path(data, "url(#gold)", fill_rule="evenodd"),
        side,
        side,
        defs=linear("gold", [(offset, colour) for offset, colour in _GOLD]),
        box=(0, 0, 100, 100),
        oversample=4,
    )
    put(layer, ring, middle[0] - side / 2, middle[1] - side / 2)
    x += radius + gap
    put(layer, rest, x, base - rest.get_height())
    x += rest.get_width() + between / 2
    dot = svg(path(star(50, 50, 48), "#F6B24A"), round(13 * unit), round(13 * unit), box=(0, 0, 100, 100), oversample=4)
    put(layer, dot, x - dot.get_width() / 2, base - capital.get_height() / 2 - dot.get_height() / 2)
    put(layer, korean, x + between / 2, base - korean.get_height() + 3 * unit)
    return _Wordmark(_struck(layer, unit), *middle)


def _struck(layer: pygame.Surface, unit: float) -> pygame.Surface:
    """Return the letters with a dark outline, a soft shadow, a lit upper edge and a shaded lower edge."""
    dark = layer.copy()
    dark.fill((*rgb(INK), 255), special_flags=pygame.BLEND_RGBA_MULT)
    surface = blank(*layer.get_size())
    halo = blurred(dark, max(1, round(5 * unit)))
    for _ in range(2):
        put(surface, halo, 0, 4 * unit)
    for across, down in ((-2, 0), (2, 0), (0, -2), (0, 3), (-1, -1), (1, -1), (-2, 2), (2, 2), (0, 5)):
        put(surface, dark, across * unit, down * unit)
    put(surface, layer, 0, 0)
    for down, colour, opacity in ((2, WHITE, 0.75), (-2, "#7A3A10", 0.45)):
        put(surface, _edge(layer, round(down * unit) or down, colour, opacity), 0, 0)
    return surface


def draw_wordmark(canvas: Canvas, x: float, y: float, glimmer: float = 1.0) -> None:
    """Draw the wordmark around a design point; `glimmer` is the strength of the light in its star."""
    mark = _wordmark(canvas.px(_SIZE))
    width, height = (side / canvas.scale for side in mark.picture.get_size())
    left, top = x - width / 2, y - height / 2
    star_x, star_y = left + mark.star_x / canvas.scale, top + mark.star_y / canvas.scale
    shine(canvas, x, y, 360, "#FF9C4A", 0.16, 1.6, 0.42)
    shine(canvas, star_x, star_y, 150, "#FFB04A", 0.40 * glimmer, 2.0)
    canvas.put(mark.picture, left, top)
    shine(canvas, star_x, star_y, 30, "#FFD98A", 0.75 * glimmer, 1.6)


def warm_wordmark(canvas: Canvas) -> None:
    """Make the wordmark's sprite at the scale of a canvas, so that drawing it later is quick."""
    _wordmark(canvas.px(_SIZE))
