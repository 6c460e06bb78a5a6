"""The evening behind every scene that is neither the title nor a table: sky, medina, tiles in lantern light.

One picture a size of canvas, painted once and kept; a frame costs one blit.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pygame

from game.engine.canvas import ADD, DESIGN_WIDTH, MULTIPLY, Box, Canvas
from game.engine.colour import FLAME, INK, TERRACOTTA
from game.engine.light import dither, glow, opaque, shine, vertical_gradient
from game.engine.ornament import Glaze, lantern, zellige
from game.engine.sprites import sprite
from game.engine.vector import circle, group, path, points, rect, svg

SPAN = 320
"""Design units from one hook of the lantern ropes to the next; the pattern repeats every four."""
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
_FAR, _NEAR = "#4A2A54", "#241640"
_TILES = Glaze("#241B45", "#3A2C68", "#8A74C0", "#171030")
_TILE = 64
_LANTERN = 34
_HANGING = ((46, 6), (114, 12), (182, 4))
"""Lanterns of a span: how far from its hook, and the length of the cord below the rope."""
_SAGS = (22, 26, 20, 28)


def draw_backdrop(canvas: Canvas) -> None:
    """Fill all of `canvas` with the evening."""
    canvas.surface.blit(_painted(canvas.surface.get_size(), canvas.scale, canvas.origin), (0, 0))


def warm_backdrop(canvas: Canvas) -> Iterator[None]:
    """Paint the picture for such a canvas ahead of its first frame."""
    _painted(canvas.surface.get_size(), canvas.scale, canvas.origin)
    yield


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
    canvas.surface.blit(pygame.transform.scale(sky, (canvas.surface.get_width(), tall)), (0, canvas.pixel(0, low)[1]))
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


def _paint_tiles(canvas: Canvas) -> None:
    """Tiles exist only where lantern light falls: a wall that is there and not there."""
    width, height = canvas.surface.get_size()
    unit = canvas.px(_TILE)
    wall = opaque(width, height)
    tiles = zellige(unit * 4, unit * 4, unit, _TILES, 0.2, max(0.6, canvas.scale * 0.9))
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
    """Two rows of roofs against the last light, the haze between them, and lit windows in the nearer one."""
    bounds = canvas.bounds
    for skyline, colour in ((_far_skyline(), _FAR), (_near_skyline(), _NEAR)):
        copies = "".join(group(skyline, f"translate({shift * DESIGN_WIDTH} 0)") for shift in (-1, 0, 1))
        canvas.put(_drawn(canvas, copies.replace("@", colour)), bounds.left, bounds.top)
        if colour == _FAR:
            mist = glow(canvas.px(900), TERRACOTTA, 0.26, 1.5, 0.16)
            canvas.put_middle(mist, DESIGN_WIDTH / 2, HORIZON + 36, ADD)


def _drawn(canvas: Canvas, body: str) -> pygame.Surface:
    """Vector shapes in design units over the whole canvas."""
    bounds = canvas.bounds
    return svg(body, *canvas.surface.get_size(), box=(bounds.left, bounds.top, bounds.width, bounds.height))


def _wall(left: float, right: float, top: float, merlon: float = 10) -> str:
    """A wall with merlons along its top, down to beyond the foot of any window."""
    corners = [(left, 1300.0), (left, top)]
    x = left
    while x + merlon <= right:
        corners += [(x, top - merlon), (x + merlon, top - merlon), (x + merlon, top)]
        corners.append((min(x + 2 * merlon, right), top))
        x += 2 * merlon
    return path(points([*corners, (right, 1300.0)]), "@")


def _minaret(x: float, top: float, width: float) -> str:
    """A square tower with a gallery, a small upper tower, a dome and three balls."""
    half, upper = width / 2, width * 0.30
    body = _wall(x - half, x + half, top, width / 7)
    body += rect(x - upper, top - width * 0.95, upper * 2, width, 0, "@")
    body += _dome(x, top - width * 0.92, upper * 1.1)
    for i, radius in enumerate((0.09, 0.07, 0.05)):
        body += circle(x, top - width * (1.62 + 0.15 * i), width * radius, "@")
    return body


def _dome(x: float, foot: float, radius: float) -> str:
    """An onion dome with its tip."""
    wide, high = radius * 1.12, radius * 1.75
    return path(
        f"M{x - radius} {foot}C{x - wide * 1.25} {foot - high * 0.55} {x - radius * 0.35} {foot - high * 0.72} "
        f"{x} {foot - high}C{x + radius * 0.35} {foot - high * 0.72} {x + wide * 1.25} {foot - high * 0.55} "
        f"{x + radius} {foot}Z",
        "@",
    )


def _palm(x: float, foot: float, height: float) -> str:
    """A date palm leaning a little."""
    top_x, top = x + height * 0.08, foot - height
    body = path(f"M{x} {foot}Q{x + height * 0.10} {foot - height * 0.5} {top_x} {top}", "none", "@", height * 0.06)
    for angle in (-168, -140, -108, -72, -40, -12):
        turn = math.radians(angle)
        reach = height * 0.46
        end_x, end = top_x + math.cos(turn) * reach, top + math.sin(turn) * reach * 0.6 + reach * 0.42
        bend_x, bend = top_x + math.cos(turn) * reach * 0.6, top + math.sin(turn) * reach * 0.8
        body += path(f"M{top_x} {top}Q{bend_x} {bend} {end_x} {end}", "none", "@", height * 0.05)
    return body


def _far_skyline() -> str:
    body = _wall(-10, 210, 566, 7) + _wall(190, 470, 578, 6) + _wall(450, 720, 562, 7)
    body += _wall(700, 1010, 576, 6) + _wall(1000, 1290, 560, 7)
    body += _minaret(262, 470, 34) + _minaret(1050, 452, 38) + _minaret(560, 500, 26)
    body += rect(356, 552, 88, 60, 0, "@") + _dome(400, 556, 40)
    body += rect(848, 548, 104, 60, 0, "@") + _dome(900, 550, 46) + _dome(664, 556, 22) + _dome(120, 560, 26)
    return body


def _near_skyline() -> str:
    body = _wall(-10, 170, 622, 11) + _wall(150, 420, 646, 10) + _wall(400, 640, 632, 11)
    body += _wall(620, 930, 652, 10) + _wall(910, 1110, 630, 11) + _wall(1090, 1290, 640, 11)
    body += rect(-6, 596, 72, 60, 0, "@") + _dome(30, 600, 38)
    body += _minaret(744, 556, 40) + rect(1166, 606, 108, 60, 0, "@") + _dome(1220, 610, 48)
    body += _palm(482, 640, 74) + _palm(508, 640, 54) + _palm(1010, 636, 66) + _palm(214, 650, 58)
    chance = random.Random(5)
    for _ in range(34):
        x, y = chance.uniform(6, 1270), chance.uniform(662, 712)
        body += rect(x, y, 4, 7, 2, "#FFC873", fill_opacity=round(chance.uniform(0.25, 0.75), 2))
    return body


def _rope_height(x: float) -> float:
    """How far below the top of the window the rope hangs."""
    span, share = divmod(x / SPAN, 1)
    return 4 * _SAGS[int(span) % len(_SAGS)] * share * (1 - share) - 6


def _lanterns(bounds: Box) -> Iterator[tuple[float, float]]:
    """The ring of every lantern in sight. Ropes hang from the top of the window, whatever its shape."""
    for span in _spans(bounds):
        for along, cord in _HANGING:
            x = span * SPAN + along + (14 if span % 2 else 0)
            yield x, bounds.top + _rope_height(x) + cord


def _ropes(bounds: Box) -> str:
    """The ropes from hook to hook, and the cord of every lantern."""
    body = ""
    for span in _spans(bounds):
        line: list[tuple[float, float]] = [(span * SPAN + step, bounds.top + _rope_height(span * SPAN + step)) for step in range(0, SPAN, 8)]
        line.append(((span + 1) * SPAN, bounds.top - 6))
        body += path(points(line, closed=False), "none", INK, 2)
    for x, y in _lanterns(bounds):
        body += path(points([(x, bounds.top + _rope_height(x)), (x, y + 1)], closed=False), "none", INK, 1.4)
    return body


def _spans(bounds: Box) -> range:
    return range(math.floor(bounds.left / SPAN), math.ceil(bounds.right / SPAN))


def _hang(canvas: Canvas, x: float, y: float) -> None:
    """One small lantern with its light."""
    middle = y + _LANTERN * 0.55
    shine(canvas, x, middle, _LANTERN * 1.9, FLAME, 0.34, 2.2)
    metal = lantern(canvas.px(_LANTERN))
    canvas.put_middle(metal, x, middle)
    shine(canvas, x, middle, _LANTERN * 0.62, "#FFC46A", 0.45, 2.0)
