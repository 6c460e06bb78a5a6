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
from game.cabinets.sketch.freehand.smoothing import Smoother, curve, curve_part
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.sprites import blank, sprite
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
    way = part_of(curve(stroke), share)
    with Clip(canvas, easel.paper):
        _stamp(canvas, easel, way, colour)
    if (tip or share < 1.0) and way:
        _draw_tip(canvas, easel, way[-1], colour)


class WetLine:
    """Draws a stroke while it grows. What has settled is stamped once, so a frame draws only the line's end."""

    def __init__(self) -> None:
        self._layer = pygame.Surface((0, 0))
        self._key: tuple[object, ...] = ()
        self._settled: list[tuple[int, int]] = []
        self._stamped = 0
        """Index of the settled point up to which the line is on the layer."""
        self._covered = pygame.Rect(0, 0, 0, 0)

    def draw(self, canvas: Canvas, easel: Easel, line: Smoother, colour: Colour, *, tip: bool = False) -> None:
        """Draw a line as far as it has come; `tip` adds a wet end."""
        if not line.settled:
            return
        area = canvas.pixels(easel.paper)
        key = canvas.scale, *canvas.origin, *area, colour
        if line.settled is not self._settled or key != self._key:
            self._key, self._settled, self._stamped = key, line.settled, 0
            self._layer, self._covered = blank(*area.size), pygame.Rect(0, 0, 0, 0)
        due = len(line.settled) - 2
        if due > self._stamped:
            left, top = canvas.origin
            layer = Canvas(self._layer, canvas.scale, (left - area.left, top - area.top))
            self._cover(_stamp(layer, easel, curve_part(line.settled, self._stamped, due + 1), colour))
            self._stamped = due
        part = self._covered
        canvas.surface.blit(self._layer, part.move(area.topleft), part, special_flags=pygame.BLEND_PREMULTIPLIED)
        first = max(0, self._stamped - 1)
        rest = curve_part([*line.settled[first:], *line.end], self._stamped - first)
        with Clip(canvas, easel.paper):
            _stamp(canvas, easel, rest, colour)
        if tip:
            _draw_tip(canvas, easel, rest[-1], colour)

    def _cover(self, stamped: pygame.Rect) -> None:
        covered = self._covered.union(stamped) if self._covered.width else stamped
        self._covered = covered.clip(self._layer.get_rect())


def _stamp(canvas: Canvas, easel: Easel, way: Sequence[Place], colour: Colour) -> pygame.Rect:
    """Stamp nibs along a way on the canvas; return the pixels that they may cover."""
    nib = _nib(max(2, round(6 * _scale(canvas, easel))), colour)
    half = nib.get_width() // 2
    line = [canvas.pixel(*easel.on_stage(x, y)) for x, y in way]
    stamps = [(nib, (x - half, y - half)) for x, y in _stepped(line, nib.get_width() / 4)]
    canvas.surface.fblits(stamps, pygame.BLEND_PREMULTIPLIED)
    xs, ys = zip(*(place for _, place in stamps), strict=True)
    return pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + nib.get_width(), max(ys) - min(ys) + nib.get_height())


def _draw_tip(canvas: Canvas, easel: Easel, place: Place, colour: Colour) -> None:
    canvas.put_middle(_nib(max(3, round(11 * _scale(canvas, easel))), colour), *easel.on_stage(*place))


def _scale(canvas: Canvas, easel: Easel) -> float:
    return canvas.scale * easel.paper.width / WIDTH


def _stepped(line: Sequence[tuple[int, int]], apart: float) -> list[tuple[int, int]]:
    """Return pixels along a line, about `apart` pixels from each other."""
    return [(round(x), round(y)) for x, y in resampled([(float(x), float(y)) for x, y in line], max(1.0, apart))]
