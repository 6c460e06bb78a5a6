"""The town behind the wall: two bands of silhouettes that repeat along the street."""

from __future__ import annotations

import math
import random

import pygame

from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.sprites import sprite
from game.engine.vector import linear, path, rect, svg

PERIOD = 1640
"""Design units after which both bands repeat; wider than the usual window."""
FAR_STEP, NEAR_STEP = 34.0, 88.0
"""Design units that the far and the near band move when the camera goes on by one stall."""
_TOP, _FOOT = 100, 480


def _dome(x: float, y: float, radius: float, swell: float = 0.0) -> str:
    wide = radius * (1.06 + swell)
    return (
        f"M{x - radius} {y}C{x - wide} {y - radius * 0.62} {x - radius * 0.5} {y - radius * 1.02} "
        f"{x} {y - radius * (1.22 + swell)}C{x + radius * 0.5} {y - radius * 1.02} {x + wide} {y - radius * 0.62} "
        f"{x + radius} {y}Z"
    )


def finial(x: float, y: float, size: float = 1.0) -> str:
    """Return the path data of a spike with three balls, its foot at (x, y)."""
    balls = ((3.4, 3.0), (2.6, 9.5), (1.9, 14.5))

    def side(across: float, way: int) -> str:
        """Return one flank: from the foot upwards for way 1, downwards for way -1."""
        data = ""
        for radius, up in balls[::way]:
            out = x + across * radius * 1.5 * size
            ends = [(1.2, up - radius), (0, up - radius * 0.8), (0, up + radius * 0.8), (1.0, up + radius)][::way]
            near, first, second, far = (y - rise * size for _, rise in ends)
            start, end = (x + across * wide * size for wide, _ in (ends[0], ends[3]))
            data += f"L{start:.2f} {near:.2f}C{out:.2f} {first:.2f} {out:.2f} {second:.2f} {end:.2f} {far:.2f}"
        return data

    foot = y + 2
    return (
        f"M{x - 1.2 * size:.2f} {foot:.2f}{side(-1, 1)}L{x:.2f} {y - 22 * size:.2f}{side(1, -1)}"
        f"L{x + 1.2 * size:.2f} {foot:.2f}Z"
    )


def merlons(left: float, right: float, y: float, wide: float = 10, gap: float = 8, high: float = 10) -> str:
    """Return the path data of the stepped teeth on a wall whose top is at y."""
    data, x = "", left
    while x + wide <= right + 0.01:
        data += (
            f"M{x:.2f} {y + 1}V{y - high + 3}L{x + wide / 2:.2f} {y - high - 2}L{x + wide:.2f} {y - high + 3}V{y + 1}Z"
        )
        x += wide + gap
    return data


def _minaret(x: float, y: float, wide: float, high: float) -> str:
    """Draw a square Maghrebi minaret with its lantern storey."""
    top = y - high
    storey = wide * 0.46
    left, right, roof = x - storey / 2, x + storey / 2, top - storey * 1.2
    data = f"M{x - wide / 2} {_FOOT}V{top}H{x + wide / 2}V{_FOOT}Z"
    data += merlons(x - wide / 2, x + wide / 2 + 1, top, wide * 0.14, wide * 0.075, wide * 0.16)
    data += f"M{left} {top}V{roof}H{right}V{top}Z" + merlons(
        left, right + 1, roof, storey * 0.2, storey * 0.2, storey * 0.2
    )
    return data + _dome(x, roof, storey * 0.42) + finial(x, top - storey * 1.72, wide / 34)


def _domed_house(x: float, y: float, radius: float, swell: float) -> str:
    data = _dome(x, y - radius * 0.32, radius, swell)
    data += f"M{x - radius} {y - radius * 0.34}H{x + radius}V{_FOOT}H{x - radius}Z"
    return data + finial(x, y - radius * 1.58, radius / 30)


def _window(x: float, y: float, wide: float, high: float) -> str:
    left, right, spring = x - wide / 2, x + wide / 2, y - high * 0.55
    outer, inner, crown = wide * 0.62, wide * 0.2, y - high
    return (
        f"M{left} {y}V{spring}C{x - outer} {y - high * 0.9} {x - inner} {crown} {x} {y - high * 1.08}"
        f"C{x + inner} {crown} {x + outer} {y - high * 0.9} {right} {spring}V{y}Z"
    )


def _palm(x: float, y: float, high: float, lean: float) -> str:
    """Return the path data of a palm with hanging fronds."""
    tip_x, tip_y = x + lean * high, y - high
    bend = x + lean * high * 0.3
    middle = y - high * 0.5
    data = f"M{x - 2.5} {y}Q{bend} {middle} {tip_x - 1.2} {tip_y}L{tip_x + 1.6} {tip_y}"
    data += f"Q{bend + 4} {middle} {x + 2.5} {y}Z"
    fronds = ((-165, 30), (-140, 27), (-112, 24), (-72, 24), (-42, 27), (-14, 30), (18, 24), (162, 24))
    for degrees, length in fronds:
        reach = length * high / 90
        across, up = reach * math.cos(math.radians(degrees)), reach * math.sin(math.radians(degrees))
        end = f"{tip_x + across:.1f} {tip_y + up + reach * 0.42:.1f}"
        over = f"{tip_x + across * 0.6:.1f} {tip_y + up * 0.9 - reach * 0.16:.1f}"
        under = f"{tip_x + across * 0.45:.1f} {tip_y + up * 0.5 - reach * 0.02:.1f}"
        data += f"M{tip_x:.1f} {tip_y:.1f}Q{over} {end}Q{under} {tip_x:.1f} {tip_y:.1f}Z"
    return data


def _houses(chance: random.Random, ground: float, widths: tuple[int, int], rise: int, tooth: float) -> str:
    """Return the path data of a row of roofs from 0 to PERIOD, some with merlons."""
    data, x = "", 0
    while x < PERIOD:
        wide, high = chance.randint(*widths), chance.randint(0, rise)
        wide = min(wide, PERIOD - x)
        data += f"M{x} {_FOOT}V{ground - high}H{x + wide + 1}V{_FOOT}Z"
        if chance.random() < 0.5:
            data += merlons(x, x + wide, ground - high, tooth, tooth * 0.8, tooth)
        x += wide
    return data


def _windows(chance: random.Random, count: int, top: float, foot: float, size: float, colour: Colour) -> str:
    body = ""
    for _ in range(count):
        x, y = chance.uniform(8, PERIOD - 8), chance.uniform(top, foot)
        body += path(_window(x, y, size, size * 2), colour, fill_opacity=round(chance.uniform(0.35, 1), 2))
    return body


def _far() -> tuple[str, str]:
    """Return the shapes and gradient of the far band."""
    chance = random.Random(20)
    data = _houses(chance, 300, (34, 84), 34, 6)
    for x, wide, high in ((128, 22, 92), (470, 18, 84), (812, 16, 70), (1150, 20, 84), (1480, 22, 98)):
        data += _minaret(x, 300, wide, high)
    for x, radius in ((84, 30), (300, 52), (424, 26), (852, 30), (980, 46), (1214, 32), (1390, 50), (1570, 30)):
        data += _domed_house(x, 300, radius, 0.03)
    body = path(data, "url(#far)") + _windows(chance, 60, 290, 350, 3.2, "#FFE0A0")
    return body, linear("far", [(0, "#5D356C"), (0.45, "#84466C"), (1, "#B85C55")], 0, 170, 0, 430, user_units=True)


def _near() -> tuple[str, str]:
    """Return the shapes and gradient of the near band."""
    chance = random.Random(21)
    data = _houses(chance, 352, (56, 120), 40, 9)
    for x, wide, high in ((356, 34, 150), (1236, 34, 116), (1540, 30, 132)):
        data += _minaret(x, 352, wide, high)
    for x, radius in ((60, 38), (640, 56), (912, 40), (1400, 48)):
        data += _domed_house(x, 352, radius, 0.05)
    palms = ((436, 96, 0.05), (838, 92, -0.07), (806, 70, 0.05), (120, 76, 0.10), (1192, 90, -0.05), (1470, 84, 0.06))
    body = path(data, "url(#near)")
    body += path("".join(_palm(x, 356, high, lean) for x, high, lean in palms), "#2E1C46")
    body += _windows(chance, 76, 340, 430, 5, "#FFB95E")
    return body, linear("near", [(0, "#2E1D48"), (0.5, "#40254F"), (1, "#6A334A")], 0, 190, 0, 440, user_units=True)


@sprite(kept=4)
def _band(which: str, width_px: int, height_px: int) -> pygame.Surface:
    """Render one whole period; only roofs reach its seam, and they end there."""
    body, defs = _far() if which == "far" else _near()
    return svg(body, width_px, height_px, defs=defs, box=(0, _TOP, PERIOD, _FOOT - _TOP), oversample=1)


@sprite(kept=4)
def _haze(width_px: int, height_px: int, colour: Colour, opacity: float) -> pygame.Surface:
    defs = linear("haze", [(0, colour, 0), (1, colour, opacity)])
    return svg(rect(0, 0, width_px, height_px, 0, "url(#haze)"), width_px, height_px, defs=defs, oversample=1)


def warm_medina(canvas: Canvas, which: str) -> None:
    """Render the band "far" or "near" into the cache."""
    _band(which, canvas.px(PERIOD), canvas.px(_FOOT - _TOP))


def tile_across(canvas: Canvas, strip: pygame.Surface, y: float, shift: float) -> None:
    """Draw a repeating strip side by side across the canvas, moved `shift` design units to the left."""
    wide = strip.get_width()
    left = round(canvas.origin[0] - shift * canvas.scale) % wide - wide
    top = canvas.pixel(0, y)[1]
    for x in range(left, canvas.surface.get_width(), wide):
        if x + wide > 0:
            canvas.surface.blit(strip, (x, top), special_flags=pygame.BLEND_PREMULTIPLIED)


def paint_medina(canvas: Canvas, camera: float) -> None:
    """Paint both bands and the haze in front of each, seen from `camera` (in stalls along the street)."""
    width = canvas.surface.get_width()
    bounds = canvas.bounds
    for which, step, top, foot, colour, opacity in (
        ("far", FAR_STEP, 300, 400, "#F08A5A", 0.20),
        ("near", NEAR_STEP, 340, 440, "#E87A5A", 0.14),
    ):
        band = _band(which, canvas.px(PERIOD), canvas.px(_FOOT - _TOP))
        tile_across(canvas, band, _TOP, camera * step)
        haze = Box(bounds.left, top, bounds.width, foot - top)
        canvas.put(_haze(width, canvas.px(haze.height), colour, opacity), haze.left, haze.top)
