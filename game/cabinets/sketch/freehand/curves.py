"""Geometry of hand-drawn lines in a plane: resample, simplify, and draw a curve through points."""

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


def simplified(line: Sequence[Place], tolerance: float) -> list[Place]:
    """Simplify a line: leave out places nearer to the chord than `tolerance`."""
    return [line[place] for place in bends_of(line, tolerance)]


def bends_of(line: Sequence[Place], tolerance: float) -> list[int]:
    """Return the indices of the places of a line that cannot be left out: the ends, and what is farther than
    `tolerance` from the chord. Ramer (1972), Douglas and Peucker (1973), without recursion.
    """
    if len(line) < 3:
        return list(range(len(line)))
    kept = {0, len(line) - 1}
    spans = [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        place, far = _farthest(line, first, last)
        if far > tolerance:
            kept.add(place)
            spans += [(first, place), (place, last)]
    return sorted(kept)


def _farthest(line: Sequence[Place], first: int, last: int) -> tuple[int, float]:
    """Find the place between two indices that is farthest from the chord between them; return its index and distance.

    The chord ends at its ends: of a way there and back, the place where it turns is far from it.
    """
    (x, y), (to_x, to_y) = line[first], line[last]
    across, down = to_x - x, to_y - y
    long = math.hypot(across, down)
    found, far = first, -1.0
    for number in range(first + 1, last):
        right, below = line[number][0] - x, line[number][1] - y
        along = right * across + below * down
        if along <= 0:
            away = math.hypot(right, below)
        elif along >= long * long:
            away = math.hypot(right - across, below - down)
        else:
            away = abs(across * below - down * right) / long
        if away > far:
            found, far = number, away
    return found, far


def through(
    line: Sequence[Place],
    step: float,
    *,
    closed: bool = False,
    before: Place | None = None,
    after: Place | None = None,
) -> list[Place]:
    """Return the Catmull–Rom curve through places, with a point at least each `step`; `closed` where the line ends at
    its beginning. `before` and `after` are the places next to a part of a longer line.
    """
    if len(line) < 2:
        return list(line)
    ends = (line[-2], line[1]) if closed else (line[0], line[-1])
    padded = [before or ends[0], *line, after or ends[1]]
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
