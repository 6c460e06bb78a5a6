"""How fields, volcanoes and buildings look: patterns and shapes beside colours. Fields are SVG text."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

import pygame

from game.cabinets.volcano.tiles import CLEARING, JUNGLE, KINDS, LAKE, ROCK, SAND
from game.core.space import SIXTHS
from game.engine.colour import OUTLINE, Colour, darken, lighten, mix
from game.engine.sprites import blank, put, sprite
from game.engine.vector import circle, ellipse, group, linear, path, points, rect, svg
from game.kit.relief.layout import SQUASH
from game.kit.relief.slab import extent, hexagon, top

COLOURS: Final[dict[int, Colour]] = {
    0: "#6B4238", JUNGLE: "#3E8F4E", CLEARING: "#BFD46A", SAND: "#F2D79B", ROCK: "#A29DB4", LAKE: "#4FB4E3",
}  # fmt: skip
STONE: Final = "#8A6A55"
"""Of the walls."""
LAVA: Final = "#E2521F"
_SPOTS: Final = ((-44, -34), (36, -44), (0, 4), (-50, 32), (46, 30), (4, 58))


def _palm(x: float, y: float) -> str:
    leaves = "".join(
        path(f"M0 0Q{dx * 0.5:.0f} {dy - 10:.0f} {dx} {dy}", "none", "#1E5E34", 8)
        for dx, dy in ((-20, -2), (-14, -16), (14, -16), (20, -2), (0, -22))
    )
    trunk = path("M0 0Q4 12 0 24", "none", "#6B4A2E", 6)
    return group(trunk + leaves, f"translate({x} {y})")


def _tuft(x: float, y: float) -> str:
    return path(f"M{x - 9} {y}L{x - 5} {y - 15}M{x} {y}V{y - 20}M{x + 9} {y}L{x + 5} {y - 15}", "none", "#6E8F2E", 5)


def _dune(x: float, y: float) -> str:
    line = path(f"M{x - 24} {y}Q{x - 10} {y - 16} {x + 4} {y - 2}T{x + 28} {y - 4}", "none", "#C79A55", 6)
    return line + circle(x - 14, y + 11, 2.6, "#C79A55") + circle(x + 12, y + 9, 2.6, "#C79A55")


def _boulder(x: float, y: float) -> str:
    stone = path(f"M{x - 19} {y + 9}L{x - 13} {y - 9}L{x + 3} {y - 15}L{x + 18} {y - 3}L{x + 19} {y + 9}Z",
                 "#77718C", "#4A4560", 4)  # fmt: skip
    return stone + path(f"M{x - 10} {y - 5}L{x + 2} {y - 10}L{x + 3} {y + 2}Z", "#C9C4D8")


def _ripple(x: float, y: float) -> str:
    return path(f"M{x - 25} {y}q6 -9 12 0t12 0t12 0t12 0", "none", "#E4F6FF", 5)


_SIGNS: Final = {JUNGLE: _palm, CLEARING: _tuft, SAND: _dune, ROCK: _boulder, LAKE: _ripple}


@cache
def face(field: int, way: int = 0) -> str:
    """A field, or for 0 a volcano whose lava runs out between its two fields."""
    body = hexagon(COLOURS[field])
    if field:
        body += hexagon(lighten(COLOURS[field], 0.16), 0.80)
        return body + "".join(_SIGNS[field](x, y) for x, y in _SPOTS)
    angle = math.radians(60 * way + 30)
    x, y = math.cos(angle), math.sin(angle)
    body += circle(0, 0, 70, "#54312C") + circle(0, 0, 50, "#3F2424")
    stream = [
        (-y * 19, x * 19),
        (x * 98 - y * 12, y * 98 + x * 12),
        (x * 98 + y * 12, y * 98 - x * 12),
        (y * 19, -x * 19),
    ]
    body += path(points(stream), LAVA) + circle(0, 0, 35, LAVA, "#2A1414", 7)
    inner = [(-y * 9, x * 9), (x * 95 - y * 4, y * 95 + x * 4), (x * 95 + y * 4, y * 95 - x * 4), (y * 9, -x * 9)]
    return body + path(points(inner), "#FFC24A") + circle(0, 0, 21, "#FFC24A") + circle(-5, -5, 9, "#FFF1B8")


_MOTIFS: Final = {
    "stripe": "M-30 -58V6M-10 -66V6M10 -66V6M30 -58V6",
    "lattice": "M-40 -50L30 10M-10 -66L44 -20M40 -50L-30 10M10 -66L-44 -20",
    "chevron": "M-40 -34L-20 -50L0 -34L20 -50L40 -34M-40 -12L-20 -28L0 -12L20 -28L40 -12",
    "dot": "M-22 -30v1M0 -46v1M22 -30v1M-34 -12v1M-11 -12v1M11 -12v1M34 -12v1",
}
_ROOFS: Final = (
    "M-46 0L0 -66L46 0Z",
    "M-46 0Q-44 -62 0 -62Q44 -62 46 0Z",
    "M-50 -4Q-30 -14 -22 -50L22 -50Q30 -14 50 -4L46 4H-46Z",
    "M-46 0L-30 -44L0 -70L30 -44L46 0Z",
)
"""A roof of width 92 that stands on (0, 0), by the number of the seat."""


def _roof(seat: int, colour: Colour, pattern: str) -> str:
    dots = pattern == "dot"
    lines = _MOTIFS.get(pattern, _MOTIFS["stripe"])
    shape = _ROOFS[seat % len(_ROOFS)]
    marks = group(path(lines, "none", darken(colour, 0.55), 12 if dots else 6, stroke_opacity=0.75),
                  "translate(0 -3) scale(0.62 0.78)")  # fmt: skip
    return path(shape, colour, OUTLINE, 7) + marks


def _hut(seat: int, colour: Colour, pattern: str) -> str:
    wall = rect(-32, -4, 64, 38, 4, "#FFF1D6", OUTLINE, 7) + rect(-10, 8, 20, 26, 3, "#6B3F2A")
    return wall + _roof(seat, colour, pattern)


def _temple(seat: int, colour: Colour, pattern: str) -> str:
    pale = lighten(colour, 0.45)
    steps = rect(-66, 22, 132, 20, 4, pale, OUTLINE, 7) + rect(-52, 2, 104, 22, 4, lighten(colour, 0.6), OUTLINE, 7)
    columns = "".join(rect(x - 6, -34, 12, 38, 2, "#FFF8E8", OUTLINE, 4) for x in (-36, -12, 12, 36))
    return (
        steps
        + rect(-44, -34, 88, 38, 2, "#8A5B3C", OUTLINE, 5)
        + columns
        + group(_roof(seat, colour, pattern), "translate(0 -32) scale(1.3 0.8)")
    )


def _tower(seat: int, colour: Colour, pattern: str) -> str:
    body = path("M-22 42L-17 -56H17L22 42Z", "#FFF1D6", OUTLINE, 7)
    body += "".join(path(f"M{-19 - y / 60} {y}H{19 + y / 60}", "none", colour, 11) for y in (-32, -4, 24))
    return (
        body
        + rect(-25, -64, 50, 12, 3, lighten(colour, 0.4), OUTLINE, 6)
        + group(_roof(seat, colour, pattern), "translate(0 -64) scale(0.62 0.92)")
    )


_HOUSES: Final = (_hut, _temple, _tower)
_CLUSTERS: Final = {
    1: ((0, 6, 0.92),),
    2: ((-30, -4, 0.72), (28, 12, 0.76)),
    3: ((-32, -6, 0.62), (32, -4, 0.62), (0, 22, 0.68)),
}


MOST_HUTS: Final = max(_CLUSTERS)


@sprite(kept=160)
def house(kind: int, huts: int, seat: int, colour: Colour, pattern: str, size_px: int) -> pygame.Surface:
    """A building, or a hexagon of huts, for a hexagon of that size; its foot is a little below the middle."""
    if kind:
        body = group(_HOUSES[kind](seat, colour, pattern), "translate(0 8) scale(0.86)")
    else:
        huts_ = _CLUSTERS[min(MOST_HUTS, huts)]
        body = "".join(group(_hut(seat, colour, pattern), f"translate({x} {y}) scale({s})") for x, y, s in huts_)
    wide, high = round(size_px * 1.6), round(size_px * 2.2)
    ground = ellipse(6, 36, 62, 20, "#120A18", fill_opacity=0.35)
    return svg(ground + body, wide, high, box=(-80, -110, 160, 220), oversample=3)


@sprite(kept=64)
def sign(kind: int, seat: int, colour: Colour, pattern: str, size_px: int) -> pygame.Surface:
    """A building alone in a square, for panels and buttons; 3 is an expansion."""
    if kind == 3:
        body = group(_hut(seat, colour, pattern), "translate(-30 -8) scale(0.62)")
        body += group(_hut(seat, colour, pattern), "translate(30 18) scale(0.7)")
    else:
        body = group(
            _HOUSES[kind](seat, colour, pattern), f"translate(0 {(20, 22, 34)[kind]}) scale({(1, 0.9, 0.78)[kind]})"
        )
    return svg(body, size_px, size_px, box=(-70, -70, 140, 140), oversample=4)


@sprite(kept=80)
def tile(kind: int, size_px: int, way: int = 1) -> pygame.Surface:
    """A whole tile, flat, `size_px` wide."""
    unit = max(4, round(size_px / (2 * math.sqrt(3)) / 1.03))
    wide, high = extent(unit)
    step = unit * math.sqrt(3)
    cells = [((0, 0), 0)] + [(SIXTHS[(way + n) % 6], (KINDS[kind].right, KINDS[kind].left)[n]) for n in range(2)]
    places = [(step * (q + r / 2), unit * 1.5 * SQUASH * r, field) for (q, r), field in cells]
    left, up = min(x for x, _, _ in places), min(y for _, y, _ in places)
    right, down = max(x for x, _, _ in places), max(y for _, y, _ in places)
    drawn = blank(round(right - left) + wide, round(down - up) + high)
    for x, y, field in places:
        put(drawn, top(face(field, way), unit, 2, (1,) * 6, ()), x - left, y - up)
    return drawn


def sea(width_px: int, height_px: int) -> pygame.Surface:
    """Open water."""
    body = rect(0, 0, 624, 624, 0, "url(#deep)")
    for number in range(56):
        x, y = number * 97 % 640 - 10, number * 61 % 630
        body += path(f"M{x} {y}q5 -5 10 0t10 0", "none", "#8FD8E8", 1.6, stroke_opacity=0.22)
    defs = linear("deep", [(0, "#1E6F94"), (0.55, "#185C84"), (1, "#123F68")])
    return svg(body, width_px, height_px, defs=defs, box=(0, 0, 624, 624))


def shoal_colour() -> Colour:
    """Shallow water."""
    return mix("#3FB6B8", "#1E6F94", 0.35)
