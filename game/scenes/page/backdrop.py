"""The evening behind every scene that is neither the title nor a table: sky, medina, tiles in lantern light.

One picture per canvas size is painted once and cached; a frame costs one blit.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pygame

from game.engine.canvas import ADD, MULTIPLY, Box, Canvas
from game.engine.colour import FLAME, INK, NIGHT
from game.engine.light import dither, opaque, shine, veil, vertical_gradient
from game.engine.ornament import Glaze, lantern, zellige
from game.engine.sprites import sprite
from game.engine.vector import circle, linear, path, points, rect, svg
from game.scenes.page.medina import paint_medina, warm_medina

SPAN = 320
"""Design units from one hook of the lantern ropes to the next; the pattern repeats after four spans."""
HORIZON = 560
"""Design height where the sky is warmest."""

_SKY = (
    (-400, "#0F0D24"),
    (0, "#13112A"),
    (180, "#231D46"),
    (340, "#3A2757"),
    (460, "#64365F"),
    (530, "#934A60"),
    (HORIZON, "#B05C50"),
    (620, "#6B3553"),
    (720, "#2A1838"),
    (1200, "#1D1230"),
)
_ROOFS_FOOT = 440
"""y, in the street's own design, of the lower edge of its roofs."""
_CAMERA = 0.4
"""Camera position in the street whose roofs are shown, in stalls."""
_NIGHT_HIGH = 190
_TILES = Glaze("#241B45", "#3A2C68", "#8A74C0", "#171030")
_TILE = 64
_LANTERN = 34
_HANGING = ((46, 6), (114, 12), (182, 4))
"""Lanterns of a span: distance from its hook, and length of the cord below the rope."""
_SAGS = (22, 26, 20, 28)


def draw_backdrop(canvas: Canvas, dimmed: float = 0.0) -> None:
    """Fill the whole canvas with the evening, darkened by `dimmed` (0 to 1), and cache it."""
    shape = canvas.size, canvas.scale, canvas.origin
    canvas.lay(_dimmed(*shape, dimmed) if dimmed else _painted(*shape), (0, 0), 0)


def warm_backdrop(canvas: Canvas) -> Iterator[None]:
    """Paint the backdrop for such a canvas before its first frame, a piece at each step of the iterator."""
    _wall_tiles(canvas)
    yield
    for band in ("far", "near"):
        warm_medina(canvas, band)
        yield
    _painted(canvas.size, canvas.scale, canvas.origin)
    yield


@sprite(kept=1)
def _dimmed(size: tuple[int, int], scale: float, origin: tuple[float, float], dimmed: float) -> pygame.Surface:
    picture = _painted(size, scale, origin).copy()
    veil(Canvas(picture, scale, origin), dimmed)
    return picture


@sprite(kept=2)
def _painted(size: tuple[int, int], scale: float, origin: tuple[float, float]) -> pygame.Surface:
    canvas = Canvas(opaque(*size), scale, origin)
    _paint_sky(canvas)
    _paint_tiles(canvas)
    _paint_medina(canvas)
    canvas.put(_drawn(canvas, _ropes(canvas.bounds)), canvas.bounds.left, canvas.bounds.top)
    for x, y in _lanterns(canvas.bounds):
        _hang(canvas, x, y)
    dither(canvas.surface, 4)
    return canvas.surface


def _paint_sky(canvas: Canvas) -> None:
    bounds = canvas.bounds
    low, high = _SKY[0][0], _SKY[-1][0]
    tall = canvas.px(high - low)
    stops = [((y - low) / (high - low), colour) for y, colour in _SKY]
    sky = vertical_gradient(1, tall, stops)
    top = canvas.pixel(0, low)[1]
    if top > 0:
        canvas.surface.fill(_SKY[0][1])
    if top + tall < canvas.surface.get_height():
        canvas.surface.fill(_SKY[-1][1], (0, top + tall - 1, canvas.surface.get_width(), canvas.surface.get_height()))
    canvas.surface.blit(pygame.transform.scale(sky, (canvas.surface.get_width(), tall)), (0, top))
    chance = random.Random(11)
    stars = "".join(
        circle(
            chance.uniform(bounds.left, bounds.right),
            bounds.top + (HORIZON - 160 - bounds.top) * chance.random() ** 1.6,
            chance.uniform(0.5, 1.3),
            "#FFF1D6",
            fill_opacity=round(chance.uniform(0.25, 0.8), 2),
        )
        for _ in range(int(bounds.width / 11))
    )
    canvas.put(_drawn(canvas, stars), bounds.left, bounds.top)


def _wall_tiles(canvas: Canvas) -> pygame.Surface:
    """Render four by four tiles of the wall, all slightly different."""
    unit = canvas.px(_TILE)
    return zellige(unit * 4, unit * 4, unit, _TILES, 0.2, max(0.6, canvas.scale * 0.9))


def _paint_tiles(canvas: Canvas) -> None:
    """Paint the wall's tiles where lantern light falls; elsewhere they fade into the dark."""
    width, height = canvas.surface.get_size()
    unit = canvas.px(_TILE)
    wall = opaque(width, height)
    tiles = _wall_tiles(canvas)
    left, top = canvas.pixel(0, 0)
    for x_px in range(left % (unit * 4) - unit * 4, width, unit * 4):
        for y_px in range(top % (unit * 4) - unit * 4, height, unit * 4):
            wall.blit(tiles, (x_px, y_px), special_flags=pygame.BLEND_PREMULTIPLIED)
    light = Canvas(opaque(width, height), canvas.scale, canvas.origin)
    for x, y in _lanterns(canvas.bounds):
        shine(light, x, y + _LANTERN / 2, 132, "#C98A60", 0.42, 1.7)
    wall.blit(light.surface, (0, 0), special_flags=MULTIPLY)
    canvas.surface.blit(wall, (0, 0), special_flags=ADD)


def _paint_medina(canvas: Canvas) -> None:
    """Paint the roofs of the title's street, low at the foot of the window, with dark lanes."""
    bounds = canvas.bounds
    down = (bounds.bottom - _ROOFS_FOOT) * canvas.scale
    paint_medina(Canvas(canvas.surface, canvas.scale, (canvas.origin[0], canvas.origin[1] + down)), _CAMERA)
    night = linear("night", [(0, NIGHT, 0), (0.6, NIGHT, 0.55), (1, INK, 0.85)])
    high = canvas.px(_NIGHT_HIGH)
    shade = svg(
        rect(0, 0, canvas.surface.get_width(), high, 0, "url(#night)"), canvas.surface.get_width(), high, defs=night
    )
    canvas.put(shade, bounds.left, bounds.bottom - _NIGHT_HIGH)


def _drawn(canvas: Canvas, body: str) -> pygame.Surface:
    """Render vector shapes, in design units, over the whole canvas."""
    bounds = canvas.bounds
    return svg(body, *canvas.surface.get_size(), box=(bounds.left, bounds.top, bounds.width, bounds.height))


def _rope_height(x: float) -> float:
    """Return how far below the window's top the rope hangs at `x`."""
    span, share = divmod(x / SPAN, 1)
    return 4 * _SAGS[int(span) % len(_SAGS)] * share * (1 - share) - 6


def _lanterns(bounds: Box) -> Iterator[tuple[float, float]]:
    """Yield the place of every visible lantern's ring. Ropes hang from the window's top, whatever its shape."""
    for span in _spans(bounds):
        for along, cord in _HANGING:
            x = span * SPAN + along + (14 if span % 2 else 0)
            yield x, bounds.top + _rope_height(x) + cord


def _ropes(bounds: Box) -> str:
    """Draw the ropes from hook to hook, and the cord of every lantern."""
    body = ""
    for span in _spans(bounds):
        line: list[tuple[float, float]] = [
            (span * SPAN + step, bounds.top + _rope_height(span * SPAN + step)) for step in range(0, SPAN, 8)
        ]
        line.append(((span + 1) * SPAN, bounds.top - 6))
        body += path(points(line, closed=False), "none", INK, 2)
    for x, y in _lanterns(bounds):
        body += path(points([(x, bounds.top + _rope_height(x)), (x, y + 1)], closed=False), "none", INK, 1.4)
    return body


def _spans(bounds: Box) -> range:
    return range(math.floor(bounds.left / SPAN), math.ceil(bounds.right / SPAN))


def _hang(canvas: Canvas, x: float, y: float) -> None:
    """Draw one small lantern with its light."""
    middle = y + _LANTERN * 0.55
    shine(canvas, x, middle, _LANTERN * 1.9, FLAME, 0.34, 2.2)
    metal = lantern(canvas.px(_LANTERN))
    canvas.put_middle(metal, x, middle)
    shine(canvas, x, middle, _LANTERN * 0.62, "#FFC46A", 0.45, 2.0)
