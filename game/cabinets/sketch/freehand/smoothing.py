"""From what a hand does to the points of a stroke: resampled, averaged, simplified; and the curve that is shown.

What is sent is what is shown: the curve goes through the points that are sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.sketch.freehand.curves import Place, averaged, resampled, simplified, through
from game.cabinets.sketch.freehand.points import MOST_POINTS, Points, flat, inked, inside, pairs

SPACING: Final = 3.0
"""Canvas units between the points of a resampled hand."""
TOLERANCE: Final = 1.5
_ROUGHER: Final = 1.5
_CHORD: Final = 5.0
"""Canvas units between the points of a curve that is drawn."""


def smoothed(hand: Sequence[Place], longest: int, most: int = MOST_POINTS) -> tuple[int, ...]:
    """The numbers of a stroke, as the rules take them, from the places of a hand in canvas units.

    At most so many points; what exceeds `longest` (0 is no limit) is left out. Empty for no place at all.
    """
    line = averaged(resampled(hand, SPACING))
    tolerance = TOLERANCE
    points = rounded(simplified(line, tolerance))
    while len(points) > most:
        tolerance *= _ROUGHER
        points = rounded(simplified(line, tolerance))
    return flat(inked(points, longest))


def curve(points: Sequence[int]) -> list[Place]:
    """The Catmull–Rom curve through the points of a stroke, dense enough to be drawn with straight lines."""
    return through([(float(x), float(y)) for x, y in pairs(points)], _CHORD)


def rounded(line: Sequence[Place]) -> Points:
    """In whole units on the canvas, none twice in a row."""
    return inside((round(x), round(y)) for x, y in line)
