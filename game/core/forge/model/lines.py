"""Lines across a level: heights at evenly spaced points, ready ones by name or drawn, with a digit for each point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.forge.model.method import Line

MOST_HEIGHT: Final = 9
"""The greatest height of a drawn point, in rows above the lowest ground."""


def points_of(line: Line, value: str) -> tuple[int, ...]:
    """Return the heights of a value at the points that a drawn line has; those of a ready line lie on or near it.

    >>> hill = Line(("hill",), "hill", {"hill": (0, 6, 0)}, 5)
    >>> points_of(hill, "hill"), points_of(hill, "01234")
    ((0, 3, 6, 3, 0), (0, 1, 2, 3, 4))
    """
    if value not in line.values:
        return tuple(map(int, value))
    heights, last = line.heights[value], line.points - 1
    found = []
    for point in range(line.points):
        place, share = divmod(point * (len(heights) - 1), last)
        after = heights[min(place + 1, len(heights) - 1)]
        found.append((heights[place] * (last - share) + after * share) // last)
    return tuple(found)


def heights_of(line: Line, value: str) -> tuple[int, ...]:
    """Return the heights of a value, at as many evenly spaced points as it has."""
    return line.heights[value] if value in line.values else tuple(map(int, value))


def written(points: Sequence[int]) -> str:
    """Return drawn points as a value of the parameter: a digit each."""
    return "".join(map(str, points))


def moved(points: Sequence[int], place: int, height: int, before: int) -> tuple[int, ...]:
    """Return points with one moved to a height, and those between it and the point `before` on the line between both.

    >>> moved((0, 0, 0, 0, 0), 4, 8, 0), moved((5, 5, 5), 1, 2, 1)
    ((0, 2, 4, 6, 8), (5, 2, 5))
    """
    found, away = list(points), abs(place - before)
    for step in range(away):
        between = before + step * (1 if place > before else -1)
        found[between] = (points[before] * (away - step) + height * step) // away
    found[place] = height
    return tuple(found)
