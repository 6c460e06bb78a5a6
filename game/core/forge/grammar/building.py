"""Digs rooms, corridors and doors for a graph with a layout, and places things, each by the kind of its node or way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from game.core.forge.grammar.space import Cell, Lattice, Layout
from game.core.forge.grammar.web import LOCK, ONE_WAY, Web
from game.core.forge.model.chance import Chance
from game.core.forge.model.ground import OPEN, Ground
from game.core.forge.model.level import DOOR, GATES, HEADINGS, LOCKED, Edge, Entity, Graph, Node
from game.core.forge.model.method import NoteT

ContentT: TypeAlias = Mapping[str, Sequence[Sequence[str]]]
"""For each kind of node, the lists of things that may stand in it; one list is drawn."""
BEHIND_DOORS = frozenset(("key", "bonus", "goal"))


def look(layout: Layout, line: int, note: NoteT) -> None:
    """Note the cell of each node, for the record of how the level was made."""
    lattice = layout.lattice
    for cell in layout.cells.values():
        note("look", (line, *lattice.corner(cell), lattice.width, lattice.height))


def build(web: Web, layout: Layout, ground: Ground, chance: Chance, lines: tuple[int, int], note: NoteT) -> Graph:
    """Dig a room for each node and a corridor for each way. Returns the graph with the places of its rooms.

    `lines` are the numbers of the lines in the method's text that dig rooms and ways.
    """
    depths = _lock_depths(web)
    numbers = {node: number for number, node in enumerate(web.kinds)}
    nodes = []
    for node, kind in web.kinds.items():
        cell, lattice = layout.cells[node], layout.lattice
        (x, y), (middle_x, middle_y) = lattice.corner(cell), lattice.middle(cell)
        left, top = chance.between(x + 1, middle_x - 1), chance.between(y + 1, middle_y - 1)
        right, bottom = (
            chance.between(middle_x + 1, x + lattice.width - 1),
            chance.between(middle_y + 1, y + lattice.height - 1),
        )
        zone = depths[node] + 1 if web.keys else 0
        ground.dig_room(lines[0], left, top, right - left + 1, bottom - top + 1, zone)
        nodes.append(Node(kind, left, top, right - left + 1, bottom - top + 1, zone))
        note("rooms", (len(nodes),))
    edges = []
    for (a, b), route in layout.routes.items():
        way = web.ways[a, b]
        for here, there in pairwise(route):
            ground.dig_corridor(lines[1], *layout.lattice.middle(here), *layout.lattice.middle(there))
        x, y, heading = _threshold(layout.lattice, route[0], route[1])
        if way.kind == LOCK:
            ground.put(lines[1], x, y, LOCKED + way.key)
        elif way.kind == ONE_WAY:
            ground.put(lines[1], x, y, GATES + heading)
        elif web.kinds[b] in BEHIND_DOORS:
            ground.put(lines[1], x, y, DOOR)
        edges.append(Edge(numbers[a], numbers[b], way.kind, max(0, way.key)))
        note("corridors", (len(edges),))
    return Graph(tuple(nodes), tuple(edges))


def _threshold(lattice: Lattice, here: Cell, there: Cell) -> tuple[int, int, int]:
    """Return the square where a way leaves one cell for the next, and the direction of the way (0 to 3)."""
    heading = HEADINGS.index((there[0] - here[0], there[1] - here[1]))
    x, y = lattice.middle(here)
    if heading in (1, 3):
        x = lattice.corner(there if heading == 1 else here)[0]
    else:
        y = lattice.corner(there if heading == 2 else here)[1]
    return x, y, heading


def _lock_depths(web: Web) -> Mapping[int, int]:
    """Return for each node how many locks must be opened to reach it."""
    parents, found = web.parents(), {web.first: 0}
    for node in parents:  # parents come before their children
        if node != web.first:
            parent = parents[node]
            found[node] = found[parent] + (web.ways[parent, node].kind == LOCK)
    return found


def fill(web: Web, graph: Graph, ground: Ground, chance: Chance, content: ContentT) -> list[Entity]:
    """Return the things of a level: the start, the exit in the goal, the keys, and what each kind of room holds."""
    taken: set[tuple[int, int]] = set()
    found: list[Entity] = []

    def put(kind: str, room: Node, data: tuple[int, ...] = ()) -> None:
        squares = [
            (x, y)
            for y in range(room.y, room.y + room.height)
            for x, tile in enumerate(ground.row(room.x, y, room.width), room.x)
            if tile in OPEN and (x, y) not in taken
        ]
        if squares:
            square = chance.one_of(squares)
            taken.add(square)
            found.append(Entity(kind, *square, data))

    goals = web.of_kind(("goal",))
    for (node, kind), room in zip(web.kinds.items(), graph.nodes, strict=True):
        if node == web.first:
            put("start", room)
        if node in goals[:1]:
            put("exit", room)
        if node in web.holds:
            put("key", room, (web.holds[node],))
        for thing in chance.one_of(content.get(kind) or [()]):
            put(thing, room, (5 * chance.between(1, 5),) if thing == "treasure" else ())
    return found
