"""Letters as pixels: one line of text in one style, made into a premultiplied sprite."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from game.engine.colour import INK, WHITE, Colour, mix, rgb
from game.engine.sprites import blank, faded, put, tinted

_FINE_UP_TO, _FINER_UP_TO = 60, 26

_GAIN_UP_TO_16, _GAIN = 64, 40
"""How much of the weight that thin strokes lose in scaling is given back, of 255."""
_HEIGHT_OF_16 = 23
_SHADOW = 0.72


class Look(NamedTuple):
    """Colours and reliefs of a line of text; lengths in pixels."""

    colour: Colour
    edge: Colour
    outline: float
    shadow: float
    emboss: bool


class Letters(NamedTuple):
    """A line of text as a sprite: it begins `margin` pixels from the left, with its baseline `baseline` pixels from the
    top.
    """

    sprite: pygame.Surface
    width: float
    margin: int
    baseline: int


def fineness(size_px: float) -> int:
    """Return how many times as large letters of a size are set before they are scaled down."""
    return 3 if size_px <= _FINER_UP_TO else 2 if size_px <= _FINE_UP_TO else 1


def set_letters(font: pygame.font.Font, words: str, finer: int, width: float, look: Look) -> Letters:
    """Return `words` as a sprite, set in a font that is `finer` times as large as they are to be seen.

    Scaling also brings them to exactly `width` pixels: advances in whole pixels add up to a per cent too much or too
    little.
    """
    margin = 1 + math.ceil(max(look.outline, 2 * look.shadow))
    baseline = margin + -(-font.get_ascent() // finer)
    height = baseline - (font.get_descent() // finer) + margin
    body = font.render(words, True, rgb(WHITE))
    large = (body.get_width() + 2 * margin * finer, height * finer)
    if finer == 1:
        width = body.get_width()
    size = (max(1, round(large[0] * width / max(1, body.get_width()))), height)
    place = (margin * finer, baseline * finer - font.get_ascent())
    ink = _scaled(body, place, large, size)
    sprite = blank(*size)
    if look.outline:
        reach = max(1, round(look.outline * finer))
        font.outline = reach
        rim = font.render(words, True, rgb(WHITE))
        font.outline = 0
        rim_place = (place[0] - reach, place[1] - reach)
        put(sprite, tinted(_scaled(rim, rim_place, large, size), rgb(look.edge)), 0, 0)
    if look.shadow:
        dark = faded(tinted(ink, rgb(INK)), _SHADOW)
        step = look.shadow
        for x, y in ((0.0, step), (0.0, 2 * step), (step, step)):
            put(sprite, dark, x, y)
    if look.emboss:
        put(sprite, faded(tinted(ink, rgb(INK)), 0.55), 0, -1)
        put(sprite, faded(tinted(ink, rgb(mix(look.colour, WHITE, 0.7))), 0.6), 0, 1)
    put(sprite, tinted(ink, rgb(look.colour)), 0, 0)
    return Letters(sprite, width, margin, baseline)


def _scaled(
    rendered: pygame.Surface, place: tuple[int, int], large: tuple[int, int], size: tuple[int, int]
) -> pygame.Surface:
    """Return white premultiplied letters put at a place on a surface of size `large` and scaled down to `size`."""
    surface = blank(*large)
    put(surface, rendered.premul_alpha(), *place)
    if large[1] == size[1]:
        return surface
    small = pygame.transform.smoothscale(surface, size)
    gain = small.copy()
    part = _GAIN_UP_TO_16 if size[1] <= _HEIGHT_OF_16 else _GAIN
    gain.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)
    small.blit(gain, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return small
