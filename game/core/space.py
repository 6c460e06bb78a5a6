"""Boards as pure geometry: squares counted row by row, hexagons in axial coordinates. No pixels."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Step: TypeAlias = tuple[int, int]
"""A step between squares: columns to the right, rows downwards."""
Hex: TypeAlias = tuple[int, int]
"""Column and row of a hexagon in axial coordinates (q, r): `r` grows downwards, `q` to the right along a row."""

STRAIGHT: tuple[Step, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Steps up, right, down and left."""
SLANTED: tuple[Step, ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))
ALL_ROUND: tuple[Step, ...] = (*STRAIGHT, *SLANTED)
SYMMETRIES = range(8)
"""The numbers of the eight rotations and reflections of a square board; 0 is the identity."""


def turned(step: Step, symmetry: int) -> Step:
    """Return a step rotated or reflected by one of the eight symmetries.

    >>> turned((2, 1), 1), turned((2, 1), 4)
    ((-1, 2), (-2, 1))
    """
    x, y = step
    if symmetry & 4:
        x = -x
    for _ in range(symmetry & 3):
        x, y = -y, x
    return x, y


@dataclass(frozen=True)
class Squares:
    """A board of `columns` by `rows`; a square is a number, 0 at the top left, counted along the rows."""

    columns: int
    rows: int

    def __len__(self) -> int:
        return self.columns * self.rows

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def at(self, column: int, row: int) -> int | None:
        """Return the number of the square at a column and row; None beyond the edge."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return None

    def place(self, square: int) -> tuple[int, int]:
        """Return the column and row of a square, both from 0."""
        row, column = divmod(square, self.columns)
        return column, row

    def next(self, square: int, step: Step) -> int | None:
        """Return the square one step away; None beyond the edge."""
        column, row = self.place(square)
        return self.at(column + step[0], row + step[1])

    def beside(self, square: int, steps: Sequence[Step] = STRAIGHT) -> tuple[int, ...]:
        """Return the squares one step away, in the order of `steps`."""
        return tuple(other for step in steps if (other := self.next(square, step)) is not None)

    def ray(self, square: int, step: Step) -> tuple[int, ...]:
        """Return the squares from the next one to the edge, in the direction of `step`."""
        return _ray(self, square, step)

    def region(self, squares: Collection[int], start: int, steps: Sequence[Step] = STRAIGHT) -> frozenset[int]:
        """Return all of `squares` that are connected with `start`, which is one of them."""
        found, edge = {start}, [start]
        while edge:
            for other in self.beside(edge.pop(), steps):
                if other in squares and other not in found:
                    found.add(other)
                    edge.append(other)
        return frozenset(found)

    def arrivals(self, sources: Iterable[int], inside: Iterable[int]) -> tuple[float, ...]:
        """Return for each square at what distance a flood from the sources reaches it; 0.0 for sources and unreachable
        squares.

        The flood spreads first through the squares `inside`. Those of them that it cannot reach count as reached at
        distance 1. Then it spreads over the rest of the board.
        """
        reached = dict.fromkeys(sources, 0.0)
        within = set(inside)
        self._flood(reached, within)
        reached |= dict.fromkeys(sorted(within - set(reached)), 1.0)
        self._flood(reached, set(self))
        return tuple(reached.get(square, 0.0) for square in self)

    def _flood(self, reached: dict[int, float], free: set[int]) -> None:
        """Add to `reached` every free square that a flood from the squares in it reaches, with its distance."""
        ahead = [(when, square) for square, when in reached.items()]
        heapq.heapify(ahead)
        while ahead:
            when, square = heapq.heappop(ahead)
            for other, length in _around(self, square):
                if other in free and other not in reached:
                    reached[other] = when + length
                    heapq.heappush(ahead, (when + length, other))

    def images(self, symmetry: int) -> tuple[int, ...]:
        """Return where each square of a square board lies under one of the eight symmetries."""
        return _images(self.columns, symmetry)

    def least(self, cells: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the lexicographically least of the eight orientations of `cells`, and where each square lies in it."""
        found = []
        for symmetry in SYMMETRIES:
            images = self.images(symmetry)
            there = [0] * len(self)
            for square, image in enumerate(images):
                there[image] = cells[square]
            found.append((tuple(there), images))
        return min(found)

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Return every straight row of `length` squares (upright, level and diagonal), each once."""
        found = []
        for square in self:
            for step in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                line = (square, *self.ray(square, step))[:length]
                if len(line) == length:
                    found.append(line)
        return tuple(found)


@lru_cache(64)
def _images(side: int, symmetry: int) -> tuple[int, ...]:
    found = []
    for square in range(side * side):
        row, column = divmod(square, side)
        x, y = turned((2 * column - side + 1, 2 * row - side + 1), symmetry)
        found.append((y + side - 1) // 2 * side + (x + side - 1) // 2)
    return tuple(found)


@lru_cache(4096)
def _ray(board: Squares, square: int, step: Step) -> tuple[int, ...]:
    found: list[int] = []
    other = board.next(square, step)
    while other is not None:
        found.append(other)
        other = board.next(other, step)
    return tuple(found)


@lru_cache(1024)
def _around(board: Squares, square: int) -> tuple[tuple[int, float], ...]:
    """Return the neighbours of a square with their distance: 1 at the sides, then √2 at the corners."""
    ways = ((STRAIGHT, 1.0), (SLANTED, math.sqrt(2)))
    return tuple((other, length) for steps, length in ways for other in board.beside(square, steps))


SIXTHS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six directions of hexagons, clockwise on screen, beginning to the right."""


class Hexes:
    """Geometry of hexagons that stand on a corner, on an infinite plane, in axial coordinates."""

    @staticmethod
    def beside(cell: Hex) -> tuple[Hex, ...]:
        """Return the six neighbours of a cell, clockwise from the right."""
        return tuple((cell[0] + q, cell[1] + r) for q, r in SIXTHS)

    @staticmethod
    def distance(cell: Hex, other: Hex) -> int:
        """Return the number of steps between two cells."""
        q, r = other[0] - cell[0], other[1] - cell[1]
        return (abs(q) + abs(r) + abs(q + r)) // 2

    @staticmethod
    def ray(cell: Hex, direction: int, length: int) -> tuple[Hex, ...]:
        """Return the next `length` cells in one of the six directions."""
        q, r = SIXTHS[direction % 6]
        return tuple((cell[0] + q * step, cell[1] + r * step) for step in range(1, length + 1))

    @classmethod
    def ring(cls, cell: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the cells at distance `radius`, clockwise from the right; the cell itself for 0."""
        if radius == 0:
            return (cell,)
        found: list[Hex] = []
        corner = (cell[0] + radius, cell[1])
        for direction in range(6):
            found.append(corner)
            side = cls.ray(corner, direction + 2, radius)
            found += side[:-1]
            corner = side[-1]
        return tuple(found)

    @classmethod
    def disc(cls, cell: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the cells within distance `radius`, ring by ring from the middle."""
        return tuple(other for reach in range(radius + 1) for other in cls.ring(cell, reach))

    @staticmethod
    def turned(cells: Sequence[Hex], sixths: int, around: Hex = (0, 0)) -> tuple[Hex, ...]:
        """Return the cells rotated clockwise around a cell by so many sixths of a turn, in the same order."""
        found = []
        for cell in cells:
            q, r = cell[0] - around[0], cell[1] - around[1]
            for _ in range(sixths % 6):
                q, r = -r, q + r
            found.append((around[0] + q, around[1] + r))
        return tuple(found)

    @staticmethod
    def mirrored(cells: Sequence[Hex], around: Hex = (0, 0)) -> tuple[Hex, ...]:
        """Return the cells reflected left to right in a vertical line through `around`, in the same order."""
        found = []
        for cell in cells:
            q, r = cell[0] - around[0], cell[1] - around[1]
            found.append((around[0] - q - r, around[1] + r))
        return tuple(found)

    @classmethod
    def region(cls, cells: Collection[Hex], start: Hex) -> frozenset[Hex]:
        """Return all of `cells` that are connected with `start`, which is one of them."""
        found, edge = {start}, [start]
        while edge:
            for other in cls.beside(edge.pop()):
                if other in cells and other not in found:
                    found.add(other)
                    edge.append(other)
        return frozenset(found)

    @classmethod
    def regions(cls, cells: Collection[Hex]) -> tuple[frozenset[Hex], ...]:
        """Return the connected parts of `cells`, in the order of their first cells."""
        found: list[frozenset[Hex]] = []
        for cell in cells:
            if not any(cell in region for region in found):
                found.append(cls.region(cells, cell))
        return tuple(found)
