"""From what a hand does to the points of a stroke: resampled, averaged, simplified; and the curve that is shown.

What is sent is what is shown: the curve goes through the points that are sent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from game.cabinets.sketch.checks import ink_of
from game.cabinets.sketch.state import HEIGHT, MOST_NUMBERS, WIDTH

Place: TypeAlias = tuple[float, float]

SPACING: Final = 3.0
"""Canvas units between the points of a resampled hand."""
TOLERANCE: Final = 1.5
_ROUGHER: Final = 1.5
_CHORD: Final = 5.0
"""Canvas units between the points of a curve that is drawn."""


def smoothed(hand: Sequence[Place], longest: int) -> tuple[int, ...]:
    """The numbers of a stroke, as the rules take them, from the places of a hand in canvas units.

    What exceeds `longest` (0 is no limit) is left out. Empty for no place at all.
    """
    line = _averaged(_resampled(hand))
    tolerance = TOLERANCE
    points = _rounded(_simplified(line, tolerance))
    while 2 * len(points) > MOST_NUMBERS:
        tolerance *= _ROUGHER
        points = _rounded(_simplified(line, tolerance))
    while longest and len(points) > 1 and ink_of(_flat(points)) > longest:
        points.pop()
    return _flat(points)


def curve(points: Sequence[int]) -> list[Place]:
    """The Catmull–Rom curve through the points of a stroke, dense enough to be drawn with straight lines."""
    places = [(float(x), float(y)) for x, y in zip(points[::2], points[1::2], strict=True)]
    if len(places) < 2:
        return places
    padded = [places[0], *places, places[-1]]
    drawn = places[:1]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        count = max(1, math.ceil(math.dist(b, c) / _CHORD))
        for number in range(1, count + 1):
            t = number / count
            drawn.append((_between(t, a[0], b[0], c[0], d[0]), _between(t, a[1], b[1], c[1], d[1])))
    return drawn


def _between(t: float, a: float, b: float, c: float, d: float) -> float:
    return b + t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))) / 2


def _flat(points: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(number for point in points for number in point)


def _resampled(hand: Sequence[Place]) -> list[Place]:
    """The same way in steps of equal length, with its first and last place."""
    if not hand:
        return []
    line, rest = [hand[0]], SPACING
    for (x, y), (to_x, to_y) in pairwise(hand):
        far = math.dist((x, y), (to_x, to_y))
        way = rest
        while way <= far:
            line.append((x + (to_x - x) * way / far, y + (to_y - y) * way / far))
            way += SPACING
        rest = way - far
    if line[-1] != hand[-1]:
        line.append(hand[-1])
    return line


def _averaged(line: list[Place]) -> list[Place]:
    """Each place as the mean of three neighbours; the ends stay where they are."""
    if len(line) < 3:
        return line
    inner = [
        ((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3) for a, b, c in zip(line, line[1:], line[2:], strict=False)
    ]
    return [line[0], *inner, line[-1]]


def _simplified(line: list[Place], tolerance: float) -> list[Place]:
    """Ramer (1972), Douglas and Peucker (1973), without recursion: what lies nearer to the chord is left out."""
    if len(line) < 3:
        return line
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


def _farthest(line: list[Place], first: int, last: int) -> tuple[int, float]:
    """The place between two that is farthest from the line through them, and how far."""
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


def _rounded(line: Sequence[Place]) -> list[tuple[int, int]]:
    """In whole units on the canvas, none twice in a row."""
    points: list[tuple[int, int]] = []
    for x, y in line:
        point = min(WIDTH - 1, max(0, round(x))), min(HEIGHT - 1, max(0, round(y)))
        if points[-1:] != [point]:
            points.append(point)
    return points
