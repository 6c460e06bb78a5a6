"""Why a point is forbidden, as rows that can be drawn: every four and three that a stone there would make.

Each three is decided by `board.foul`, so what is drawn agrees with the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.cabinets.omok import board as b
from game.cabinets.omok import shapes as s
from game.cabinets.omok.board import Board, allowed, made_at, put
from game.cabinets.omok.state import row_of

Kind: TypeAlias = Literal["overline", "four", "three", "false_three"]
_KINDS: tuple[Kind, ...] = ("overline", "four", "three", "false_three")


@dataclass(frozen=True)
class Row:
    """One row that a stone makes."""

    kind: Kind
    stones: tuple[int, ...]
    """The points of the row, including the new stone's."""
    ends: tuple[int, ...]
    """The points that complete the row: to a five, or to a straight four."""
    barred: int = b.NOWHERE
    """Of a false three: the point that would complete it and is itself forbidden; NOWHERE for other rows."""


def levels_of(board: Board, point: int, colour: int) -> tuple[tuple[tuple[int, ...], tuple[Row, ...]], ...]:
    """Return why a point is forbidden, level by level: the stones laid so far and the rows of the last of them.

    Each further level lays the stone that would complete the first false three of the level before. The board is left
    unchanged.
    """
    found: list[tuple[tuple[int, ...], tuple[Row, ...]]] = []
    placed: tuple[int, ...] = ()
    while point != b.NOWHERE:
        rows = _rows(board, point, colour)
        placed += (point,)
        found.append((placed, rows))
        put(board, point, colour)
        point = next((row.barred for row in rows if row.kind == "false_three"), b.NOWHERE)
    for stone in placed:
        put(board, stone, -colour)
    return tuple(found)


def threats_of(board: Board, colour: int) -> tuple[Row, ...]:
    """Return the rows that one more stone of `colour` makes a five of (`four`), or a straight four (`three`)."""
    found: dict[tuple[Kind, tuple[int, ...]], list[int]] = {}
    for point, stone in enumerate(board.stones):
        for way in range(b.WAYS) if not stone else ():
            made = made_at(board, point, colour, way)
            if made == s.FIVE or (made >= s.STRAIGHT_FOUR and allowed(board, point, colour)):
                kind: Kind = "four" if made == s.FIVE else "three"
                found.setdefault((kind, _without(board, point, colour, way)), []).append(point)
    fives = {held for kind, held in found if kind == "four"}
    kept = [(kind, held, ends) for (kind, held), ends in found.items() if kind == "four" or held not in fives]
    return tuple(Row(kind, held, tuple(ends)) for kind, held, ends in kept)


def _rows(board: Board, point: int, colour: int) -> tuple[Row, ...]:
    """Return the rows that a stone of `colour` on an empty point makes, overlines first, false threes last."""
    found: list[Row] = []
    for way in range(b.WAYS):
        made = made_at(board, point, colour, way)
        fives, straight = (_completing(board, point, colour, way, kind) for kind in (s.FIVE, s.STRAIGHT_FOUR))
        put(board, point, colour)
        row = row_of(board.stones, board.size, point, b.STEPS[way])
        if len(row) > 5:
            found.append(Row("overline", tuple(row), ()))
        elif made >= s.FOUR:
            found += [Row("four", _without(board, end, colour, way), (end,)) for end in fives]
        elif made == s.THREE:
            found += _threes(board, straight, colour, way)
        put(board, point, -colour)
    return tuple(sorted(found, key=lambda row: _KINDS.index(row.kind)))


def _completing(board: Board, point: int, colour: int, way: int, kind: int) -> list[int]:
    """Return the points of a line where, once a stone lies on `point`, another one would make `kind`."""
    line = int(board.lines[b.WAYS * point + way])
    points = [int(other) for other in board.points[line * s.LONGEST : (line + 1) * s.LONGEST] if other != b.NOWHERE]
    before = {other for other in points if made_at(board, other, colour, way) == kind}
    put(board, point, colour)
    after = [other for other in points if made_at(board, other, colour, way) == kind]
    put(board, point, -colour)
    return [other for other in after if other not in before]


def _threes(board: Board, ends: list[int], colour: int, way: int) -> list[Row]:
    """Return the three, by the first point that completes it; else a false three, by a point that may not be taken."""
    fit = [end for end in ends if not b.makes_five(board, end, colour)]
    free = [end for end in fit if allowed(board, end, colour)]
    if free:
        return [Row("three", _without(board, free[0], colour, way), (free[0],))]
    return [Row("false_three", _without(board, end, colour, way), (end,), end) for end in fit[:1]]


def _without(board: Board, point: int, colour: int, way: int) -> tuple[int, ...]:
    """Return the row in which a stone on an empty point would stand, without that stone."""
    stones = list(board.stones)
    stones[point] = colour
    row = row_of(stones, board.size, point, b.STEPS[way])
    return tuple(other for other in row if other != point)
