"""The middle line of track as it is drawn: pieces, with smooth curves where two of them meet at an angle.

Lengths are shares of a tile. A piece is straight from edge to edge; if the next one bends, the last third of a tile
before their common edge and the first third after it form one curve. Trains follow the same line.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final, NamedTuple

from game.cabinets.rails.track.pieces import CORNER, HEADINGS, STRAIGHT, TILE, edges
from game.engine.tween import Point, lerp_point

MIDDLES: Final = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
"""The middle of each edge of a tile."""
REACH: Final = 1 / 3
"""How far a curve reaches before and after an edge, in tiles."""
ANGLES: Final = 64
"""Number of directions in which a vehicle is drawn: 64ths of a full turn, clockwise from the north."""
SAMPLES: Final = 24
"""Number of equal steps that the points of a leg's line divide it into."""
LEGS: Final = 12


class Sample(NamedTuple):
    """A point of a line in tiles from its tile's corner, and its direction in radians, clockwise from the north."""

    x: float
    y: float
    angle: float


def heading(leg: int) -> int:
    """Return the heading of a leg of one tile, in eighths of a full turn, clockwise from the north."""
    return HEADINGS[leg >> 1][leg & 1]


def length(leg: int) -> int:
    """Return the length of a leg of one tile, in units of the rules (`TILE` to a tile)."""
    return TILE if leg >> 1 < STRAIGHT else CORNER


def ends(leg: int) -> tuple[Point, Point]:
    """Return where a leg enters its tile and where it leaves it, in tiles from the tile's corner."""
    enter, leave = edges(leg >> 1, leg & 1)
    return MIDDLES[enter], MIDDLES[leave]


@cache
def line(leg: int, turn_in: int = 0, turn_out: int = 0) -> tuple[Sample, ...]:
    """Return `SAMPLES` + 1 points of a leg at equal distances; `turn_in` and `turn_out` are its bends at both ends."""
    long = length(leg) / TILE
    return tuple(_sample(leg, turn_in, turn_out, long * number / SAMPLES, long) for number in range(SAMPLES + 1))


def _sample(leg: int, turn_in: int, turn_out: int, far: float, long: float) -> Sample:
    start, end = ends(leg)
    course = math.radians(45 * heading(leg))
    if turn_in and far < REACH:
        return _on_curve(start, course - math.radians(45 * turn_in), course, 0.5 + far / (2 * REACH))
    if turn_out and long - far < REACH:
        return _on_curve(end, course, course + math.radians(45 * turn_out), 0.5 - (long - far) / (2 * REACH))
    return Sample(*lerp_point(start, end, far / long), course)


def _on_curve(middle: Point, before: float, after: float, share: float) -> Sample:
    """Return a point of the curve around the middle of an edge, from one heading to another (both in radians)."""
    start = middle[0] - REACH * math.sin(before), middle[1] + REACH * math.cos(before)
    end = middle[0] + REACH * math.sin(after), middle[1] - REACH * math.cos(after)
    first, second = lerp_point(start, middle, share), lerp_point(middle, end, share)
    angle = math.atan2(second[0] - first[0], first[1] - second[1])
    return Sample(*lerp_point(first, second, share), angle)


def curve(leg: int, after: int) -> tuple[Point, Point, Point]:
    """Return start, control point and end of the curve that joins two legs, from the corner of the first leg's tile."""
    middle = ends(leg)[1]
    before, beyond = (math.radians(45 * heading(each)) for each in (leg, after))
    start = middle[0] - REACH * math.sin(before), middle[1] + REACH * math.cos(before)
    end = middle[0] + REACH * math.sin(beyond), middle[1] - REACH * math.cos(beyond)
    return start, middle, end
