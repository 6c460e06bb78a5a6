"""A sheet of paper with its finished strokes, each in its seat's pattern and colour, dots as the seat's shape; and a
brush.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

import pygame

from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH
from game.cabinets.sketch.stage.freehand.ink import Easel, bounds, line_sprite
from game.core.rules import Seat
from game.engine.canvas import MULTIPLY, Box, Canvas
from game.engine.colour import Colour, darken
from game.engine.light import dither, drop_shadow, noise, vertical_gradient
from game.engine.ornament import badge
from game.engine.sprites import faded, sprite
from game.engine.stage import Look
from game.engine.vector import group, path, svg
from game.engine.widgets import Clip

DOT: Final = 26.0
"""Size of a dot in canvas units; a dot has its seat's shape."""
_DIM: Final = 0.22


@sprite(kept=3)
def _sheet(width_px: int, height_px: int) -> pygame.Surface:
    sheet = vertical_gradient(width_px, height_px, [(0, "#FFF8E9"), (0.6, "#FBF0DA"), (1, "#F3E3C5")])
    grain = noise(width_px, height_px, max(2, width_px // 3), max(2, height_px // 3), 242, 255, 12)
    sheet.blit(grain, (0, 0), special_flags=MULTIPLY)
    fibres = noise(width_px, height_px, max(2, width_px // 60), max(2, height_px // 4), 246, 255, 3)
    sheet.blit(fibres, (0, 0), special_flags=MULTIPLY)
    dither(sheet, 4)
    return sheet


class Drawn(Protocol):
    """A stroke of a game: its points and its seat."""

    @property
    def seat(self) -> Seat: ...

    @property
    def points(self) -> tuple[int, ...]: ...


class Mark(NamedTuple):
    """A finished stroke ready to draw; `dim` where another seat's strokes stand out."""

    points: tuple[int, ...]
    seat: int
    look: Look
    dim: bool


def marks(strokes: Sequence[Drawn], looks: Sequence[Look], alone: Seat) -> tuple[Mark, ...]:
    """Turn strokes into marks. Only the strokes of the seat `alone` stand out; below 0, all do."""
    return tuple(Mark(each.points, each.seat, looks[each.seat], 0 <= alone != each.seat) for each in strokes)


def draw_paper(canvas: Canvas, easel: Easel, dry: tuple[Mark, ...]) -> None:
    """Draw the sheet with all finished strokes."""
    drop_shadow(canvas, easel.paper, 3, 16, 150, 7)
    area = canvas.pixels(easel.paper)
    canvas.surface.blit(_drawn(area.width, area.height, dry), area.topleft)


def draw_small(canvas: Canvas, box: Box, dry: tuple[Mark, ...]) -> None:
    """Draw a small sheet with all finished strokes, for a row of many."""
    drop_shadow(canvas, box, 2, 8, 120, 4)
    area = canvas.pixels(box)
    canvas.surface.blit(_drawn_small(area.width, area.height, dry), area.topleft)


class _Whole(Easel):
    """An easel that is the canvas itself, without a stage around it."""

    paper = Box(0, 0, WIDTH, HEIGHT)


@sprite(kept=4)
def _drawn(width_px: int, height_px: int, dry: tuple[Mark, ...]) -> pygame.Surface:
    return _inked(width_px, height_px, dry)


@sprite(kept=40)
def _drawn_small(width_px: int, height_px: int, dry: tuple[Mark, ...]) -> pygame.Surface:
    return _inked(width_px, height_px, dry)


def _inked(width_px: int, height_px: int, dry: tuple[Mark, ...]) -> pygame.Surface:
    canvas = Canvas(_sheet(width_px, height_px).copy(), width_px / WIDTH)
    for mark in dry:
        draw_stroke(canvas, _Whole(), *mark)
    return canvas.surface


def ink_colour(look: Look) -> Colour:
    """Return a seat's colour as ink, dark enough for paper."""
    return darken(look.colour, 0.22)


def draw_stroke(
    canvas: Canvas, easel: Easel, stroke: tuple[int, ...], seat: int, look: Look, dim: bool = False
) -> None:
    """Draw a finished stroke, or a dot as its seat's shape, on the easel's paper."""
    scale = canvas.scale * easel.paper.width / WIDTH
    if len(stroke) == 2:
        made, x, y = badge(look.shape, look.colour, max(3, round(DOT * scale))), stroke[0], stroke[1]
        place, put = easel.on_stage(x, y), canvas.put_middle
    else:
        made = line_sprite(stroke, seat, ink_colour(look), round(scale, 4))
        place, put = easel.on_stage(*bounds(stroke)[:2]), canvas.put
    with Clip(canvas, easel.paper):
        put(faded(made, _DIM) if dim else made, *place)


@sprite(kept=24)
def brush(wide_px: int, high_px: int, colour: Colour) -> pygame.Surface:
    """Render a brush that stands on its tip, wet with the seat's colour."""
    body = path("M30 9L100 6.5Q104 10 100 13.5L30 11Z", "#C98A4B", "#2A1526", 1)
    body += path("M22 6.6L34 6.6L34 13.4L22 13.4Z", "#D9A047", "#2A1526", 1)
    body += path("M22 6.4Q9 5 1 11Q10 16 22 13.6Z", colour, darken(colour, 0.6), 1)
    return svg(group(body, "rotate(-90)"), wide_px, high_px, box=(0, -105, 20, 105), oversample=4)
