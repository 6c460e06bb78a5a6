"""Which word a picture shows, finished or not: truncated chamfer matching on a raster of 32 × 32 cells.

A picture is compared with each drawing twice: as it lies, a little shifted and scaled, since half-done pictures have
no size of their own; and brought to one size, seen in a mirror too, since people draw where and how large they like.

A raster is one whole number with a bit a cell. A program's distance map is kept as its level sets: the cells within
0, 1, 2 … of its ink. The truncated distances of all cells of a picture then add up by counting bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import Final

from game.cabinets.sketch.drawing.lists import Word
from game.cabinets.sketch.drawing.strokes import polylines
from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH, Points
from game.core.logarithms import ONE, power

SIDE: Final = 32
CELL: Final = WIDTH // SIDE
EDGE: Final = 4
"""Empty cells around the raster: what is spread or shifted beyond a row never meets that of the next."""
ROW: Final = SIDE + 2 * EDGE
BITS: Final = ROW * ROW
ALL: Final = (1 << BITS) - 1
FAR: Final = 4
"""Cells from which on a distance counts no more."""
LEVELS: Final = sum(1 << level * BITS for level in range(FAR))
CANVAS: Final = sum(((1 << SIDE) - 1) << (row + EDGE) * ROW + EDGE for row in range(HEIGHT * SIDE // WIDTH))
SHIFTS: Final = tuple((dx, dy) for dy in range(-3, 4) for dx in range(-3, 4) if abs(dx) + abs(dy) <= 4)
SCALES: Final = (100, 80, 125)
"""The sizes at which a picture is tried, in hundredths of its own."""
MISSING: Final = ONE * 35 // 100
"""What ink of the program that the picture lacks weighs, against ink of the picture that the program lacks."""
DENSE: Final = 4
"""The part of its density that a drawing pays for being near everything: any picture lies well on a full canvas."""
MOVED: Final = ONE // 20
"""What shifting the picture by a cell costs, in cells of distance."""
SCALED: Final = ONE * 6 // 100
SIZE: Final = 22
"""Cells of the longer side of what is brought to one size."""
RESIZED: Final = ONE // 10
"""What a likeness at one size costs."""
NEAR: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
SHARPNESS: Final = 16
"""How much a cell of mean distance tells, in tenths by the square root of the picture's cells: fitted to half-done
pictures."""
NEVER: Final = -64 * ONE
_FINE: Final = 256
"""Fractions of a cell in which a line is followed."""

Middle = tuple[int, int]
"""A place in halves of canvas units."""


@dataclass(frozen=True)
class Fit:
    """How well a picture lies on a drawing, and where: point · scale / 100 about `middle`, then + shift."""

    cost: int
    """Mean truncated distance in cells: 0 is a copy, FAR · ONE has nothing in common."""
    shift: tuple[int, int]
    """In canvas units."""
    scale: int
    middle: Middle


@dataclass(frozen=True)
class _Raster:
    cells: int
    """The ink, FAR times over: once for each level."""
    count: int
    dense: int
    """How near the ink any place of the canvas is in the mean: 0 for nothing, FAR for all black."""
    beyond: int
    """For each distance below FAR, one raster after the other, the cells that are farther away."""


def likeness(strokes: Sequence[Points], words: Sequence[Word]) -> tuple[int, ...]:
    """How likely each word is what the strokes show, as logarithms: 0 for the likeliest, NEVER without a program.

    All are 0 if none has one. 6 ms of processor time for twenty words and a finished picture.
    """
    return _likeness(tuple(strokes), tuple(words))


@lru_cache(maxsize=256)
def _likeness(strokes: tuple[Points, ...], words: tuple[Word, ...]) -> tuple[int, ...]:
    drawn = [index for index, word in enumerate(words) if word.program]
    if not drawn:
        return (0,) * len(words)
    if not any(strokes):
        return tuple(0 if word.program else NEVER for word in words)
    views = _views(strokes)
    sized = [_resized(strokes, side) for side in (1, -1)]
    costs = {index: _unlikeness(views, sized, words[index].program or "") for index in drawn}
    best = min(costs.values())
    pull = isqrt(views[0].raster.count * (SHARPNESS * ONE // 10) ** 2)
    return tuple(pull * (best - costs[index]) // ONE if index in costs else NEVER for index in range(len(words)))


def weights(likenesses: Sequence[int], warmth: int = 1) -> list[int]:
    """How likely words are, ONE for the likeliest; the more equal, the higher the warmth is."""
    return [0 if each == NEVER else power(each // warmth) for each in likenesses]


def fit(strokes: Sequence[Points], drawing: Sequence[Points]) -> Fit:
    """Where the strokes lie best on a drawing; they are not empty."""
    return _fit(_views(strokes), _raster(drawing))


@dataclass(frozen=True)
class _View:
    """A picture at one scale, at every place where it is tried."""

    raster: _Raster
    scale: int
    middle: Middle
    shifted: tuple[tuple[int, int], ...]
    """For each of SHIFTS the cells, and what being there costs."""


def _views(strokes: Sequence[Points]) -> list[_View]:
    middle, _ = _middle(strokes)
    views = []
    for scale in SCALES:
        raster = _raster(strokes, middle, middle, scale, 100)
        dear = SCALED * (scale != 100)
        shifted = tuple((_moved(raster.cells, *shift), MOVED * sum(map(abs, shift)) + dear) for shift in SHIFTS)
        views.append(_View(raster, scale, middle, shifted))
    return views


@lru_cache(maxsize=1024)
def _program(program: str) -> _Raster:
    return _raster(polylines(program))


@lru_cache(maxsize=1024)
def _program_resized(program: str) -> _Raster:
    return _resized(polylines(program), 1)


def _unlikeness(views: Sequence[_View], sized: Sequence[_Raster], program: str) -> int:
    """The cost of the better of both comparisons."""
    here, there = _program(program), _program_resized(program)
    moved = min(
        ONE * (_moved(picture.cells, dx, dy) & there.beyond).bit_count() // picture.count
        + MISSING * (_moved(there.cells, -dx, -dy) & picture.beyond).bit_count() // there.count
        for picture in sized
        for dx, dy in NEAR
    )
    return min(_fit(views, here).cost + here.dense // DENSE, moved + there.dense // DENSE + RESIZED)


def _resized(strokes: Sequence[Points], side: int) -> _Raster:
    """A picture in the middle of the canvas and SIZE cells long; in a mirror for a `side` of -1."""
    middle, length = _middle(strokes)
    mirrored = [[(side * x, y) for x, y in stroke] for stroke in strokes]
    return _raster(mirrored, (side * middle[0], middle[1]), (WIDTH, HEIGHT), SIZE * CELL, max(length, 1))


def _middle(strokes: Sequence[Points]) -> tuple[Middle, int]:
    """The middle of what is drawn, and the longer side of the box about it."""
    points = [point for stroke in strokes for point in stroke]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return (left + right, top + bottom), max(right - left, bottom - top)


def _raster(
    strokes: Sequence[Sequence[tuple[int, int]]],
    middle: Middle = (0, 0),
    target: Middle = (0, 0),
    over: int = 1,
    under: int = 1,
) -> _Raster:
    """The picture, its middle brought to a target and its size to so much over so much."""
    marked: set[tuple[int, int]] = set()
    for stroke in strokes:
        before: tuple[int, int] | None = None
        for x, y in stroke:
            across = ((2 * x - middle[0]) * over // under + target[0]) * _FINE // (2 * CELL)
            down = ((2 * y - middle[1]) * over // under + target[1]) * _FINE // (2 * CELL)
            if before is not None:
                left, top = before
                right, below = across - left, down - top
                steps = isqrt(right * right + below * below) * 3 // (2 * _FINE) + 1
                for step in range(1, steps):
                    marked.add(((left + right * step // steps) // _FINE, (top + below * step // steps) // _FINE))
            marked.add((across // _FINE, down // _FINE))
            before = across, down
    cells = 0
    for column, row in marked:
        cells |= 1 << (min(max(row, 0), SIDE - 1) + EDGE) * ROW + min(max(column, 0), SIDE - 1) + EDGE
    beyond = 0
    reached = cells
    for level in range(FAR):
        beyond |= (ALL & ~reached) << level * BITS
        reached = _spread(reached, level % 2 == 1)
    dense = FAR * ONE - ONE * (beyond & CANVAS * LEVELS).bit_count() // CANVAS.bit_count()
    return _Raster(cells * LEVELS, max(1, cells.bit_count()), dense, beyond)


def _spread(cells: int, corners: bool) -> int:
    """The cells and their neighbours, by turns without and with the diagonal ones: nearly a round distance."""
    wide = cells | cells << 1 | cells >> 1
    return wide | (wide << ROW | wide >> ROW if corners else cells << ROW | cells >> ROW)


def _moved(cells: int, dx: int, dy: int) -> int:
    by = dy * ROW + dx
    return cells << by if by >= 0 else cells >> -by


def _fit(views: Sequence[_View], program: _Raster) -> Fit:
    beyond, costs = program.beyond, []
    for view in views:
        count = view.raster.count
        costs += [ONE * (cells & beyond).bit_count() // count + dear for cells, dear in view.shifted]
    cost = min(costs)
    number, index = divmod(costs.index(cost), len(SHIFTS))
    view = views[number]
    dx, dy = SHIFTS[index]
    missing = (_moved(program.cells, -dx, -dy) & view.raster.beyond).bit_count()
    done = min(view.raster.count, program.count)
    cost += MISSING * missing * done // program.count**2
    return Fit(cost, (dx * CELL, dy * CELL), view.scale, view.middle)
