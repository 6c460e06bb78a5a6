"""A board as searches see it: its lines and what stones would make in them, kept while stones are put and taken."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from game.cabinets.omok import shapes as s
from game.cabinets.omok.board import EMPTY, OVERLINE, Cells, forbidden, index_of, new_cells, width
from game.core.compiled import array, bit_count, in_place, next_chance

WAYS: Final = 4
"""Directions of lines."""


class Field(NamedTuple):
    """A board and what follows from it. Colours count from 1, so arrays of both begin at colour - 1."""

    cells: Cells
    bits: Any
    """For each colour and line: its stones."""
    made: Any
    """For each colour and line: what stones would make, as `shapes.made_in` says."""
    sums: Any
    """For each colour: the sum of `shapes.weighed` over the lines; behind both the sign of the position."""
    lines: Any
    """For each place and direction: the line."""
    places: Any
    """For each place and direction: how far from the line's beginning."""
    points: Any
    """For each line, LONGEST places of the array; 0 beyond its end."""
    edges: Any
    """For each line: the bits beyond its end."""
    exact: Any
    """For each colour: 1 where only exactly five wins."""
    kinds: Any
    """For each colour: what is forbidden to it, as bits of `board`."""
    signs: Any
    """For each colour and place: a number that a stone there changes the sign of the position by."""


@lru_cache(maxsize=8)
def _geometry(size: int) -> tuple[Any, ...]:
    """Lines, places, points, edges and signs of a board."""
    across = width(size)
    line_of, place_of = [0] * (WAYS * across * across), [0] * (WAYS * across * across)
    points = [0] * ((6 * size - 2) * s.LONGEST)
    lengths = [0] * (6 * size - 2)
    for point in range(size * size):
        y, x = divmod(point, size)
        index = index_of(point, size)
        here = (
            (y, x),
            (size + x, y),
            (2 * size + x - y + size - 1, min(x, y)),
            (4 * size - 1 + x + y, y - max(0, x + y - size + 1)),
        )
        for way, (line, place) in enumerate(here):
            line_of[WAYS * index + way], place_of[WAYS * index + way] = line, place
            points[line * s.LONGEST + place] = index
            lengths[line] = max(lengths[line], place + 1)
    signs, chance = [], 20250729
    for _ in range(2 * across * across):
        chance = next_chance(chance)
        high = chance
        chance = next_chance(chance)
        signs.append(int(high << 31 | chance))
    edges = [s.ALL & ~((1 << length) - 1) for length in lengths]
    return tuple(array(values) for values in (line_of, place_of, points, edges, signs))


def new_field(size: int, exact: tuple[bool, bool], kinds: tuple[int, int]) -> Field:
    """An empty board; for black and white whether a five must be exact, and what is forbidden."""
    line_of, place_of, points, edges, signs = _geometry(size)
    both = 2 * len(edges)
    return Field(
        new_cells(size),
        array([0] * both),
        array([0] * both),
        array([0] * 3),
        line_of,
        place_of,
        points,
        edges,
        array(map(int, exact)),
        array(kinds),
        signs,
    )


@in_place
def put(field: Field, index: int, colour: int) -> None:
    """Place a stone, or take it back with a negative colour."""
    bits, made, sums, edges = field.bits, field.made, field.sums, field.edges
    count = len(edges)
    placing = colour > 0
    whose = (colour if placing else -colour) - 1
    field.cells[index] = colour if placing else EMPTY
    sums[2] ^= field.signs[whose * len(field.cells) + index]
    for way in range(4 * index, 4 * index + 4):
        line = field.lines[way]
        bits[whose * count + line] ^= 1 << field.places[way]
        black, white, edge = bits[line], bits[count + line], edges[line]
        now = s.made_in(black, white | edge, field.exact[0])
        before = made[line]
        if now != before:
            made[line] = now
            sums[0] += s.weighed(now) - s.weighed(before)
        now = s.made_in(white, black | edge, field.exact[1])
        before = made[count + line]
        if now != before:
            made[count + line] = now
            sums[1] += s.weighed(now) - s.weighed(before)


@in_place
def made_at(field: Field, index: int, colour: int, way: int) -> int:
    """What a stone of `colour` on an empty point makes in one of the four directions."""
    made = field.made[(colour - 1) * len(field.edges) + field.lines[4 * index + way]] >> field.places[4 * index + way]
    return int((made & 1) | (made >> (s.LONGEST - 1) & 2) | (made >> (2 * s.LONGEST - 2) & 4))


@in_place
def too_long(field: Field, index: int, colour: int) -> bool:
    """Whether a stone there stands in a row of six or more."""
    for way in range(4 * index, 4 * index + 4):
        row = field.bits[(colour - 1) * len(field.edges) + field.lines[way]]
        if bit_count(row) >= 5:
            row |= 1 << field.places[way]
            row &= row >> 1
            row &= row >> 2
            if row & row >> 2:
                return True
    return False


@in_place
def allowed(field: Field, index: int, colour: int) -> bool:
    """Whether a stone may go on an empty point; asked of the rules only where two rows could make it forbidden."""
    kinds = field.kinds[colour - 1]
    if kinds == 0:
        return True
    threes = fours = 0
    for way in range(4):
        here = made_at(field, index, colour, way)
        if here == s.FIVE:
            return True
        if here == s.THREE:
            threes += 1
        elif here == s.TWO_FOURS:
            fours += 2
        elif here >= s.FOUR:
            fours += 1
    if kinds & OVERLINE and too_long(field, index, colour):
        return False
    if threes < 2 and fours < 2:
        return True
    across = field.points[s.LONGEST] - field.points[0]
    return forbidden(field.cells, index, colour, across, kinds) == 0


@in_place
def five_points(field: Field, colour: int, found: Any, start: int) -> int:
    """Write up to two points where a stone of `colour` makes five, from `start` on; how many there are, at most 2."""
    if s.fives_of(field.sums[colour - 1]) == 0:
        return 0
    lines = len(field.edges)
    count = 0
    for line in range(lines):
        made = field.made[(colour - 1) * lines + line]
        fives = made & made >> s.LONGEST & made >> (2 * s.LONGEST) & s.ALL
        while fives:
            lowest = fives & -fives
            fives ^= lowest
            index = field.points[line * s.LONGEST + bit_count(lowest - 1)]
            if count and found[start] == index:
                continue
            found[start + count] = index
            count += 1
            if count == 2:
                return count
    return count


@in_place
def winning_point(field: Field, colour: int) -> int:
    """A point where a stone of `colour` may go and makes two ways to five; 0 without one."""
    if s.winning_of(field.sums[colour - 1]) == 0:
        return 0
    lines = len(field.edges)
    for line in range(lines):
        made = field.made[(colour - 1) * lines + line]
        winning = made >> (2 * s.LONGEST) & (made ^ made >> s.LONGEST) & s.ALL
        while winning:
            lowest = winning & -winning
            winning ^= lowest
            index = field.points[line * s.LONGEST + bit_count(lowest - 1)]
            if allowed(field, index, colour):
                return int(index)
    return 0
