"""Lines of ink on a stage: finished strokes as SVG in their seat's pattern, growing strokes stamped along their way."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import pygame

from game.cabinets.sketch.freehand.curves import Place, part_of, resampled
from game.cabinets.sketch.freehand.patterns import strands
from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH
from game.cabinets.sketch.freehand.smoothing import curve
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.sprites import sprite
from game.engine.vector import circle, path, points, svg
from game.engine.widgets import Clip

MARGIN: Final = 12.0
"""Canvas units around a line's middle that its pattern may cover, and in which a pointer counts as on the line."""


class Easel(ABC):
    """Place of a paper on a stage, with conversion between canvas and stage."""

    @property
    @abstractmethod
    def paper(self) -> Box:
        """Box of the paper, in the stage's units; always 4:3."""

    def on_canvas(self, x: float, y: float) -> Place:
        """Convert a point of the stage to canvas units; a point beside the paper is moved to the paper's edge."""
        paper = self.paper
        across = (x - paper.left) * WIDTH / paper.width
        down = (y - paper.top) * HEIGHT / paper.height
        return min(WIDTH - 1.0, max(0.0, across)), min(HEIGHT - 1.0, max(0.0, down))

    def on_stage(self, x: float, y: float) -> Place:
        """Convert a point of the canvas to the stage's units."""
        paper = self.paper
        return paper.left + x * paper.width / WIDTH, paper.top + y * paper.height / HEIGHT


def line_body(stroke: tuple[int, ...], pattern: int, colour: Colour) -> str:
    """Return a stroke as the body of an SVG; a dot is too short for it."""
    body = ""
    for strand in strands(stroke, pattern):
        dashes = {"stroke_dasharray": " ".join(f"{part:g}" for part in strand.dashes)} if strand.dashes else {}
        body += path(points(strand.path, closed=False), "none", colour, strand.width, **dashes)
    return body


@lru_cache(maxsize=128)
def bounds(stroke: tuple[int, ...]) -> tuple[float, float, float, float]:
    """Return left, top, width and height of all that a stroke covers, in canvas units; its curve goes beyond its
    points.
    """
    xs, ys = zip(*curve(stroke), strict=True)
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    return left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top


def is_on(place: Place, stroke: tuple[int, ...]) -> bool:
    """Whether a place of the canvas lies within MARGIN of a stroke."""
    left, top, wide, high = bounds(stroke)
    near = left <= place[0] <= left + wide and top <= place[1] <= top + high
    return near and any(math.dist(place, point) < MARGIN for point in curve(stroke))


@sprite(kept=96)
def line_sprite(stroke: tuple[int, ...], pattern: int, colour: Colour, scale: float) -> pygame.Surface:
    """Render a finished stroke; the sprite's upper left corner is that of the stroke's `bounds`."""
    left, top, wide, high = bounds(stroke)
    box = (left, top, wide, high)
    return svg(line_body(stroke, pattern, colour), math.ceil(wide * scale), math.ceil(high * scale), box=box)


@sprite(kept=32)
def _nib(size_px: int, colour: Colour) -> pygame.Surface:
    return svg(circle(50, 50, 50, colour), size_px, size_px, box=(0, 0, 100, 100), oversample=4)


def draw_wet(
    canvas: Canvas, easel: Easel, stroke: tuple[int, ...], colour: Colour, share: float = 1.0, *, tip: bool = False
) -> None:
    """Draw a stroke that is being made, up to `share` of its length; `tip` adds a wet end for an unfinished one."""
    scale = canvas.scale * easel.paper.width / WIDTH
    nib = _nib(max(2, round(6 * scale)), colour)
    half = nib.get_width() // 2
    way = [easel.on_stage(x, y) for x, y in part_of(curve(stroke), share)]
    line = [canvas.pixel(*place) for place in way]
    stamps = [(nib, (x - half, y - half)) for x, y in _stepped(line, nib.get_width() / 4)]
    with Clip(canvas, easel.paper):
        canvas.surface.fblits(stamps, pygame.BLEND_PREMULTIPLIED)
    if (tip or share < 1.0) and way:
        canvas.put_middle(_nib(max(3, round(11 * scale)), colour), *way[-1])


def _stepped(line: Sequence[tuple[int, int]], apart: float) -> list[tuple[int, int]]:
    """Return pixels along a line, about `apart` pixels from each other."""
    return [(round(x), round(y)) for x, y in resampled([(float(x), float(y)) for x, y in line], max(1.0, apart))]
