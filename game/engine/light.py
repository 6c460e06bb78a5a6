"""Light and shadow: glows that are added, light maps that are multiplied, shadows, grain and gradients.

Two cheap passes light a picture. A light map, an eighth as large as the picture, is multiplied over a finished layer;
then glows are added where light comes from.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pygame

from game.engine.canvas import ADD, MULTIPLY, Box, Canvas
from game.engine.colour import BLACK, INK, Colour, mix, rgb
from game.engine.sprites import blank, sprite

_FALLOFF_PX = 96


def grey(values: bytes, width_px: int, height_px: int) -> pygame.Surface:
    """Return an opaque grey surface from one byte a pixel."""
    pixels = bytearray(4 * len(values))
    pixels[0::4] = pixels[1::4] = pixels[2::4] = values
    surface = pygame.image.frombuffer(bytes(pixels), (width_px, height_px), "BGRA")
    return surface.convert(opaque(1, 1))


def opaque(width_px: int, height_px: int) -> pygame.Surface:
    """Return a black surface without alpha, for whole layers: it blits twice as fast."""
    return pygame.Surface((max(1, width_px), max(1, height_px)), 0, 32)


@cache
def _distances() -> bytes:
    """Return how far each pixel of a square is from its middle: 0 there, 255 on the circle that touches the sides."""
    half = _FALLOFF_PX // 2
    middles = [place - half + 0.5 for place in range(_FALLOFF_PX)]
    return bytes(min(255, round(255 * math.hypot(x, y) / (half - 1))) for y in middles for x in middles)


@sprite(kept=16)
def _falloff(power: float) -> pygame.Surface:
    """Return the shape of every light: grey values (1 - distance)^power."""
    levels = bytes(round(255 * (1 - distance / 255) ** power) for distance in range(256))
    return grey(_distances().translate(levels), _FALLOFF_PX, _FALLOFF_PX)


@sprite(kept=384)
def glow(
    radius_px: int, colour: Colour, strength: float = 1.0, power: float = 2.2, squash: float = 1.0
) -> pygame.Surface:
    """Return light to be drawn with blend ADD: colour × strength × (1 - distance)^power; `squash` flattens it.

    Powers of 1.5 to 1.7 light rooms, 2.0 to 2.4 are lamps. Round a strength that changes with time to eighths, or the
    cache fills with glows.
    """
    size = (max(2, radius_px * 2), max(2, round(radius_px * 2 * squash)))
    light = pygame.transform.smoothscale(_falloff(power), size)
    light.fill([min(255, int(part * strength)) for part in rgb(colour)], special_flags=MULTIPLY)
    return light


def shine(
    canvas: Canvas,
    x: float,
    y: float,
    radius: float,
    colour: Colour,
    strength: float = 1.0,
    power: float = 2.2,
    squash: float = 1.0,
) -> None:
    """Add a glow around a design point; `radius` is in design units."""
    canvas.put_middle(glow(canvas.px(radius), colour, strength, power, squash), x, y, ADD)


@sprite(kept=256)
def shadow(
    width_px: int, height_px: int, radius_px: int, blur_px: int, alpha: int, colour: Colour = INK
) -> pygame.Surface:
    """Return a blurred rounded rectangle of opacity `alpha` (0 to 255), with a margin of 2 × blur on every side."""
    margin = 2 * blur_px
    shrink = max(1, min(4, blur_px // 4))
    full = (width_px + 2 * margin, height_px + 2 * margin)
    soft = blank(full[0] // shrink, full[1] // shrink)
    inner = pygame.Rect(margin // shrink, margin // shrink, max(1, width_px // shrink), max(1, height_px // shrink))
    tone = [int(part * alpha / 255) for part in rgb(colour)]
    pygame.draw.rect(soft, (*tone, alpha), inner, border_radius=radius_px // shrink)
    soft = pygame.transform.gaussian_blur(soft, max(1, blur_px // shrink))
    return pygame.transform.smoothscale(soft, full) if shrink > 1 else soft


def drop_shadow(
    canvas: Canvas,
    box: Box,
    radius: float = 12,
    blur: float = 12,
    alpha: int = 120,
    down: float = 6,
    right: float = 0,
) -> None:
    """Draw the shadow of a box over what is drawn already; lengths are design units.

    Usual values: cards blur 12, alpha 120 to 150, down 6; boards 20/190/10 and again 6/160/4; buttons 6/110/3.
    """
    area = canvas.pixels(box)
    soft = max(1, canvas.px(blur))
    cast = shadow(area.width, area.height, canvas.px(radius), soft, alpha)
    place = (area.left - 2 * soft + canvas.px(right), area.top - 2 * soft + canvas.px(down))
    canvas.lay(cast, place)


class LightMap:
    """Ambient light and lamps for a whole canvas, which `apply` multiplies over it."""

    SHRINK = 8

    def __init__(self, canvas: Canvas, ambient: Colour) -> None:
        self._canvas = canvas
        width, height = canvas.surface.get_size()
        map_surface = opaque(width // self.SHRINK + 2, height // self.SHRINK + 2)
        map_surface.fill(rgb(ambient))
        left, top = canvas.origin
        self._map = Canvas(map_surface, canvas.scale / self.SHRINK, (left / self.SHRINK + 1, top / self.SHRINK + 1))

    def add(
        self,
        x: float,
        y: float,
        radius: float,
        colour: Colour,
        strength: float = 1.0,
        power: float = 1.6,
        squash: float = 1.0,
    ) -> None:
        """Add a lamp around a design point."""
        shine(self._map, x, y, radius, colour, strength, power, squash)

    def apply(self) -> None:
        """Multiply the light over the canvas."""
        width, height = self._map.surface.get_size()
        large = pygame.transform.smoothscale(self._map.surface, (width * self.SHRINK, height * self.SHRINK))
        area = pygame.Rect((self.SHRINK, self.SHRINK), self._canvas.surface.get_size())
        self._canvas.surface.blit(large, (0, 0), area, special_flags=MULTIPLY)


def vertical_gradient(width_px: int, height_px: int, stops: Sequence[tuple[float, Colour]]) -> pygame.Surface:
    """Return an opaque gradient from the top down through stops: share of the height (0 to 1) and colour."""
    surface = opaque(width_px, height_px)
    for y in range(height_px):
        share = y / max(1, height_px - 1)
        for (low, first), (high, second) in pairwise(stops):
            if low <= share <= high:
                surface.fill(rgb(mix(first, second, (share - low) / (high - low))), (0, y, width_px, 1))
                break
    return surface


@sprite(kept=64)
def noise(width_px: int, height_px: int, columns: int, rows: int, low: int, high: int, seed: int = 1) -> pygame.Surface:
    """Return opaque grey noise to multiply with: columns × rows random values from `low` to `high`, scaled up."""
    spread = bytes(low + value * (high - low + 1) // 256 for value in range(256))
    cells = random.Random(seed).randbytes(columns * rows).translate(spread)
    return pygame.transform.smoothscale(grey(cells, columns, rows), (max(1, width_px), max(1, height_px)))


@sprite(kept=8)
def _grain(amplitude: int, seed: int = 7) -> pygame.Surface:
    levels = bytes(value * (amplitude + 1) >> 8 for value in range(256))
    return grey(random.Random(seed).randbytes(256 * 256).translate(levels), 256, 256)


def dither(surface: pygame.Surface, amplitude: int = 5) -> None:
    """Add film grain, so that large gradients show no bands; call it last on every cached full layer."""
    tile = _grain(amplitude)
    width, height = surface.get_size()
    surface.fill((amplitude // 2,) * 3, special_flags=pygame.BLEND_RGB_SUB)
    surface.fblits([(tile, (x, y)) for y in range(0, height, 256) for x in range(0, width, 256)], ADD)


def blurred(surface: pygame.Surface, radius_px: int, shrink: int = 1) -> pygame.Surface:
    """Return a blurred copy. `shrink` blurs a smaller copy, which is faster and loses only detail that the blur
    removes.
    """
    if shrink <= 1:
        return pygame.transform.gaussian_blur(surface, max(1, radius_px))
    width, height = surface.get_size()
    small = pygame.transform.smoothscale(surface, (max(1, width // shrink), max(1, height // shrink)))
    soft = pygame.transform.gaussian_blur(small, max(1, radius_px // shrink))
    return pygame.transform.smoothscale(soft, (width, height))


@sprite(kept=32)
def dusk(width_px: int, height_px: int, warmth: float = 0.3) -> pygame.Surface:
    """Return the evening sky behind every scene: night to plum from the top down, warm at the foot, without bands."""
    surface = vertical_gradient(width_px, height_px, [(0, "#14122B"), (0.45, "#2A2350"), (1, "#3E2858")])
    if warmth:
        light = glow(round(width_px * 0.6), "#B4502E", warmth, 1.8)
        place = (width_px // 2 - light.get_width() // 2, round(height_px * 1.1) - light.get_height() // 2)
        surface.blit(light, place, special_flags=ADD)
    dither(surface, 4)
    return surface


def veil(canvas: Canvas, opacity: float, colour: Colour = BLACK) -> None:
    """Cover the whole canvas evenly with a colour, to fade between scenes or to dim what lies behind a dialog."""
    if opacity <= 0:
        return
    cover = blank(*canvas.surface.get_size())
    cover.fill((*rgb(colour), min(255, round(255 * opacity))))
    canvas.surface.blit(cover, (0, 0))
