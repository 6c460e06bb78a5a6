"""Strokes as points of a canvas of 1024 × 768 whole units, and as the flat row of numbers that actions carry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from math import isqrt
from typing import Final, TypeAlias

WIDTH: Final = 1024
HEIGHT: Final = 768
MOST_POINTS: Final = 256
"""The most points of a stroke."""

Points: TypeAlias = tuple[tuple[int, int], ...]


def pairs(numbers: Sequence[int]) -> Points:
    """Group a row of numbers, x and y in turn, into points."""
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def flat(points: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Flatten points into a row of numbers, x and y in turn."""
    return tuple(number for point in points for number in point)


def inside(line: Iterable[tuple[int, int]]) -> Points:
    """Clamp a line to the canvas and drop points that repeat the one before."""
    within = ((min(max(x, 0), WIDTH - 1), min(max(y, 0), HEIGHT - 1)) for x, y in line)
    return tuple(point for point, _ in groupby(within))


def ink_of(points: Points) -> int:
    """Return the length of a stroke in canvas units, each distance rounded down.

    >>> ink_of(((0, 0), (3, 4), (4, 5)))
    6
    """
    return sum(isqrt((x - left) ** 2 + (y - top) ** 2) for (left, top), (x, y) in pairwise(points))


def inked(points: Points, longest: int) -> Points:
    """Cut a stroke where its ink ends, `longest` canvas units from its beginning; 0 is no limit."""
    while longest and len(points) > 1 and ink_of(points) > longest:
        points = points[:-1]
    return points


def fault(numbers: Sequence[int], longest: int) -> str | None:
    """Say why these numbers are no stroke: `points`, `outside`, `equal` or `ink`; None if they are one. A `longest` of
    0 is no limit.
    """
    if not 2 <= len(numbers) <= 2 * MOST_POINTS or len(numbers) % 2:
        return "points"
    line = pairs(numbers)
    if inside(line) != line:
        outside = not all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in line)
        return "outside" if outside else "equal"
    return "ink" if longest and ink_of(line) > longest else None
