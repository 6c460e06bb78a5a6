"""Where everything of the board lies, in the stage's 624×624 design units. Pure geometry, no pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from game.cabinets.marrakech.board import SIZE, WALK
from game.cabinets.marrakech.rules import Heading

SIDE = SIZE
"""Squares along one side."""
FRAME = 624.0
CELL = 72.0
EDGE = (FRAME - SIDE * CELL) / 2
"""From the rim of the frame to the first square."""

HEADINGS = tuple(Heading)
VECTORS: dict[Heading, tuple[int, int]] = {
    Heading.NORTH: (0, -1),
    Heading.EAST: (1, 0),
    Heading.SOUTH: (0, 1),
    Heading.WEST: (-1, 0),
}

Point = tuple[float, float]
Pair = tuple[int, int]


def opposite(heading: Heading) -> Heading:
    """The heading behind."""
    return HEADINGS[(HEADINGS.index(heading) + 2) % 4]


def degrees(heading: Heading) -> int:
    """The heading as an angle on the screen: 0 is east, 90 is south."""
    return (HEADINGS.index(heading) - 1) % 4 * 90


def towards(dx: float, dy: float) -> Heading:
    """The heading nearest to a direction."""
    return max(HEADINGS, key=lambda heading: VECTORS[heading][0] * dx + VECTORS[heading][1] * dy)


def middle(square: int) -> Point:
    """The middle of a square."""
    row, column = divmod(square, SIDE)
    return EDGE + (column + 0.5) * CELL, EDGE + (row + 0.5) * CELL


def corner(square: int) -> Point:
    """The top left corner of a square."""
    row, column = divmod(square, SIDE)
    return EDGE + column * CELL, EDGE + row * CELL


def edge_point(square: int, heading: Heading) -> Point:
    """The middle of a square's side that faces `heading`."""
    x, y = middle(square)
    dx, dy = VECTORS[heading]
    return x + dx * CELL / 2, y + dy * CELL / 2


def neighbour(square: int, heading: Heading) -> int | None:
    """The square beside, None off the board."""
    row, column = divmod(square, SIDE)
    dx, dy = VECTORS[heading]
    if 0 <= row + dy < SIDE and 0 <= column + dx < SIDE:
        return (row + dy) * SIDE + column + dx
    return None


def square_at(x: float, y: float) -> int | None:
    """The square under a point."""
    column, row = math.floor((x - EDGE) / CELL), math.floor((y - EDGE) / CELL)
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else None


def pair_at(x: float, y: float) -> Pair | None:
    """The two squares a person means by a point: the one under it and the one across its nearest side."""
    square = square_at(x, y)
    if square is None:
        return None
    left, top = middle(square)

    def reach(heading: Heading) -> float:
        dx, dy = VECTORS[heading]
        return (x - left) * dx + (y - top) * dy

    beside = [(reach(heading), other) for heading in HEADINGS if (other := neighbour(square, heading)) is not None]
    other = max(beside)[1]
    return min(square, other), max(square, other)


def pair_middle(pair: Pair) -> Point:
    """The middle of the side that two squares share."""
    (x1, y1), (x2, y2) = middle(pair[0]), middle(pair[1])
    return (x1 + x2) / 2, (y1 + y2) / 2


def upright(pair: Pair) -> bool:
    """Whether two adjacent squares lie one above the other."""
    return pair[1] - pair[0] == SIDE


@dataclass(frozen=True)
class Loop:
    """A loop of the border track: an arc of radius CELL / 2 outside the squares."""

    centre: Point
    start: float
    """The angle it begins at, in radians, clockwise on the screen from east."""
    sweep: float
    """How far it goes round; positive is clockwise."""

    radius = CELL / 2

    @property
    def length(self) -> float:
        """Design units along the arc."""
        return abs(self.sweep) * self.radius

    def point(self, share: float) -> Point:
        """The point at a share of the way."""
        angle = self.start + self.sweep * share
        return self.centre[0] + self.radius * math.cos(angle), self.centre[1] + self.radius * math.sin(angle)

    def tangent(self, share: float) -> Heading:
        """The heading nearest to the way taken at a share of it."""
        angle = self.start + self.sweep * share + math.copysign(math.pi / 2, self.sweep)
        return towards(math.cos(angle), math.sin(angle))

    def svg(self, inset: float = 0.0) -> str:
        """The arc as SVG path data, drawn out by `inset` into both squares."""
        (x1, y1), (x2, y2) = self.point(0), self.point(1)
        turn = math.copysign(1, self.sweep)
        out = (-math.sin(self.start) * turn, math.cos(self.start) * turn)
        end = self.start + self.sweep
        back = (-math.sin(end) * turn, math.cos(end) * turn)
        large, clockwise = int(abs(self.sweep) > math.pi + 0.01), int(self.sweep > 0)
        return (
            f"M{x1 - out[0] * inset:.2f} {y1 - out[1] * inset:.2f}L{x1:.2f} {y1:.2f}"
            f"A{self.radius} {self.radius} 0 {large} {clockwise} {x2:.2f} {y2:.2f}"
            f"L{x2 + back[0] * inset:.2f} {y2 + back[1] * inset:.2f}"
        )


@cache
def loop(square: int, heading: Heading, onto: int, entering: Heading) -> Loop:
    """The loop taken when one leaves the board from `square` towards `heading` and comes in on `onto`."""
    out, back = VECTORS[heading], VECTORS[opposite(entering)]
    start, end = edge_point(square, heading), edge_point(onto, opposite(entering))
    if square == onto:
        x, y = middle(square)
        centre = (x + (out[0] + back[0]) * CELL / 2, y + (out[1] + back[1]) * CELL / 2)
        sweep = math.pi * 1.5
    else:
        centre = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        sweep = math.pi
    angle = math.atan2(start[1] - centre[1], start[0] - centre[0])

    def fits(arc: Loop) -> float:
        """How well an arc comes in where it should and bulges away from the board."""
        bulge = arc.point(0.5)
        outward = (bulge[0] - centre[0]) * (out[0] + back[0]) + (bulge[1] - centre[1]) * (out[1] + back[1])
        return outward - CELL * math.dist(arc.point(1), end)

    return max((Loop(centre, angle, sweep), Loop(centre, angle, -sweep)), key=fits)


@cache
def track() -> tuple[Loop, ...]:
    """Every loop of the border track once, as the board's own map of exits gives them."""
    found: dict[tuple[Point, float], Loop] = {}
    for square in range(SIDE * SIDE):
        for heading in HEADINGS:
            if neighbour(square, heading) is None:
                onto, entering = divmod(int(WALK[(square * 4 + HEADINGS.index(heading)) * 4]), 4)
                exit_loop = loop(square, heading, onto, HEADINGS[entering])
                found.setdefault((exit_loop.centre, abs(exit_loop.sweep)), exit_loop)
    return tuple(found.values())


@dataclass(frozen=True)
class Stride:
    """One step of Assam: from the middle of a square to the middle of the next, perhaps round a loop."""

    square: int
    heading: Heading
    onto: int
    entering: Heading

    @property
    def loop(self) -> Loop | None:
        """The loop he takes, None for a step on the board."""
        if neighbour(self.square, self.heading) is not None:
            return None
        return loop(self.square, self.heading, self.onto, self.entering)

    @property
    def length(self) -> float:
        """Design units on the ground."""
        return CELL + (self.loop.length if self.loop else 0.0)

    def at(self, share: float) -> tuple[float, float, Heading]:
        """Where he is on the ground at a share of the step, and which way he faces."""
        (x1, y1), (x2, y2) = middle(self.square), middle(self.onto)
        if self.loop is None:
            return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, self.heading
        walked = share * self.length
        if walked < CELL / 2:
            dx, dy = VECTORS[self.heading]
            return x1 + dx * walked, y1 + dy * walked, self.heading
        if walked > CELL / 2 + self.loop.length:
            dx, dy = VECTORS[self.entering]
            rest = self.length - walked
            return x2 - dx * rest, y2 - dy * rest, self.entering
        along = (walked - CELL / 2) / self.loop.length
        return *self.loop.point(along), self.loop.tangent(along)


def strides(square: int, heading: Heading, path: Sequence[Sequence[Any]]) -> list[Stride]:
    """The steps of a walk from the `path` of its event: one [square, heading] a step."""
    found = []
    for entry in path:
        onto, entering = int(entry[0]), Heading(entry[1])
        found.append(Stride(square, heading, onto, entering))
        square, heading = onto, entering
    return found
