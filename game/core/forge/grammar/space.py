"""The layout of a graph on the ground: each node gets a cell of a lattice, beside the cell of its parent.

Source: Dormans (2010), who makes the mission first and then the space for it. Ways between cells that are not
neighbours lead through free cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.core.forge.grammar.web import ONE_WAY, Web
from game.core.forge.model.chance import Chance
from game.core.forge.model.level import HEADINGS

LEAST_CELL, MOST_CELL = 5, 14
CELLS_A_NODE = 4
MOST_STEPS, TRIES = 250, 5
"""Most steps of one try to place all nodes, and most tries: where one try gets stuck, another seldom does."""
Cell: TypeAlias = tuple[int, int]


class Lattice(NamedTuple):
    """A lattice of equal cells: how many columns and rows, the size of a cell in squares,
    and the place of the first cell."""

    columns: int
    rows: int
    width: int = LEAST_CELL
    height: int = LEAST_CELL
    left: int = 0
    top: int = 0

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return the upper left square of a cell, which is wall."""
        return self.left + cell[0] * self.width, self.top + cell[1] * self.height

    def middle(self, cell: Cell) -> tuple[int, int]:
        """Return the square in the middle of a cell, through which ways lead."""
        x, y = self.corner(cell)
        return x + (self.width + 1) // 2, y + (self.height + 1) // 2

    def beside(self, cell: Cell) -> list[Cell]:
        """Return the cells to the north, east, south and west that are in the lattice."""
        near = ((cell[0] + dx, cell[1] + dy) for dx, dy in HEADINGS)
        return [(i, j) for i, j in near if 0 <= i < self.columns and 0 <= j < self.rows]


def nodes_for(width: int, height: int) -> int:
    """Return how many nodes there is room for in a level of this size.

    >>> nodes_for(48, 36), nodes_for(64, 64)
    (15, 36)
    """
    return (width - 1) // LEAST_CELL * ((height - 1) // LEAST_CELL) // CELLS_A_NODE


def lattice_for(width: int, height: int, nodes: int, most: int = MOST_CELL) -> Lattice:
    """Return the lattice with the largest cells, up to `most` squares wide, that has enough cells for `nodes` nodes."""
    for side in range(most, LEAST_CELL, -1):
        columns, rows = (width - 1) // side, (height - 1) // side
        if columns * rows >= CELLS_A_NODE * nodes:
            return Lattice(columns, rows, side, side)
    return Lattice((width - 1) // LEAST_CELL, (height - 1) // LEAST_CELL)


class Layout(NamedTuple):
    """The cell of each node, and the cells that each way leads through, including both ends."""

    lattice: Lattice
    cells: Mapping[int, Cell]
    routes: Mapping[tuple[int, int], Sequence[Cell]]
    missing: Sequence[tuple[int, int]]
    """Ways for which there was no room."""


def lay_out(web: Web, lattice: Lattice, chance: Chance) -> Layout | None:
    """Return a layout that gives every node a cell,
    and has the most ways among several tries; None where all failed."""
    parents = web.parents()
    children: dict[int, list[int]] = {node: [] for node in web.kinds}
    for node, parent in parents.items():
        if node != parent:
            children[parent].append(node)
    order = _depth_first(children, web.first)
    best: Layout | None = None
    for _ in range(TRIES):
        cells = _placed(order, parents, _others(web, parents), lattice, chance)
        if cells is None:
            continue
        found = _routed(web, parents, lattice, cells)
        if best is None or len(found.missing) < len(best.missing):
            best = found
        if not best.missing:
            break
    return best


def _routed(web: Web, parents: Mapping[int, int], lattice: Lattice, cells: Mapping[int, Cell]) -> Layout:
    """Return the layout with routes for the ways between nodes that have cells, those of the spanning tree first."""
    taken = set(cells.values())
    routes: dict[tuple[int, int], Sequence[Cell]] = {}
    missing = []
    for a, b in sorted(web.ways, key=lambda ends: parents[ends[1]] != ends[0]):
        if parents[b] == a and web.ways[a, b].kind != ONE_WAY:
            routes[a, b] = (cells[a], cells[b])
            continue
        route = _route(cells[a], cells[b], taken, lattice)
        if route is None:
            missing.append((a, b))
        else:
            routes[a, b] = route
            taken.update(route)
    return Layout(lattice, cells, routes, missing)


def spread(layout: Layout, width: int, height: int) -> Layout:
    """Return the same layout stretched over the whole ground:
    unused columns and rows removed, cells as large as possible."""
    used = [*layout.cells.values(), *(cell for route in layout.routes.values() for cell in route)]
    first_i, first_j = min(i for i, _ in used), min(j for _, j in used)
    columns, rows = 1 + max(i for i, _ in used) - first_i, 1 + max(j for _, j in used) - first_j
    across, down = min(MOST_CELL, (width - 1) // columns), min(MOST_CELL, (height - 1) // rows)
    left, top = (width - 1 - columns * across) // 2, (height - 1 - rows * down) // 2
    lattice = Lattice(columns, rows, across, down, left, top)
    return Layout(
        lattice,
        {node: (i - first_i, j - first_j) for node, (i, j) in layout.cells.items()},
        {ends: [(i - first_i, j - first_j) for i, j in route] for ends, route in layout.routes.items()},
        layout.missing,
    )


def _others(web: Web, parents: Mapping[int, int]) -> list[int]:
    """Return the ends of all ways that do not lead from a parent to its child, and of all one-way ways."""
    return [end for (a, b), way in web.ways.items() if parents[b] != a or way.kind == ONE_WAY for end in (a, b)]


def _depth_first(children: Mapping[int, list[int]], first: int) -> list[int]:
    found, waiting = [], [first]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += reversed(children[node])
    return found


def _placed(
    order: Sequence[int], parents: Mapping[int, int], others: Sequence[int], lattice: Lattice, chance: Chance
) -> dict[int, Cell] | None:
    """Place each node in turn on a free cell beside its parent's. Returns the cells; None where it gets stuck.

    Where a node has no cell, the node before it is moved. No node takes a cell that an earlier node will need for its
    children or its other ways.
    """
    beside = _neighbours(lattice.columns, lattice.rows)
    free = set(beside)
    room = {cell: len(near) for cell, near in beside.items()}  # how many free cells are beside each cell
    needs = dict.fromkeys(order, 0)
    for node, parent in parents.items():
        needs[parent] += node != parent
    for node in others:
        needs[node] += 1
    cells: dict[int, Cell] = {}
    holders: dict[Cell, int] = {}

    def fits(node: int, cell: Cell) -> bool:
        if room[cell] < needs[node]:
            return False
        for other in beside[cell]:
            holder = holders.get(other)
            if holder is not None and holder != parents[node] and 0 < needs[holder] >= room[other]:
                return False
        return True

    def crowd(cell: Cell, by: int) -> None:
        for other in beside[cell]:
            room[other] += by

    choices: list[list[Cell]] = [_shuffled(sorted(free), chance)]
    for _ in range(MOST_STEPS):
        place = len(cells)
        if place == len(order):
            return cells
        node = order[place]
        if len(choices) == place:
            choices.append(_shuffled([cell for cell in beside[cells[parents[node]]] if cell in free], chance))
        while choices[place]:
            cell = choices[place].pop()
            if fits(node, cell):
                cells[node], holders[cell] = cell, node
                free.discard(cell)
                crowd(cell, -1)
                needs[parents[node]] -= place > 0
                break
        else:
            choices.pop()
            if place == 0:
                return None
            before = order[place - 1]
            cell = cells.pop(before)
            del holders[cell]
            free.add(cell)
            crowd(cell, 1)
            needs[parents[before]] += place > 1
    return None


@lru_cache(maxsize=64)
def _neighbours(columns: int, rows: int) -> Mapping[Cell, Sequence[Cell]]:
    """Return the neighbours of each cell of a lattice."""
    lattice = Lattice(columns, rows)
    return {(column, row): lattice.beside((column, row)) for row in range(rows) for column in range(columns)}


def _shuffled(cells: list[Cell], chance: Chance) -> list[Cell]:
    left = list(cells)
    return [left.pop(chance.below(len(left))) for _ in cells]


def _route(start: Cell, end: Cell, taken: set[Cell], lattice: Lattice) -> list[Cell] | None:
    """Return the cells of a shortest route through free cells, with both ends; None where there is none.

    Of equal routes, the one that goes north first is taken, then east, south, west.
    """
    came: dict[Cell, Cell] = {start: start}
    waiting = [start]
    while waiting:
        cell = waiting.pop(0)
        for other in lattice.beside(cell):
            if other in came or (other in taken and other != end):
                continue
            came[other] = cell
            if other == end:
                way = [end]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return way[::-1]
            waiting.append(other)
    return None
