"""A board of Omok: its stones, its lines and what stones would make in them, updated as stones are put and taken.

Points are numbered along the rows from the top left. What is forbidden: International Rules of Renju (RIF, 1996),
sections 3 and 9, as docs/omok.md words them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import Any, Final, NamedTuple

from game.cabinets.omok import shapes as s
from game.core.compiled import array, bit_count, in_place, next_chance

EMPTY, BLACK, WHITE = 0, 1, 2
NOWHERE: Final = -1
"""The number that stands for no point."""
THREES, FOURS, OVERLINE = 1, 2, 4
"""Bits of what makes a point forbidden: two threes, two fours, six or more in a row."""
_ALL_FOULS = THREES | FOURS | OVERLINE
FORBIDDEN: Final[dict[str, tuple[int, int]]] = {
    "free": (0, 0),
    "standard": (0, 0),
    "korean": (THREES, THREES),
    "general": (_ALL_FOULS, _ALL_FOULS),
    "renju": (_ALL_FOULS, 0),
}
"""By rule set: what is forbidden to black and to white, as bits."""
EXACT: Final[dict[str, tuple[bool, bool]]] = {
    "free": (False, False),
    "standard": (True, True),
    "korean": (True, True),
    "general": (True, True),
    "renju": (True, False),
}
"""By rule set: whether only exactly five wins, for black and for white. A colour to which something is forbidden always
needs exactly five."""
STEPS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The directions of lines as steps (x, y), in the order in which directions are numbered."""
WAYS: Final = len(STEPS)


class Board(NamedTuple):
    """A board and what follows from its stones.

    Colours count from 1, so an array for both has black at 0, white at 1.
    """

    stones: Any
    """The colour on every point."""
    bits: Any
    """For each colour and line: its stones as bits."""
    made: Any
    """For each colour and line: what stones would make, in the encoding of `shapes.made_in`."""
    sums: Any
    """For each colour: the sum of `shapes.weighed` over the lines; then, as the third number, the sign of the
    position."""
    lines: Any
    """For each point and direction: the number of the line."""
    places: Any
    """For each point and direction: how far the point lies from the line's beginning."""
    points: Any
    """For each line, LONGEST points; NOWHERE beyond its end."""
    edges: Any
    """For each line: the bits beyond its end."""
    exact: Any
    """For each colour: 1 if it wins only with exactly five in a row."""
    kinds: Any
    """For each colour: what is forbidden to it, as bits."""
    signs: Any
    """For each colour and point: the number that is XORed into the sign of the position when a stone is put or
    taken."""

    @property
    def size(self) -> int:
        return isqrt(len(self.stones))


@lru_cache(maxsize=8)
def _geometry(size: int) -> tuple[Any, ...]:
    """Return the lines, places, points, edges and signs of a board with `size` lines."""
    line_of, place_of = [], []
    points = [NOWHERE] * ((6 * size - 2) * s.LONGEST)
    edges = [s.ALL] * (6 * size - 2)
    for point in range(size * size):
        y, x = divmod(point, size)
        here = (
            (y, x),
            (size + x, y),
            (2 * size + x - y + size - 1, min(x, y)),
            (4 * size - 1 + x + y, y - max(0, x + y - size + 1)),
        )
        for line, place in here:
            line_of.append(line)
            place_of.append(place)
            points[line * s.LONGEST + place] = point
            edges[line] &= ~(1 << place)
    signs, chance = [], 20250729
    for _ in range(2 * size * size):
        high = next_chance(chance)
        chance = next_chance(high)
        signs.append(int(high << 31 | chance))
    return tuple(array(values) for values in (line_of, place_of, points, edges, signs))


def new_board(size: int, rule: str, stones: Sequence[int] = ()) -> Board:
    """Return a board with `stones` (a colour for every point), or an empty one."""
    line_of, place_of, points, edges, signs = _geometry(size)
    both = 2 * len(edges)
    board = Board(
        array([EMPTY] * size**2),
        array([0] * both),
        array([0] * both),
        array([0] * 3),
        line_of,
        place_of,
        points,
        edges,
        array(map(int, EXACT[rule])),
        array(FORBIDDEN[rule]),
        signs,
    )
    if stones:
        _lay(board, array(stones))
    return board


@in_place
def _lay(board: Board, stones: Any) -> None:
    for point in range(len(stones)):
        if stones[point] != EMPTY:
            put(board, point, stones[point])


@in_place
def put(board: Board, point: int, colour: int) -> None:
    """Place a stone, or take one of that colour back if `colour` is negative."""
    bits, made, sums, edges = board.bits, board.made, board.sums, board.edges
    count = len(edges)
    placing = colour > 0
    whose = (colour if placing else -colour) - 1
    board.stones[point] = colour if placing else EMPTY
    sums[2] ^= board.signs[whose * len(board.stones) + point]
    for way in range(WAYS * point, WAYS * point + WAYS):
        line = board.lines[way]
        bits[whose * count + line] ^= 1 << board.places[way]
        black, white, edge = bits[line], bits[count + line], edges[line]
        now = s.made_in(black, white | edge, board.exact[0])
        before = made[line]
        if now != before:
            made[line] = now
            sums[0] += s.weighed(now) - s.weighed(before)
        now = s.made_in(white, black | edge, board.exact[1])
        before = made[count + line]
        if now != before:
            made[count + line] = now
            sums[1] += s.weighed(now) - s.weighed(before)


@in_place
def made_at(board: Board, point: int, colour: int, way: int) -> int:
    """Return what a stone of `colour` on an empty point makes in direction `way`, as a shape of shapes.py."""
    at = WAYS * point + way
    made = board.made[(colour - 1) * len(board.edges) + board.lines[at]] >> board.places[at]
    return int((made & 1) | (made >> (s.LONGEST - 1) & 2) | (made >> (2 * s.LONGEST - 2) & 4))


@in_place
def makes_five(board: Board, point: int, colour: int) -> bool:
    """Return whether a stone of `colour` on an empty point wins."""
    found = False
    for way in range(WAYS):
        found = found or made_at(board, point, colour, way) == s.FIVE
    return found


@in_place
def too_long(board: Board, point: int, colour: int) -> bool:
    """Return whether a stone of `colour` on `point` would stand in a row of six or more."""
    for way in range(WAYS * point, WAYS * point + WAYS):
        row = board.bits[(colour - 1) * len(board.edges) + board.lines[way]]
        if bit_count(row) >= 5 and s.sixes(row | 1 << board.places[way]) & ~s.sixes(row):
            return True
    return False


@in_place
def foul(board: Board, point: int, colour: int) -> int:
    """Return what makes an empty point forbidden to `colour`, as bits; 0 if a stone may be placed there.

    A three counts only if the stone that would make it a straight four may itself be placed, which is decided by the
    same definition, to any depth. This ends because each level adds a stone.
    """
    kinds = board.kinds[colour - 1]
    if kinds == 0:
        return 0
    threes = fours = 0
    for way in range(WAYS):
        here = made_at(board, point, colour, way)
        if here == s.FIVE:
            return 0
        if here == s.THREE:
            threes += 1
        elif here == s.TWO_FOURS:
            fours += 2
        elif here >= s.FOUR:
            fours += 1
    found = 0
    if kinds & OVERLINE and too_long(board, point, colour):
        found |= OVERLINE
    if kinds & FOURS and fours > 1:
        found |= FOURS
    if not kinds & THREES or threes < 2:
        return found
    threes = 0
    for way in range(WAYS):
        if made_at(board, point, colour, way) != s.THREE:
            continue
        line = board.lines[WAYS * point + way]
        at = (colour - 1) * len(board.edges) + line
        before = s.straight_fours(board.made[at])
        put(board, point, colour)
        ends = s.straight_fours(board.made[at]) & ~before
        while ends:
            lowest = ends & -ends
            ends ^= lowest
            end = board.points[line * s.LONGEST + bit_count(lowest - 1)]
            if not makes_five(board, end, colour) and foul(board, end, colour) == 0:
                threes += 1
                ends = 0
        put(board, point, -colour)
    if threes > 1:
        found |= THREES
    return found


@in_place
def allowed(board: Board, point: int, colour: int) -> bool:
    """Return whether a stone of `colour` may be placed on an empty point."""
    return foul(board, point, colour) == 0


@in_place
def fouls(board: Board, colour: int, found: Any) -> None:
    """Write for every point what makes it forbidden to `colour`, as bits; 0 for nothing."""
    for point in range(len(board.stones)):
        found[point] = 0 if board.stones[point] else foul(board, point, colour)


@in_place
def five_points(board: Board, colour: int, found: Any, start: int) -> int:
    """Write up to two points where a stone of `colour` makes five into `found` from `start` on; return their number."""
    if s.fives_of(board.sums[colour - 1]) == 0:
        return 0
    lines = len(board.edges)
    count = 0
    for line in range(lines):
        made = board.made[(colour - 1) * lines + line]
        fives = made & made >> s.LONGEST & made >> (2 * s.LONGEST) & s.ALL
        while fives:
            lowest = fives & -fives
            fives ^= lowest
            point = board.points[line * s.LONGEST + bit_count(lowest - 1)]
            if count and found[start] == point:
                continue
            found[start + count] = point
            count += 1
            if count == 2:
                return count
    return count


@in_place
def winning_point(board: Board, colour: int) -> int:
    """Return a point where a stone of `colour` is allowed and makes two ways to five; NOWHERE if there is none."""
    if s.winning_of(board.sums[colour - 1]) == 0:
        return NOWHERE
    lines = len(board.edges)
    for line in range(lines):
        made = board.made[(colour - 1) * lines + line]
        winning = made >> (2 * s.LONGEST) & (made ^ made >> s.LONGEST) & s.ALL
        while winning:
            lowest = winning & -winning
            winning ^= lowest
            point = board.points[line * s.LONGEST + bit_count(lowest - 1)]
            if allowed(board, point, colour):
                return int(point)
    return NOWHERE
