"""The classroom's floor: polished blue squares with interlaced stars, sunken in a frame of zellige and brass."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

import pygame

from game.cabinets.l4g.stage.floor.layout import Floor
from game.engine.canvas import PREMULTIPLIED, Canvas
from game.engine.colour import mix
from game.engine.light import dither, drop_shadow, opaque
from game.engine.ornament import Band, sunken, tiled_frame
from game.engine.sprites import sprite
from game.engine.vector import linear, path, rect, star, svg

_GLAZES = (("#2C4FB0", "#F4EAD2", "#F2B134"), ("#1B8C88", "#F4EAD2", "#D9643A"), ("#F0E3C4", "#2C4FB0", "#F2B134"))
_BAND = Band(_GLAZES, wood="#12143A", line="#171A45", groove="#2A1710", inside="#1A2058", core=0.24)
_SHADOW = (8, 6, 24, 180)
_BASES = ("#3A55B4", "#334BA4")


@sprite(kept=8)
def _square(size_px: int, kind: int) -> pygame.Surface:
    base = _BASES[kind]
    defs = linear("blue", [(0, mix(base, "#8FA6FF", 0.16)), (1, mix(base, "#141A50", 0.22))], 0, 0, 0.3, 1)
    body = rect(0, 0, 100, 100, 0, "#1A2058") + rect(1.2, 1.2, 97.6, 97.6, 6, "url(#blue)")
    for radius, opacity, width in ((47, 0.30, 1.6), (40, 0.16, 1.2)):
        body += path(star(50, 50, radius), "none", "#F3E3C3", width, stroke_opacity=opacity)
    body += path(star(50, 50, 22), "#F3E3C3", "#F3E3C3", 1.2, fill_opacity=0.10, stroke_opacity=0.22)
    for ray in range(8):
        angle = math.pi * (ray / 4 + 1 / 8)
        across, down = math.sin(angle), -math.cos(angle)
        data = f"M{50 + 17 * across:.1f} {50 + 17 * down:.1f}L{50 + 36 * across:.1f} {50 + 36 * down:.1f}"
        body += path(data, "none", "#F3E3C3", 1.2, stroke_opacity=0.14)
    body += path("M4 96V8Q4 4 8 4H96", "none", "#AFC0FF", 1.6, stroke_opacity=0.45)
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 100, 100))


@sprite(kept=4)
def _floor(width_px: int, height_px: int, rows: int, columns: int, unit: float) -> pygame.Surface:
    """Return all squares with the frame's shadow on them; opaque."""
    made = opaque(width_px, height_px)
    for row, column in product(range(rows), range(columns)):
        left, top = round(column * width_px / columns), round(row * height_px / rows)
        right, bottom = round((column + 1) * width_px / columns), round((row + 1) * height_px / rows)
        made.blit(_square(max(right - left, bottom - top), (row + column) % 2), (left, top))
    made.blit(sunken(width_px, height_px, unit, _SHADOW, 30, 5, 8), (0, 0), special_flags=PREMULTIPLIED)
    dither(made, 3)
    return made


def warm_floor(canvas: Canvas, floor: Floor) -> Iterator[None]:
    """Make the sprites that `draw_floor` needs, one at each step."""
    frame = floor.frame
    drop_shadow(canvas, frame, 9, 20, 190, 10)
    yield
    area = canvas.pixels(frame)
    tiled_frame(area.width, area.height, frame.width, frame.height, floor.edge, _BAND)
    yield
    draw_floor(canvas, floor)
    yield


def draw_floor(canvas: Canvas, floor: Floor) -> None:
    """Draw the floor's shadow, frame and squares."""
    frame, box = floor.frame, floor.box
    drop_shadow(canvas, frame, 9, 20, 190, 10)
    area = canvas.pixels(frame)
    canvas.put(
        tiled_frame(area.width, area.height, frame.width, frame.height, floor.edge, _BAND), frame.left, frame.top
    )
    area = canvas.pixels(box)
    squares = _floor(area.width, area.height, floor.rows, floor.columns, round(canvas.scale, 3))
    canvas.surface.blit(squares, area.topleft)
