"""Natural things on the land: trees, mounds, crags, tufts, waves. Their places follow from the tile number alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

import pygame

from game.cabinets.rails.world.land import HILL, PLAIN, ROCK, WATER, WOOD
from game.engine.colour import Colour
from game.engine.sprites import sprite
from game.engine.vector import circle, ellipse, path, points, radial, svg


class Plant(NamedTuple):
    """One natural thing on a tile."""

    kind: str
    x: float
    """Column of its foot, in tiles from the tile's corner; `y` is the row."""
    y: float
    size: float
    variant: int


_SHADE: Final = "#14122B"
_LEAVES: Final = (
    ("#8DA557", "#5B7A3C", "#33502E"),
    ("#7C9C5C", "#4C7442", "#2A4A30"),
    ("#A3A755", "#6F7D3A", "#414F2A"),
)


def scatter(tile: int, count: int) -> int:
    """Return a pseudo-random number below 2**30 that depends only on a tile and a counter."""
    value = (tile * 2654435761 + count * 40503 + 12345) & 0xFFFFFFFF
    value = (value ^ value >> 15) * 2246822519 & 0xFFFFFFFF
    value = (value ^ value >> 13) * 3266489917 & 0xFFFFFFFF
    return (value ^ value >> 16) >> 2


def _share(tile: int, count: int) -> float:
    return (scatter(tile, count) & 1023) / 1024


def plants(kind: int, tile: int) -> Iterator[Plant]:
    """Yield what grows on a tile of this kind of land, northern things first."""
    if kind == WOOD:
        spots = [(0.26, 0.3), (0.74, 0.36), (0.45, 0.62), (0.86, 0.84), (0.14, 0.9)]
        for number, (x, y) in enumerate(spots[: 4 + scatter(tile, 0) % 2]):
            x += (_share(tile, number + 1) - 0.5) * 0.3
            y += (_share(tile, number + 9) - 0.5) * 0.24
            size = 0.5 + 0.24 * _share(tile, number + 17)
            yield Plant("tree", x, y, size, scatter(tile, number + 25) % 3)
    elif kind == HILL and scatter(tile, 0) % 3:
        yield Plant("mound", 0.3 + 0.4 * _share(tile, 1), 0.5 + 0.3 * _share(tile, 2), 0.7, scatter(tile, 3) % 2)
    elif kind == ROCK:
        yield Plant("crag", 0.35 + 0.3 * _share(tile, 1), 0.66 + 0.2 * _share(tile, 2), 0.86, scatter(tile, 3) % 3)
    elif kind == WATER and scatter(tile, 0) % 4 == 0:
        yield Plant("wave", 0.2 + 0.6 * _share(tile, 1), 0.2 + 0.6 * _share(tile, 2), 0.42, 0)
    elif kind == PLAIN and scatter(tile, 0) % 5 == 0:
        lone = scatter(tile, 5) % 9 == 0
        name = "tree" if lone else "tuft"
        yield Plant(name, 0.2 + 0.6 * _share(tile, 1), 0.3 + 0.6 * _share(tile, 2), 0.5 if lone else 0.3, tile % 3)


@sprite(kept=96)
def plant_sprite(kind: str, variant: int, size_px: int) -> pygame.Surface:
    """Return the picture of a plant in a square; its foot is at two thirds of the height."""
    draw = {"tree": _tree, "mound": _mound, "crag": _crag, "wave": _wave, "tuft": _tuft}[kind]
    body, defs = draw(variant)
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 100, 100), oversample=3)


def _tree(variant: int) -> tuple[str, str]:
    light, leaf, dark = _LEAVES[variant % 3]
    defs = radial("crown", [(0, light), (0.55, leaf), (1, dark)], 0.36, 0.28, 0.8)
    shade = ellipse(60, 70, 34, 20, _SHADE, fill_opacity=0.34)
    trunk = path("M48 56L48 72", "none", "#3A241C", 8)
    lobes = "".join(
        circle(48 + 19 * math.cos(a), 42 + 17 * math.sin(a), 17, "url(#crown)")
        for a in (math.radians(40 + 72 * number) for number in range(5))
    )
    crown = circle(48, 42, 27, "url(#crown)")
    curls = path("M34 36Q40 26 50 28M54 46Q62 42 63 34M38 54Q45 58 52 55", "none", light, 3, stroke_opacity=0.65)
    return shade + trunk + lobes + crown + curls, defs


def _mound(variant: int) -> tuple[str, str]:
    defs = radial("mound", [(0, "#DDB981"), (0.6, "#B98F5B", 0.9), (1, "#8C6840", 0.0)], 0.4, 0.36, 0.62)
    body = ellipse(50, 58, 44, 28, "url(#mound)")
    strokes = ("M22 60Q36 36 56 40", "M34 66Q48 50 66 52") if variant else ("M28 58Q44 36 66 44", "M44 66Q56 52 74 58")
    return body + path("".join(strokes), "none", "#7A5835", 3, stroke_opacity=0.55), defs


def _crag(variant: int) -> tuple[str, str]:
    tops = ((30, 26), (52, 12), (40, 20))[variant]
    shade = path(points([(14, 70), (40, 60), (96, 66), (82, 80)]), _SHADE, fill_opacity=0.35)
    right = path(points([tops, (66, 36), (86, 68), (50, 74)]), "#5A4F68", "#2E2640", 2)
    left = path(points([tops, (16, 48), (10, 68), (50, 74)]), "#A79DB0", "#2E2640", 2)
    glint = path(points([tops, (26, 44), (22, 56)], closed=False), "none", "#DAD2E0", 3, stroke_opacity=0.7)
    return shade + right + left + glint, ""


def _wave(_variant: int) -> tuple[str, str]:
    data = "M8 50Q22 36 36 50Q50 64 64 50Q78 36 92 50"
    return path(data, "none", "#0F4C5A", 7, stroke_opacity=0.4) + path(
        data, "none", "#8FD6CF", 4, stroke_opacity=0.6
    ), ""


def _tuft(variant: int) -> tuple[str, str]:
    tone: Colour = ("#7C8244", "#8A7F46", "#72803F")[variant % 3]
    blades = path("M30 66Q30 46 20 36M44 68Q46 44 46 28M58 66Q60 46 72 38", "none", tone, 7)
    return blades + (circle(46, 26, 7, "#E8B24A") if variant == 1 else ""), ""
