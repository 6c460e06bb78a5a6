"""Forbidden points of Omok read from the definitions alone: sets of points, no arrays, no tables. Slow."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Stones: TypeAlias = frozenset[Point]
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
THREES, FOURS, OVERLINE = 1, 2, 4


def row(stones: Stones, point: Point, direction: Point) -> tuple[Point, ...]:
    """The unbroken row through a stone."""
    found = [point]
    for sign in (1, -1):
        x, y = point
        while (x := x + sign * direction[0], y := y + sign * direction[1]) in stones:
            found.append((x, y))
    return tuple(found)


@cache
def line(size: int, point: Point, direction: Point) -> tuple[Point, ...]:
    """Every point of the board in a direction and against it."""
    points = ((point[0] + far * direction[0], point[1] + far * direction[1]) for far in range(-size, size + 1))
    return tuple((x, y) for x, y in points if 0 <= x < size and 0 <= y < size)


def has_five(stones: Stones, point: Point) -> bool:
    return any(len(row(stones, point, direction)) == 5 for direction in DIRECTIONS)


def fours(size: int, own: Stones, theirs: Stones, point: Point, direction: Point, exact: bool = True) -> int:
    """How many sets of four stones with this one need one stone more to be a five."""
    sets = set()
    for end in line(size, point, direction):
        if end not in own and end not in theirs:
            whole = row(own | {end}, end, direction)
            if (len(whole) == 5 or (len(whole) > 5 and not exact)) and point in whole:
                sets.add(frozenset(whole) - {end})
    return len(sets)


def is_straight(size: int, own: Stones, theirs: Stones, point: Point, direction: Point, exact: bool = True) -> bool:
    """Whether a stone stands in an unbroken four that two points complete."""
    four = row(own, point, direction)
    if len(four) != 4:
        return False
    completing = 0
    for last in line(size, point, direction):
        if last not in own and last not in theirs:
            five = row(own | {last}, last, direction)
            completing += {*four} < {*five} and (len(five) == 5 or not exact)
    return completing == 2


def is_three(size: int, own: Stones, theirs: Stones, point: Point, direction: Point, kinds: int) -> bool:
    """Whether one stone that may be placed makes a straight four of the row, and no five."""
    for end in line(size, point, direction):
        if end in own or end in theirs:
            continue
        more = own | {end}
        if point not in row(more, end, direction) or not is_straight(size, more, theirs, end, direction):
            continue
        if not has_five(more, end) and not foul(size, own, theirs, end, kinds):
            return True
    return False


def foul(size: int, own: Stones, theirs: Stones, point: Point, kinds: int) -> int:
    """Which of `kinds` a stone on an empty point would be."""
    more = own | {point}
    if has_five(more, point):
        return 0
    found = 0
    if any(len(row(more, point, direction)) > 5 for direction in DIRECTIONS):
        found |= OVERLINE
    if sum(fours(size, more, theirs, point, direction) for direction in DIRECTIONS) > 1:
        found |= FOURS
    if kinds & THREES and sum(is_three(size, more, theirs, point, direction, kinds) for direction in DIRECTIONS) > 1:
        found |= THREES
    return found & kinds
