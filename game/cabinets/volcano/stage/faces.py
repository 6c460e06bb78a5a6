"""Pictures of fields, volcanoes and buildings as SVG: patterns and shapes besides colours."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

import pygame

from game.cabinets.volcano.ground import EXPAND, HUT
from game.cabinets.volcano.stage.relief.layout import SQUASH
from game.cabinets.volcano.stage.relief.slab import extent, hexagon, top
from game.cabinets.volcano.state import HOUSES
from game.cabinets.volcano.tiles import CLEARING, FIELDS, JUNGLE, KINDS, LAKE, ROCK, SAND
from game.core.space import SIXTHS
from game.engine.colour import OUTLINE, Colour, darken, lighten
from game.engine.sprites import blank, put, sprite
from game.engine.stage import Look
from game.engine.vector import drawing_body, ellipse, group, path, svg

COLOURS: Final[dict[int, Colour]] = {
    0: "#6B4238", JUNGLE: "#3E8F4E", CLEARING: "#BFD46A", SAND: "#F2D79B", ROCK: "#A29DB4", LAKE: "#4FB4E3",
}  # fmt: skip
STONE: Final = "#8A6A55"
"""Colour of the walls."""
LAVA: Final = "#E2521F"
SHOAL: Final = "#339DAB"
_SPOTS: Final = ((-44, -34), (36, -44), (0, 4), (-50, 32), (46, 30), (4, 58))


@cache
def face(field: int, way: int = 0) -> str:
    """Return SVG code of a field, or for 0 of a volcano whose lava runs out between its tile's two fields."""
    if field == 0:
        return hexagon(COLOURS[0]) + group(drawing_body("volcano-crater"), f"rotate({60 * way})")
    signs = (group(drawing_body(f"volcano-{FIELDS[field - 1]}"), f"translate({x} {y})") for x, y in _SPOTS)
    return hexagon(COLOURS[field]) + hexagon(lighten(COLOURS[field], 0.16), 0.80) + "".join(signs)


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
"""Roofs by seat number, as SVG paths 92 units wide that stand on (0, 0)."""


_ROOF_AT: Final = ("", "translate(0 -32) scale(1.3 0.8)", "translate(0 -64) scale(0.62 0.92)")


def _drawn(kind: int, seat: int, colour: Colour, pattern: str) -> str:
    """Return SVG code of a hut, temple or tower, under a roof with the seat's shape and pattern."""
    walls = drawing_body(f"volcano-{HOUSES[kind]}").replace("currentColor", colour)
    walls = walls.replace("currentShade", lighten(colour, 0.42)).replace("currentTint", lighten(colour, 0.6))
    lines, width = _MOTIFS.get(pattern, _MOTIFS["stripe"]), 12 if pattern == "dot" else 6
    marks = path(lines, "none", darken(colour, 0.55), width, stroke_opacity=0.75)
    roof = path(_ROOFS[seat % len(_ROOFS)], colour, OUTLINE, 7) + group(marks, "translate(0 -3) scale(0.62 0.78)")
    return walls + group(roof, _ROOF_AT[kind])


_CLUSTERS: Final = {
    1: ((0, 6, 0.92),),
    2: ((-30, -4, 0.72), (28, 12, 0.76)),
    3: ((-32, -6, 0.62), (32, -4, 0.62), (0, 22, 0.68)),
}


MOST_HUTS: Final = max(_CLUSTERS)


@sprite(kept=160)
def house(kind: int, huts: int, seat: int, colour: Colour, pattern: str, size_px: int) -> pygame.Surface:
    """Return a building, or a cluster of huts, for a hexagon of this size; its foot is a little below the middle."""
    places = _CLUSTERS[min(MOST_HUTS, huts)] if kind == HUT else ((0, 8, 0.86),)
    one = _drawn(kind, seat, colour, pattern)
    body = "".join(group(one, f"translate({x} {y}) scale({size})") for x, y, size in places)
    wide, high = round(size_px * 1.6), round(size_px * 2.2)
    ground = ellipse(6, 36, 62, 20, "#120A18", fill_opacity=0.35)
    return svg(ground + body, wide, high, box=(-80, -110, 160, 220), oversample=3)


_SIGNS: Final = (((0, 20, 1.0),), ((0, 22, 0.9),), ((0, 34, 0.78),), ((-30, -8, 0.62), (30, 18, 0.7)))


def sign(look: Look, kind: int, seat: int, size_px: int) -> pygame.Surface:
    """Return the picture of a kind of building (its index in BUILDS) in a seat's look, for panels and buttons."""
    return _sign(kind, seat, look.colour, look.pattern, size_px)


@sprite(kept=64)
def _sign(kind: int, seat: int, colour: Colour, pattern: str, size_px: int) -> pygame.Surface:
    one = _drawn(kind % EXPAND, seat, colour, pattern)
    body = "".join(group(one, f"translate({x} {y}) scale({size})") for x, y, size in _SIGNS[kind])
    return svg(body, size_px, size_px, box=(-70, -70, 140, 140), oversample=4)


@sprite(kept=80)
def tile(kind: int, size_px: int, way: int = 1) -> pygame.Surface:
    """Return a whole tile, drawn flat, `size_px` wide."""
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
