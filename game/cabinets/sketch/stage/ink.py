"""Paper and ink: strokes in the line of their seat, dry ones as kept sprites, a wet one stamped along its way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from game.cabinets.sketch.drawing.points import HEIGHT, WIDTH
from game.cabinets.sketch.lines import Strand, strands
from game.cabinets.sketch.smoothing import curve
from game.cabinets.sketch.stage.places import Easel
from game.cabinets.sketch.state import NOBODY, Stroke
from game.core.curves import Place, part_of, resampled
from game.engine.canvas import MULTIPLY, Box, Canvas
from game.engine.colour import Colour, darken
from game.engine.light import dither, drop_shadow, noise, vertical_gradient
from game.engine.ornament import badge
from game.engine.sprites import faded, sprite
from game.engine.stage import Look
from game.engine.vector import circle, path, points, svg
from game.engine.widgets import Clip

DOT: Final = 26.0
"""A dot is its seat's shape, so large in canvas units."""
_MARGIN: Final = 12.0
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


class Mark(NamedTuple):
    """A dry stroke; `dim` where others stand out."""

    points: tuple[int, ...]
    seat: int
    look: Look
    dim: bool


def marks(strokes: Sequence[Stroke], looks: Sequence[Look], alone: int) -> tuple[Mark, ...]:
    """Dry strokes, of which those of one seat stand out, or all."""
    return tuple(
        Mark(stroke.points, stroke.seat, looks[stroke.seat], alone not in (NOBODY, stroke.seat)) for stroke in strokes
    )


def draw_paper(canvas: Canvas, places: Easel, dry: tuple[Mark, ...]) -> None:
    """The sheet with all that is dry on it."""
    drop_shadow(canvas, places.paper, 3, 16, 150, 7)
    area = canvas.pixels(places.paper)
    canvas.surface.blit(_drawn(area.width, area.height, dry), area.topleft)


class _Whole(Easel):
    """The canvas of the drawing itself."""

    paper = Box(0, 0, WIDTH, HEIGHT)


@sprite(kept=4)
def _drawn(width_px: int, height_px: int, dry: tuple[Mark, ...]) -> pygame.Surface:
    canvas = Canvas(_sheet(width_px, height_px).copy(), width_px / WIDTH)
    for mark in dry:
        draw_stroke(canvas, _Whole(), *mark)
    return canvas.surface


def ink_colour(look: Look) -> Colour:
    """A seat's colour as ink: dark enough for paper."""
    return darken(look.colour, 0.22)


def draw_stroke(
    canvas: Canvas, places: Easel, stroke: tuple[int, ...], seat: int, look: Look, dim: bool = False
) -> None:
    """A dry stroke, as far as it is on the paper."""
    scale = canvas.scale * places.paper.width / WIDTH
    if len(stroke) == 2:
        made, x, y = badge(look.shape, look.colour, max(3, round(DOT * scale))), stroke[0], stroke[1]
        place, put = places.on_stage(x, y), canvas.put_middle
    else:
        made = _stroke(stroke, seat, ink_colour(look), round(scale, 4))
        place, put = places.on_stage(*_bounds(stroke)[:2]), canvas.put
    with Clip(canvas, places.paper):
        put(faded(made, _DIM) if dim else made, *place)


@lru_cache(maxsize=128)
def _bounds(stroke: tuple[int, ...]) -> tuple[float, float, float, float]:
    """Left, top, width and height of all that a stroke covers: its curve goes beyond its points."""
    xs, ys = zip(*curve(stroke), strict=True)
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    return left, top, max(xs) + _MARGIN - left, max(ys) + _MARGIN - top


def is_on(place: Place, stroke: tuple[int, ...]) -> bool:
    """Whether a place of the canvas lies on a stroke, or so near that it is meant."""
    left, top, wide, high = _bounds(stroke)
    near = left <= place[0] <= left + wide and top <= place[1] <= top + high
    return near and any(math.dist(place, point) < _MARGIN for point in curve(stroke))


@sprite(kept=96)
def _stroke(stroke: tuple[int, ...], seat: int, colour: Colour, scale: float) -> pygame.Surface:
    left, top, wide, high = _bounds(stroke)
    body = "".join(_element(strand, colour) for strand in strands(stroke, seat))
    return svg(body, math.ceil(wide * scale), math.ceil(high * scale), box=(left, top, wide, high))


def _element(strand: Strand, colour: Colour) -> str:
    more = {"stroke_dasharray": " ".join(f"{part:g}" for part in strand.dashes)} if strand.dashes else {}
    return path(points(strand.path, closed=False), "none", colour, strand.width, **more)


@sprite(kept=32)
def _nib(size_px: int, colour: Colour) -> pygame.Surface:
    return svg(circle(50, 50, 50, colour), size_px, size_px, box=(0, 0, 100, 100), oversample=4)


def draw_wet(
    canvas: Canvas,
    places: Easel,
    stroke: tuple[int, ...],
    look: Look,
    share: float = 1.0,
    colour: Colour | None = None,
    *,
    tip: bool = False,
) -> None:
    """A stroke as it is being drawn, as far as the hand has come; with a wet `tip` where it is not finished."""
    line = curve(stroke)
    scale = canvas.scale * places.paper.width / WIDTH
    ink = colour or ink_colour(look)
    nib = _nib(max(2, round(6 * scale)), ink)
    half = nib.get_width() // 2
    way = [places.on_stage(x, y) for x, y in part_of(line, share)]
    stamps = [
        (nib, (x - half, y - half)) for x, y in _stepped([canvas.pixel(*place) for place in way], nib.get_width() / 4)
    ]
    with Clip(canvas, places.paper):
        canvas.surface.fblits(stamps, pygame.BLEND_PREMULTIPLIED)
    if (tip or share < 1.0) and way:
        canvas.put_middle(_nib(max(3, round(11 * scale)), ink), *way[-1])


def _stepped(line: Sequence[tuple[int, int]], apart: float) -> list[tuple[int, int]]:
    """Pixels along a line, about so far apart."""
    return [(round(x), round(y)) for x, y in resampled([(float(x), float(y)) for x, y in line], max(1.0, apart))]


@sprite(kept=24)
def brush(length_px: int, thick_px: int, colour: Colour) -> pygame.Surface:
    """A brush that lies with its tip to the left, wet in the seat's colour."""
    body = path("M30 9L100 6.5Q104 10 100 13.5L30 11Z", "#C98A4B", "#2A1526", 1)
    body += path("M22 6.6L34 6.6L34 13.4L22 13.4Z", "#D9A047", "#2A1526", 1)
    body += path("M22 6.4Q9 5 1 11Q10 16 22 13.6Z", colour, darken(colour, 0.6), 1)
    return svg(body, length_px, thick_px, box=(0, 0, 105, 20), oversample=4)
