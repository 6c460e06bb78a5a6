"""Estimate which word a picture shows, finished or not: truncated chamfer matching on a raster of 32 × 32 cells.

A picture is compared with each drawing in two ways. First as it lies, a little shifted and scaled: a half-done picture
has no size of its own yet. Then scaled to one size and mirrored too: people draw where and how large they like. A
raster is one whole number with a bit per cell. A drawing's distance map is kept as its level sets: the cells within 0,
1, 2 … of its ink. Counting bits then adds up the truncated distances of all cells of a picture.
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
"""Empty cells around the raster, so that ink shifted beyond a row never runs into the next row."""
ROW: Final = SIDE + 2 * EDGE
BITS: Final = ROW * ROW
ALL: Final = (1 << BITS) - 1
FAR: Final = 4
"""Distances are truncated at this many cells."""
LEVELS: Final = sum(1 << level * BITS for level in range(FAR))
CANVAS: Final = sum(((1 << SIDE) - 1) << (row + EDGE) * ROW + EDGE for row in range(HEIGHT * SIDE // WIDTH))
SHIFTS: Final = tuple((dx, dy) for dy in range(-3, 4) for dx in range(-3, 4) if abs(dx) + abs(dy) <= 4)
SCALES: Final = (100, 80, 125)
"""The sizes at which a picture is tried, in hundredths of its own."""
MISSING: Final = ONE * 35 // 100
"""Weight of ink that the picture lacks, where ink that the program lacks weighs ONE."""
DENSE: Final = 4
"""A drawing costs its density divided by this: any picture would fit well on a full canvas."""
MOVED: Final = ONE // 20
"""The cost of shifting the picture by a cell, in cells of distance."""
SCALED: Final = ONE * 6 // 100
SIZE: Final = 22
"""Cells of the longer side of a picture that is scaled to one size."""
RESIZED: Final = ONE // 10
"""The extra cost of a match that was found by scaling to one size."""
NEAR: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
SHARPNESS: Final = 16
"""How much a cell of mean distance lowers a likelihood, in tenths, times the square root of the picture's cells: fitted
to half-done pictures."""
NEVER: Final = -64 * ONE
_FINE: Final = 256
"""A line is followed in steps of this fraction of a cell."""

Middle = tuple[int, int]
"""A place (x, y) in half canvas units."""


@dataclass(frozen=True)
class Fit:
    """How well a picture lies on a drawing, and how it was moved: point · scale / 100 about `middle`, then
    + `shift`.
    """

    cost: int
    """Mean truncated distance, ONE per cell: 0 for a copy, FAR · ONE for pictures with nothing in common."""
    shift: tuple[int, int]
    """How far the picture was moved (x, y), in canvas units."""
    scale: int
    middle: Middle


@dataclass(frozen=True)
class _Raster:
    cells: int
    """The cells with ink, repeated FAR times: once for each level of distance."""
    count: int
    dense: int
    """How near the ink the canvas' places are on average: 0 for an empty canvas, FAR for a black one."""
    beyond: int
    """For each distance below FAR, one raster after another: the cells farther from the ink than that."""


def likeness(strokes: Sequence[Points], words: Sequence[Word]) -> tuple[int, ...]:
    """Return how likely each word is what the strokes show, as logarithms: 0 for the likeliest, NEVER for a word
    without a program. All are 0 if no word has one.

    It costs 6 ms of processor time for twenty words and a finished picture.
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
    """Turn logarithms into weights, ONE for the likeliest word. A higher `warmth` makes the weights more equal."""
    return [0 if each == NEVER else power(each // warmth) for each in likenesses]


def fit(strokes: Sequence[Points], drawing: Sequence[Points]) -> Fit:
    """Find where the strokes lie best on a drawing; neither may be empty."""
    return _fit(_views(strokes), _raster(drawing))


@dataclass(frozen=True)
class _View:
    """A picture at one scale, at every shift where it is tried."""

    raster: _Raster
    scale: int
    middle: Middle
    shifted: tuple[tuple[int, int], ...]
    """For each of SHIFTS: the picture's cells there, and the cost of the shift."""


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
    """Return the lower cost of the two comparisons of a picture with a program."""
    here, there = _program(program), _program_resized(program)
    moved = min(
        ONE * (_moved(picture.cells, dx, dy) & there.beyond).bit_count() // picture.count
        + MISSING * (_moved(there.cells, -dx, -dy) & picture.beyond).bit_count() // there.count
        for picture in sized
        for dx, dy in NEAR
    )
    return min(_fit(views, here).cost + here.dense // DENSE, moved + there.dense // DENSE + RESIZED)


def _resized(strokes: Sequence[Points], side: int) -> _Raster:
    """Rasterise a picture in the middle of the canvas, SIZE cells long; mirrored for a `side` of -1."""
    middle, length = _middle(strokes)
    mirrored = [[(side * x, y) for x, y in stroke] for stroke in strokes]
    return _raster(mirrored, (side * middle[0], middle[1]), (WIDTH, HEIGHT), SIZE * CELL, max(length, 1))


def _middle(strokes: Sequence[Points]) -> tuple[Middle, int]:
    """Return the middle of the strokes' bounding box, and the length of its longer side."""
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
    """Rasterise strokes, their `middle` moved to `target` and their size multiplied by `over` / `under`."""
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
    """Grow the set of cells by its neighbours, with the diagonal ones where `corners`: by turns, this is nearly a round
    distance.
    """
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
