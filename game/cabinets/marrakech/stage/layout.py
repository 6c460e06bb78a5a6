"""Where everything of the board lies, in the stage's 624×624 design units. Pure geometry, no pixels.

A heading here is a number: the index of its step in STRAIGHT, clockwise from north. A *pose* is `square * 4 + heading`,
as in board.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from game.cabinets.marrakech.board import BOARD, PLACES, SIZE, WALK
from game.cabinets.marrakech.stage.arcs import Arc
from game.core.space import STRAIGHT
from game.engine.canvas import Box
from game.engine.tween import Point
from game.kit.layout import Layout, Spot, rectangle, squares

FRAME = 624.0
CELL = 72.0
EDGE = (FRAME - SIZE * CELL) / 2
"""Distance from the rim of the frame to the first square."""
SQUARES = squares(BOARD, Box(EDGE, EDGE, SIZE * CELL, SIZE * CELL))

Pair: TypeAlias = tuple[int, int]
"""Two adjacent squares, ascending."""


def corner(square: int) -> Point:
    x, y = SQUARES.middle(square)
    return x - CELL / 2, y - CELL / 2


def upright(pair: Pair) -> bool:
    """Return whether two adjacent squares lie one above the other."""
    return pair[1] - pair[0] == SIZE


def degrees(heading: int) -> int:
    """Return the heading as an angle on the screen: 0 is east, 90 is south."""
    return (heading - 1) % 4 * 90


def nearest_heading(angle: float) -> int:
    """Return the heading nearest to an angle on the screen, in degrees."""
    return (round(angle / 90) + 1) % 4


def next_pose(pose: int) -> int:
    return int(WALK[pose * 4])


class Pairs(Layout[Pair]):
    """The places for rugs. A point means the square under it and the neighbour across that square's nearest side."""

    def __init__(self) -> None:
        lying, standing = rectangle(2 * CELL, CELL), rectangle(CELL, 2 * CELL)
        places = {pair: (SQUARES.middle(pair[0]), SQUARES.middle(pair[1])) for pair in PLACES}
        super().__init__(
            {
                pair: Spot((x1 + x2) / 2, (y1 + y2) / 2, standing if upright(pair) else lying)
                for pair, ((x1, y1), (x2, y2)) in places.items()
            }
        )

    def at(self, x: float, y: float) -> Pair | None:
        square = SQUARES.at(x, y)
        if square is None:
            return None
        other = min(BOARD.beside(square), key=lambda near: (math.dist(SQUARES.middle(near), (x, y)), -near))
        return min(square, other), max(square, other)


PAIRS = Pairs()


@cache
def loop(pose: int) -> Arc | None:
    """Return the loop of the border track that the next step takes; None if the step stays on the board."""
    square, heading = divmod(pose, 4)
    if BOARD.next(square, STRAIGHT[heading]) is not None:
        return None
    onto, entering = divmod(next_pose(pose), 4)
    (out_x, out_y), (in_x, in_y) = STRAIGHT[heading], STRAIGHT[entering]
    (x1, y1), (x2, y2) = SQUARES.middle(square), SQUARES.middle(onto)
    start = (x1 + out_x * CELL / 2, y1 + out_y * CELL / 2)
    end = (x2 - in_x * CELL / 2, y2 - in_y * CELL / 2)
    if square == onto:
        centre, sweep = (start[0] - in_x * CELL / 2, start[1] - in_y * CELL / 2), math.pi * 1.5
    else:
        centre, sweep = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), math.pi
    from_centre = (start[0] - centre[0], start[1] - centre[1])
    outwards = from_centre[0] * (out_y - in_y) - from_centre[1] * (out_x - in_x)
    return Arc(centre, CELL / 2, math.atan2(from_centre[1], from_centre[0]), math.copysign(sweep, outwards))


@cache
def track() -> tuple[Arc, ...]:
    found: dict[Point, Arc] = {}
    for pose in range(len(BOARD) * 4):
        if arc := loop(pose):
            found.setdefault(arc.centre, arc)
    return tuple(found.values())


@dataclass(frozen=True)
class Stride:
    """One step of Assam: from the middle of a square to the middle of the next, perhaps round a loop."""

    pose: int

    @property
    def end(self) -> int:
        return next_pose(self.pose)

    @property
    def loop(self) -> Arc | None:
        """The loop that Assam takes in this step, None for a step on the board."""
        return loop(self.pose)

    @property
    def length(self) -> float:
        """The length of the step on the ground, in design units."""
        return CELL + (self.loop.length if self.loop else 0.0)

    def at(self, share: float) -> tuple[float, float, int]:
        """Return Assam's x, y and heading at a share (0 … 1) of the step."""
        (square, heading), (onto, entering) = divmod(self.pose, 4), divmod(self.end, 4)
        (x1, y1), (x2, y2) = SQUARES.middle(square), SQUARES.middle(onto)
        if self.loop is None:
            return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, heading
        walked = share * self.length
        rest = self.length - walked
        if walked < CELL / 2:
            dx, dy = STRAIGHT[heading]
            return x1 + dx * walked, y1 + dy * walked, heading
        if rest < CELL / 2:
            dx, dy = STRAIGHT[entering]
            return x2 - dx * rest, y2 - dy * rest, entering
        along = (walked - CELL / 2) / self.loop.length
        return *self.loop.point(along), nearest_heading(self.loop.direction(along))


def strides(pose: int, steps: int) -> list[Stride]:
    return [Stride(pose), *strides(next_pose(pose), steps - 1)] if steps else []
