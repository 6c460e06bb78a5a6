"""Geometry of hand-drawn lines in a plane: resample, average, simplify, and draw a curve through points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

Place: TypeAlias = tuple[float, float]


def resampled(line: Sequence[Place], spacing: float) -> list[Place]:
    """Resample a line in steps of equal length; its first and last place stay."""
    if not line:
        return []
    even, rest = [line[0]], spacing
    for (x, y), (to_x, to_y) in pairwise(line):
        far = math.dist((x, y), (to_x, to_y))
        way = rest
        while way <= far:
            even.append((x + (to_x - x) * way / far, y + (to_y - y) * way / far))
            way += spacing
        rest = way - far
    if even[-1] != line[-1]:
        even.append(line[-1])
    return even


def averaged(line: Sequence[Place]) -> list[Place]:
    """Replace each place by the mean of itself and its two neighbours; the ends stay where they are."""
    if len(line) < 3:
        return list(line)
    inner = [
        ((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3) for a, b, c in zip(line, line[1:], line[2:], strict=False)
    ]
    return [line[0], *inner, line[-1]]


def simplified(line: Sequence[Place], tolerance: float) -> list[Place]:
    """Simplify a line: leave out places nearer to the chord than `tolerance`. Ramer (1972), Douglas and Peucker (1973),
    without recursion.
    """
    if len(line) < 3:
        return list(line)
    kept = [False] * len(line)
    kept[0] = kept[-1] = True
    spans = [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        place, far = _farthest(line, first, last)
        if far > tolerance:
            kept[place] = True
            spans += [(first, place), (place, last)]
    return [place for place, keep in zip(line, kept, strict=True) if keep]


def _farthest(line: Sequence[Place], first: int, last: int) -> tuple[int, float]:
    """Find the place between two indices that is farthest from the line through them; return its index and distance."""
    (x, y), (to_x, to_y) = line[first], line[last]
    across, down = to_x - x, to_y - y
    long = math.hypot(across, down)
    found, far = first, -1.0
    for number in range(first + 1, last):
        at_x, at_y = line[number]
        aside = across * (at_y - y) - down * (at_x - x)
        away = abs(aside) / long if long else math.hypot(at_x - x, at_y - y)
        if away > far:
            found, far = number, away
    return found, far


def through(line: Sequence[Place], step: float, *, closed: bool = False) -> list[Place]:
    """Return the Catmull–Rom curve through places, with a point at least each `step`; `closed` where the line ends at
    its beginning.
    """
    if len(line) < 2:
        return list(line)
    before, after = (line[-2], line[1]) if closed else (line[0], line[-1])
    padded = [before, *line, after]
    drawn = [line[0]]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        count = max(1, math.ceil(math.dist(b, c) / step))
        for number in range(1, count + 1):
            t = number / count
            drawn.append((_between(t, a[0], b[0], c[0], d[0]), _between(t, a[1], b[1], c[1], d[1])))
    return drawn


def _between(t: float, a: float, b: float, c: float, d: float) -> float:
    return b + t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))) / 2


def part_of(line: Sequence[Place], share: float) -> Sequence[Place]:
    """Return a line from its beginning up to a share (0 … 1) of its length."""
    if share >= 1.0 or len(line) < 2:
        return line
    left = share * sum(math.dist(a, b) for a, b in pairwise(line))
    part = [line[0]]
    for (x, y), (to_x, to_y) in pairwise(line):
        far = math.dist((x, y), (to_x, to_y))
        if far >= left:
            done = left / far if far else 0.0
            return [*part, (x + (to_x - x) * done, y + (to_y - y) * done)]
        part.append((to_x, to_y))
        left -= far
    return part
