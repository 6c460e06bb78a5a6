"""Endless caves: cells that are made independently, joined in pairs, and smoothed together.

Source: Johnson, Yannakakis and Togelius 2010. Tunnels are one square wider than a neighbourhood reaches, because the
automaton that smooths them would close narrower ones again. Where it still separates two cells, they are joined once
more without smoothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from game.core.chance import derive
from game.core.forge.methods.automaton import generation
from game.core.forge.model.bits import Grid, grid_of
from game.core.forge.model.ground import walled
from game.core.forge.model.level import FLOOR, ROCK, Value

_REMEMBERED = 1024
"""How many cells of each stage are cached: more than are ever seen at once."""


class Piece(NamedTuple):
    """A cell: its floor and the largest connected area of it; without floor, the square in the middle is that area."""

    grid: Grid
    floor: int
    main: int

    @staticmethod
    def of(grid: Grid, floor: int) -> Piece:
        return Piece(grid, floor, grid.largest(floor) or grid.bit(grid.width // 2, grid.height // 2))


def seed_of(number: int, column: int, row: int) -> int:
    """Return the seed for the random rock of a cell."""
    return derive(number, "caves", "cell", column, row)


def beside(first: Piece, second: Piece, across: bool) -> tuple[Grid, int, int, int]:
    """Return the common grid of two neighbouring cells, their floor, and the largest area of each.

    With `across` the second cell lies to the right of the first, otherwise below it.
    """
    x, y = (first.grid.width, 0) if across else (0, first.grid.height)
    grid = (
        grid_of(x + second.grid.width, first.grid.height)
        if across
        else grid_of(first.grid.width, y + second.grid.height)
    )
    floor = grid.placed(first.floor, first.grid, 0, 0) | grid.placed(second.floor, second.grid, x, y)
    return grid, floor, grid.placed(first.main, first.grid, 0, 0), grid.placed(second.main, second.grid, x, y)


def bridge(first: Piece, second: Piece, across: bool, wide: int) -> tuple[Grid, int]:
    """Return the common grid of two neighbouring cells, and a shortest tunnel between their largest areas.

    With `across` the second cell lies to the right of the first, otherwise below it. The tunnel is empty where the
    areas are already connected.
    """
    grid, floor, one, other = beside(first, second, across)
    if grid.flood(one, floor | one, other) & other:
        return grid, 0
    waves = grid.waves(one, grid.inside, other)
    met = waves[-1] & other
    return grid, widened(grid, grid.back(waves, met & -met), wide)


def widened(grid: Grid, way: int, wide: int) -> int:
    """Return a way made `wide` squares wide, to the east and south of each of its squares, within the map."""
    for edge in range(1, wide):
        east = way & grid.rectangle(grid.width - edge, 0, 1, grid.height)
        way = way ^ east | east >> wide - edge
        south = way & grid.rectangle(0, grid.height - edge, grid.width, 1)
        way = way ^ south | south >> (wide - edge) * grid.stride
    for _ in range(wide - 1):
        way |= way << 1
    for _ in range(wide - 1):
        way |= way << grid.stride
    return way


class Endless:
    """All cells of the endless cave with a level number.

    They do not depend on the order in which they are asked for.
    """

    def __init__(self, number: int, values: Mapping[str, Value]) -> None:
        self.side = int(values["side"])
        self._grid = grid_of(self.side, self.side)
        self._number, self._values = number, values
        self._wide = int(values["M"]) + 1
        remember = lru_cache(maxsize=_REMEMBERED)
        self._begun = remember(self._begin)
        self._dug = remember(self._dig)
        self._smoothed = remember(self._smooth)
        self._bridge = remember(self._build)

    def floor(self, column: int, row: int) -> int:
        """Return the floor of a cell, on a grid of the cell's size."""
        return self._opened(column, row, self._smoothed(column, row).floor, True)

    def tiles(self, column: int, row: int, *, joined: bool = False) -> bytes:
        """Return the tiles of a cell; rock beside floor is wall.

        With `joined`, floor that is not connected with the cell's largest area, within this cell and the eight around
        it, is rock.
        """
        side = self.side
        wide = grid_of(3 * side, 3 * side)
        whole = self._around(column, row, self.floor)
        if joined:
            main = wide.placed(self._smoothed(column, row).main, self._grid, side, side)
            whole = wide.flood(main & whole, whole) if main & whole else 0
        grid = grid_of(side + 2, side + 2)
        edged = walled(grid.cells(wide.part(whole, side - 1, side - 1, grid), bytes([ROCK]), bytes([FLOOR])), side + 2)
        return b"".join(edged[y * (side + 2) + 1 : (y + 1) * (side + 2) - 1] for y in range(1, side + 1))

    def _begin(self, column: int, row: int) -> Piece:
        values, grid = self._values, self._grid
        rock = grid.sprinkled(seed_of(self._number, column, row), int(values["r"]))
        for _ in range(int(values["n"])):
            rock = generation(grid, rock, int(values["M"]), int(values["T"]), str(values["hood"]))
        return Piece.of(grid, grid.inside ^ rock)

    def _build(self, column: int, row: int, across: bool, smoothed: bool) -> tuple[Grid, int]:
        cell = self._smoothed if smoothed else self._begun
        beside = cell(column + 1, row) if across else cell(column, row + 1)
        return bridge(cell(column, row), beside, across, self._wide)

    def _dig(self, column: int, row: int) -> int:
        return self._opened(column, row, self._begun(column, row).floor, False)

    def _opened(self, column: int, row: int, floor: int, smoothed: bool) -> int:
        """Return the floor of a cell with its part of the four tunnels that lead into it."""
        side = self.side
        for i, j, across, x, y in (
            (column, row, True, 0, 0),
            (column - 1, row, True, side, 0),
            (column, row, False, 0, 0),
            (column, row - 1, False, 0, side),
        ):
            grid, dug = self._bridge(i, j, across, smoothed)
            floor |= grid.part(dug, x, y, self._grid)
        return floor

    def _around(self, column: int, row: int, floor: Callable[[int, int], int]) -> int:
        """Return the floor of a cell and the eight cells around it, on a grid three cells wide and high."""
        side, whole, found = self.side, grid_of(3 * self.side, 3 * self.side), 0
        for i in range(3):
            for j in range(3):
                found |= whole.placed(floor(column + i - 1, row + j - 1), self._grid, i * side, j * side)
        return found

    def _smooth(self, column: int, row: int) -> Piece:
        values, side = self._values, self.side
        whole = grid_of(3 * side, 3 * side)
        rock = whole.inside ^ self._around(column, row, self._dug)
        for _ in range(int(values["smooth"])):
            rock = generation(whole, rock, int(values["M"]), int(values["T"]), str(values["hood"]))
        return Piece.of(self._grid, self._grid.inside ^ whole.part(rock, side, side, self._grid))
