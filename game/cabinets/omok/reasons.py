"""Why a point is forbidden, in rows that can be drawn: every four and three that a stone there would make.

It asks `board.forbidden` of each three, so what is drawn is what the rules decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from game.cabinets.omok import board as b
from game.cabinets.omok import shapes as s
from game.cabinets.omok.field import Field, allowed, made_at


@dataclass(frozen=True)
class Row:
    """One row that a stone makes."""

    kind: Literal["overline", "four", "three", "false_three"]
    stones: tuple[int, ...]
    """Its points, the new stone's among them."""
    ends: tuple[int, ...]
    """The points that complete it: to a five, or to a straight four."""
    barred: int = -1
    """Of a false three: the point that would complete it and is itself forbidden; ask again about that one."""


def rows_of(stones: Sequence[int], size: int, point: int, colour: int, kinds: int) -> tuple[Row, ...]:
    """The rows that a stone of `colour` on an empty point makes, overlines first, false threes last."""
    cells, across = b.new_cells(size, stones), b.width(size)
    index = b.index_of(point, size)
    cells[index] = colour
    found: list[Row] = []
    for step in (1, across, across + 1, across - 1):
        row = _unbroken(cells, index, step)
        held = tuple(b.point_of(at, size) for at in row)
        if len(row) > 5:
            found.append(Row("overline", held, ()))
        elif b.fours_at(cells, index, step, True):
            found += [_row("four", cells, index, step, end, size) for end in _ends(cells, row, step, 5, colour)]
        else:
            found += _threes(cells, index, step, size, kinds)
    return tuple(sorted(found, key=lambda row: ("overline", "four", "three", "false_three").index(row.kind)))


def levels_of(
    stones: Sequence[int], size: int, point: int, colour: int, kinds: int
) -> tuple[tuple[tuple[int, ...], tuple[Row, ...]], ...]:
    """The reasons of a point down to the bottom: stones laid so far with what the last of them makes.

    Each further level lays the stone that would complete the first false three of the one before.
    """
    laid, found = list(stones), []
    placed: tuple[int, ...] = ()
    while point >= 0:
        rows = rows_of(laid, size, point, colour, kinds)
        placed += (point,)
        found.append((placed, rows))
        laid[point] = colour
        point = next((row.barred for row in rows if row.kind == "false_three"), -1)
    return tuple(found)


def threats_of(field: Field, size: int, colour: int) -> tuple[Row, ...]:
    """The rows that one more stone of a colour makes a five of (`four`), or a straight four (`three`)."""
    found: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for point in range(size * size):
        index = b.index_of(point, size)
        if field.cells[index] != b.EMPTY:
            continue
        for way, step in enumerate((1, b.width(size), b.width(size) + 1, b.width(size) - 1)):
            made = made_at(field, index, colour, way)
            if made != s.FIVE and (made < s.STRAIGHT_FOUR or not allowed(field, index, colour)):
                continue
            field.cells[index] = colour
            row = _unbroken(field.cells, index, step)
            field.cells[index] = b.EMPTY
            held = tuple(b.point_of(at, size) for at in row if at != index)
            found.setdefault(("four" if made == s.FIVE else "three", held), []).append(point)
    fives = {held for kind, held in found if kind == "four"}
    kept = [(kind, held, ends) for (kind, held), ends in found.items() if kind == "four" or held not in fives]
    return tuple(Row("four" if kind == "four" else "three", held, tuple(ends)) for kind, held, ends in kept)


def _threes(cells: b.Cells, index: int, step: int, size: int, kinds: int) -> list[Row]:
    """A three by the first point that makes it one; else a false one by a point that may not be taken."""
    across, colour = b.width(size), cells[index]
    false: list[Row] = []
    for end in _ends(cells, _unbroken(cells, index, step), step, 4, colour):
        cells[end] = colour
        straight = b.straight_four(cells, index, step, True) and not b.makes_five(cells, end, across, True)
        cells[end] = b.EMPTY
        if not straight:
            continue
        if b.forbidden(cells, end, colour, across, kinds):
            row = _row("false_three", cells, index, step, end, size)
            false.append(Row(row.kind, row.stones, row.ends, b.point_of(end, size)))
        else:
            return [_row("three", cells, index, step, end, size)]
    return false[:1]


def _row(
    kind: Literal["four", "three", "false_three"], cells: b.Cells, index: int, step: int, end: int, size: int
) -> Row:
    colour = cells[index]
    cells[end] = colour
    whole = _unbroken(cells, index, step)
    cells[end] = b.EMPTY
    held = tuple(b.point_of(at, size) for at in whole if at != end)
    return Row(kind, held, (b.point_of(end, size),))


def _unbroken(cells: b.Cells, index: int, step: int) -> list[int]:
    """The places of the unbroken row through the stone at `index`."""
    colour, first, last = cells[index], index, index
    while cells[first - step] == colour:
        first -= step
    while cells[last + step] == colour:
        last += step
    return list(range(first, last + 1, step))


def _ends(cells: b.Cells, row: list[int], step: int, length: int, colour: int) -> list[int]:
    """The empty points beside a row whose filling makes it exactly `length` long."""
    found = []
    for end in (row[0] - step, row[-1] + step):
        if cells[end] == b.EMPTY:
            cells[end] = colour
            if b.run(cells, end, step) == length:
                found.append(end)
            cells[end] = b.EMPTY
    return found
