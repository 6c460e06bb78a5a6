"""From the places of a hand to the points of a stroke: resample, average, simplify; and the curve that is shown.

The curve goes through the points that are sent, so everybody sees the same line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.sketch.freehand.curves import Place, averaged, resampled, simplified, through
from game.cabinets.sketch.freehand.points import MOST_POINTS, Points, flat, inked, inside, pairs

SPACING: Final = 3.0
"""Canvas units between the places of a hand after resampling."""
TOLERANCE: Final = 1.5
_ROUGHER: Final = 1.5
_CHORD: Final = 5.0
"""Canvas units between the points of a curve on screen."""


def smoothed(hand: Sequence[Place], longest: int, most: int = MOST_POINTS) -> tuple[int, ...]:
    """Turn the places of a hand, in canvas units, into the numbers of a stroke as the rules take them.

    At most `most` points; what exceeds `longest` is cut (0 is no limit). Empty for no place at all.
    """
    line = averaged(resampled(hand, SPACING))
    tolerance = TOLERANCE
    points = rounded(simplified(line, tolerance))
    while len(points) > most:
        tolerance *= _ROUGHER
        points = rounded(simplified(line, tolerance))
    return flat(inked(points, longest))


def curve(points: Sequence[int]) -> list[Place]:
    """Return the Catmull–Rom curve through the points of a stroke, dense enough to be drawn with straight lines."""
    return through([(float(x), float(y)) for x, y in pairs(points)], _CHORD)


def rounded(line: Sequence[Place]) -> Points:
    """Round a line to whole units on the canvas, no point twice in a row."""
    return inside((round(x), round(y)) for x, y in line)
