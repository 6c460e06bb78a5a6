"""Which word a picture shows, finished or not: truncated chamfer matching on a raster of 32 × 32 cells.

A picture is compared with each drawing twice: as it lies, a little shifted and scaled, since half-done pictures have
no size of their own; and brought to one size, seen in a mirror too, since people draw where and how large they like.

A raster is one whole number with a bit a cell. A program's distance map is kept as its level sets: the cells within
0, 1, 2 … of its ink. The truncated distances of all cells of a picture then add up by counting bits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from game.cabinets.sketch.drawing.lists import Word
from game.cabinets.sketch.drawing.strokes import HEIGHT, WIDTH, Points, polylines

SIDE: Final = 32
CELL: Final = WIDTH / SIDE
EDGE: Final = 8
"""Empty cells around the raster: no shift or spread reaches the next row."""
ROW: Final = SIDE + 2 * EDGE
BITS: Final = ROW * ROW
ALL: Final = (1 << BITS) - 1
FAR: Final = 4
"""Cells from which on a distance counts no more."""
LEVELS: Final = sum(1 << level * BITS for level in range(FAR))
CANVAS: Final = sum(((1 << SIDE) - 1) << (row + EDGE) * ROW + EDGE for row in range(HEIGHT * SIDE // WIDTH))
SHIFTS: Final = tuple((dx, dy) for dy in range(-3, 4) for dx in range(-3, 4) if abs(dx) + abs(dy) <= 4)
SCALES: Final = (1.0, 0.8, 1.25)
MISSING: Final = 0.35
"""What ink of the program that the picture lacks weighs, against ink of the picture that the program lacks."""
DENSE: Final = 0.25
"""What a drawing pays for being near everything: any picture lies well on one that fills the canvas."""
MOVED: Final = 0.05
"""What a cell of shift costs, in cells of distance."""
SCALED: Final = 0.06
SIZE: Final = 22
"""Cells of the longer side of what is brought to one size."""
RESIZED: Final = 0.1
"""What a likeness at one size costs."""
NEAR: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
SHARPNESS: Final = 1.6
"""How much a cell of mean distance tells, by the square root of the picture's cells: fitted to half-done pictures."""


@dataclass(frozen=True)
class Fit:
    """How well a picture lies on a drawing, and where: point · scale about `middle`, then + shift."""

    cost: float
    """Mean truncated distance in cells: 0 is a copy, FAR has nothing in common."""
    shift: tuple[int, int]
    """In canvas units."""
    scale: float
    middle: tuple[float, float]


@dataclass(frozen=True)
class _Raster:
    cells: int
    """The ink, FAR times over: once for each level."""
    count: int
    dense: float
    """How near the ink any place of the canvas is in the mean: 0 for nothing, FAR for all black."""
    beyond: int
    """For each distance below FAR, one raster after the other, the cells that are farther away."""


def posterior(strokes: Sequence[Points], words: Sequence[Word], sharpness: float = SHARPNESS) -> tuple[float, ...]:
    """How likely each word is what the strokes show. Words without a program get 0; all the same if none has one.

    7 ms of processor time for twenty words and a finished picture.
    """
    drawn = [index for index, word in enumerate(words) if word.program]
    if not drawn:
        return (1 / len(words),) * len(words)
    if not any(strokes):
        return tuple(1 / len(drawn) if word.program else 0.0 for word in words)
    views = _views(strokes)
    sized = [_resized(strokes, side) for side in (1, -1)]
    costs = {index: _unlikeness(views, sized, words[index].program or "") for index in drawn}
    best = min(costs.values())
    pull = sharpness * math.sqrt(views[0].raster.count)
    weights = {index: math.exp(pull * (best - cost)) for index, cost in costs.items()}
    total = sum(weights.values())
    return tuple(weights.get(index, 0.0) / total for index in range(len(words)))


def fit(strokes: Sequence[Points], program: str) -> Fit:
    """Where the strokes lie best on a program's drawing; they are not empty."""
    return _fit(_views(strokes), _program(program))


@dataclass(frozen=True)
class _View:
    """A picture at one scale, at every place where it is tried."""

    raster: _Raster
    scale: float
    middle: tuple[float, float]
    shifted: tuple[tuple[int, float], ...]
    """For each of SHIFTS the cells, and what being there costs."""


def _views(strokes: Sequence[Points]) -> list[_View]:
    middle, _ = _middle(strokes)
    views = []
    for scale in SCALES:
        raster = _raster(strokes, scale, middle)
        dear = SCALED * (scale != 1)
        shifted = tuple((_moved(raster.cells, *shift), MOVED * sum(map(abs, shift)) + dear) for shift in SHIFTS)
        views.append(_View(raster, scale, middle, shifted))
    return views


@lru_cache(maxsize=1024)
def _program(program: str) -> _Raster:
    return _raster(polylines(program), 1.0, (WIDTH / 2, HEIGHT / 2))


@lru_cache(maxsize=1024)
def _program_resized(program: str) -> _Raster:
    return _resized(polylines(program), 1)


def _unlikeness(views: Sequence[_View], sized: Sequence[_Raster], program: str) -> float:
    """The cost of the better of both comparisons."""
    here, there = _program(program), _program_resized(program)
    moved = min(
        (_moved(picture.cells, dx, dy) & there.beyond).bit_count() / picture.count
        + MISSING * (_moved(there.cells, -dx, -dy) & picture.beyond).bit_count() / there.count
        for picture in sized
        for dx, dy in NEAR
    )
    return min(_fit(views, here).cost + DENSE * here.dense, moved + DENSE * there.dense + RESIZED)


def _resized(strokes: Sequence[Points], side: int) -> _Raster:
    """A picture in the middle of the canvas and SIZE cells long; in a mirror for a `side` of -1."""
    middle, length = _middle(strokes)
    scale = SIZE * CELL / max(length, 1)
    return _raster(
        [
            [(WIDTH / 2 + side * scale * (x - middle[0]), HEIGHT / 2 + scale * (y - middle[1])) for x, y in stroke]
            for stroke in strokes
        ],
        1.0,
        (WIDTH / 2, HEIGHT / 2),
    )


def _middle(strokes: Sequence[Points]) -> tuple[tuple[float, float], float]:
    """The middle of what is drawn, and the longer side of the box about it."""
    points = [point for stroke in strokes for point in stroke]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return ((left + right) / 2, (top + bottom) / 2), max(right - left, bottom - top)


def _raster(strokes: Sequence[Sequence[tuple[float, float]]], scale: float, middle: tuple[float, float]) -> _Raster:
    cells = 0
    for stroke in strokes:
        before: tuple[float, float] | None = None
        for x, y in stroke:
            place = (middle[0] + (x - middle[0]) * scale) / CELL, (middle[1] + (y - middle[1]) * scale) / CELL
            if before is not None:
                steps = int(math.dist(before, place) * 1.5)
                for step in range(1, steps + 1):
                    part = step / (steps + 1)
                    cells |= _bit(before[0] + (place[0] - before[0]) * part, before[1] + (place[1] - before[1]) * part)
            cells |= _bit(*place)
            before = place
    beyond = 0
    reached = cells
    for level in range(FAR):
        beyond |= (ALL & ~reached) << level * BITS
        reached = _spread(reached, level % 2 == 1)
    dense = FAR - (beyond & CANVAS * LEVELS).bit_count() / CANVAS.bit_count()
    return _Raster(cells * LEVELS, max(1, cells.bit_count()), dense, beyond)


def _bit(x: float, y: float) -> int:
    column = min(max(int(x), 0), SIDE - 1)
    row = min(max(int(y), 0), SIDE - 1)
    return 1 << (row + EDGE) * ROW + column + EDGE


def _spread(cells: int, corners: bool) -> int:
    """The cells and their neighbours, by turns without and with the diagonal ones: nearly a round distance."""
    wide = cells | cells << 1 | cells >> 1
    return wide | (wide << ROW | wide >> ROW if corners else cells << ROW | cells >> ROW)


def _moved(cells: int, dx: int, dy: int) -> int:
    by = dy * ROW + dx
    return cells << by if by >= 0 else cells >> -by


def _fit(views: Sequence[_View], program: _Raster) -> Fit:
    beyond = program.beyond
    cost, number, index = min(
        ((cells & beyond).bit_count() / view.raster.count + dear, number, index)
        for number, view in enumerate(views)
        for index, (cells, dear) in enumerate(view.shifted)
    )
    view = views[number]
    dx, dy = SHIFTS[index]
    missing = (_moved(program.cells, -dx, -dy) & view.raster.beyond).bit_count() / program.count
    done = min(1.0, view.raster.count / program.count)
    shift = round(dx * CELL), round(dy * CELL)
    return Fit(cost + MISSING * done * missing, shift, view.scale, view.middle)
