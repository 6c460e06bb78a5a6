"""The board as one flat array, and what a stone makes on it: fives, fours, threes, forbidden points.

Definitions: International Rules of Renju (RIF, 1996), sections 3 and 9, as docs/omok.md words them. A board of
`size` lies in a frame FRAME points wide, so that no row leads out of the array.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from game.core.compiled import array, compiled

EMPTY, BLACK, WHITE, OUTSIDE = 0, 1, 2, 3
FRAME: Final = 5
"""With fives of exactly five a row is read five points to each side."""
THREES: Final = 1
FOURS: Final = 2
OVERLINE: Final = 4
"""Bits of what makes a point forbidden: two threes, two fours, six or more in a row."""
Cells: TypeAlias = Any
"""A flat array from `array`: EMPTY, BLACK, WHITE or OUTSIDE for every point of board and frame."""


def width(size: int) -> int:
    """Points in a row of the array."""
    return size + 2 * FRAME


def index_of(point: int, size: int) -> int:
    """Where a point `x + size * y` of the board lies in the array."""
    return (point // size + FRAME) * width(size) + point % size + FRAME


def point_of(index: int, size: int) -> int:
    """The point of the board at a place of the array."""
    row, column = divmod(index, width(size))
    return (row - FRAME) * size + column - FRAME


def new_cells(size: int, stones: Sequence[int] = ()) -> Cells:
    """A board with these stones, a colour for every point, or an empty one."""
    cells = [OUTSIDE] * (width(size) * width(size))
    for point in range(size * size):
        cells[index_of(point, size)] = stones[point] if stones else EMPTY
    return array(cells)


@compiled
def run(cells: Cells, index: int, step: int) -> int:
    """How many equal stones stand in an unbroken row through the stone at `index`."""
    colour = cells[index]
    count = 1
    at = index + step
    while cells[at] == colour:
        count += 1
        at += step
    at = index - step
    while cells[at] == colour:
        count += 1
        at -= step
    return count


@compiled
def makes_five(cells: Cells, index: int, across: int, exact: bool) -> bool:
    """Whether the stone at `index` stands in a five: of exactly five, or of five and more.

    `across` is the width of the array.
    """
    for step in (1, across, across + 1, across - 1):
        count = run(cells, index, step)
        if count == 5 or (count > 5 and not exact):
            return True
    return False


@compiled
def fours_at(cells: Cells, index: int, step: int, exact: bool) -> int:
    """How many fours the stone at `index` makes in one direction: 0, 1 or 2."""
    colour = cells[index]
    found = 0
    for way in (step, -step):
        end = index + way
        while cells[end] == colour:
            end += way
        if cells[end] == EMPTY:
            cells[end] = colour
            count = run(cells, index, step)
            cells[end] = EMPTY
            if count == 5 or (count > 5 and not exact):
                found += 1
    if found == 2 and run(cells, index, step) == 4:
        return 1
    return found


@compiled
def straight_four(cells: Cells, index: int, step: int, exact: bool) -> bool:
    """Whether the stone at `index` stands in an unbroken four that two points complete."""
    colour = cells[index]
    if run(cells, index, step) != 4:
        return False
    for way in (step, -step):
        end = index + way
        while cells[end] == colour:
            end += way
        if cells[end] != EMPTY or (exact and cells[end + way] == colour):
            return False
    return True


@compiled
def forbidden(cells: Cells, index: int, colour: int, across: int, kinds: int) -> int:
    """Which of `kinds` a stone of `colour` on an empty point would be; 0 where it may go there.

    A three counts only if the stone that would make it a straight four may itself be placed, which is asked by
    the same definition, to any depth: each asks with one more stone on the board, so it ends.
    """
    cells[index] = colour
    if makes_five(cells, index, across, True):
        cells[index] = EMPTY
        return 0
    found = 0
    fours = 0
    threes = 0
    for step in (1, across, across + 1, across - 1):
        count = run(cells, index, step)
        if count > 5:
            found |= OVERLINE
        four = fours_at(cells, index, step, True)
        fours += four
        if four == 0 and count <= 3 and kinds & THREES:
            for way in (step, -step):
                end = index + way
                while cells[end] == colour:
                    end += way
                if cells[end] != EMPTY:
                    continue
                cells[end] = colour
                three = straight_four(cells, index, step, True) and not makes_five(cells, end, across, True)
                cells[end] = EMPTY
                if three and forbidden(cells, end, colour, across, kinds) == 0:
                    threes += 1
                    break
    cells[index] = EMPTY
    if fours > 1:
        found |= FOURS
    if threes > 1:
        found |= THREES
    return found & kinds


@compiled
def suspicious(cells: Cells, index: int, colour: int, across: int) -> bool:
    """Whether a stone there could be forbidden at all: two rows want two more stones each, or one row four."""
    rows = 0
    for step in (1, across, across + 1, across - 1):
        stones = 0
        for far in (1, 2, 3, 4):
            if cells[index + far * step] == colour:
                stones += 1
            if cells[index - far * step] == colour:
                stones += 1
        if stones >= 4:
            return True
        if stones >= 2:
            rows += 1
    return rows > 1


@compiled
def forbidden_points(cells: Cells, colour: int, across: int, kinds: int, found: Any) -> None:
    """Write for every place of the array which of `kinds` a stone of `colour` there would be, 0 for none."""
    for index in range(FRAME * across, len(cells) - FRAME * across):
        found[index] = 0
        if cells[index] == EMPTY and suspicious(cells, index, colour, across):
            found[index] = forbidden(cells, index, colour, across, kinds)
