"""Dungeons of quadrants that are cut at random. Each leaf is filled by a room, holds a room of random size, or is
empty.

Source: Shaker and others 2016, chapter 3.2 and figure 3.2, which leave open how rooms are joined; here nearest pairs
are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.core.forge.methods.quadtree import halves
from game.core.forge.model.chance import Chance
from game.core.forge.model.furnishing import furnish
from game.core.forge.model.ground import Ground
from game.core.forge.model.level import Edge, Graph, Level, Node, Recipe, Value
from game.core.forge.model.method import Method, NoteT, Number, Preset

CUT, LEAF, ROOM, EMPTY, JOIN = range(5)
ALWAYS = 2
"""How many levels of the tree are always cut."""


class Quadrant(NamedTuple):
    """A rectangle of the ground, and its depth in the tree."""

    x: int
    y: int
    width: int
    height: int
    depth: int

    def quarters(self) -> list[Quadrant]:
        """Return the four quarters of the quadrant: north-west, north-east, south-west, south-east."""
        return [
            Quadrant(x, y, width, height, self.depth + 1)
            for y, height in halves(self.y, self.height)
            for x, width in halves(self.x, self.width)
        ]


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: cut the ground, dig rooms in leaves, join them by nearest pairs."""
    ground = Ground(recipe, note)
    leaves = _leaves(recipe, note)
    rooms = _rooms(leaves, ground, recipe, note)
    edges = _join(rooms, ground, recipe, note)
    graph = Graph(tuple(rooms), tuple(edges))
    return ground.level(furnish(ground, graph, Chance(recipe.number, recipe.method, "furnish")), graph)


def _leaves(recipe: Recipe, note: NoteT) -> list[Quadrant]:
    """Return the quadrants that are not cut further, in reading order."""
    chance = Chance(recipe.number, "quads", "layout")
    least, split = int(recipe.parameters["least"]), int(recipe.parameters["split"])
    waiting, found = [Quadrant(0, 0, recipe.width, recipe.height, 0)], list[Quadrant]()
    while waiting:
        part = waiting.pop(0)
        large = min(part.width, part.height) >= 2 * least
        if part.depth < ALWAYS or (large and chance.below(100) < split):
            note("look", (CUT, *part[:4]))
            waiting += part.quarters()
            continue
        found.append(part)
        note("look", (LEAF, *part[:4]))
        note("leaves", (len(found),))
    return sorted(found, key=lambda leaf: (leaf.y, leaf.x))


def _rooms(leaves: list[Quadrant], ground: Ground, recipe: Recipe, note: NoteT) -> list[Node]:
    """Dig a room in each leaf that is drawn, or in one leaf if none is. Returns the rooms. The frame stays rock."""
    chance = Chance(recipe.number, "quads", "rooms")
    fill = int(recipe.parameters["fill"])
    drawn = {leaf for leaf in leaves if chance.below(100) < fill} or {chance.one_of(leaves)}
    rooms: list[Node] = []
    for leaf in leaves:
        if leaf not in drawn:
            note("look", (EMPTY, *leaf[:4]))
            continue
        x, width = _framed(leaf.x, leaf.width, recipe.width)
        y, height = _framed(leaf.y, leaf.height, recipe.height)
        if recipe.method == "quad-room":
            x, width = _within(x, width, chance)
            y, height = _within(y, height, chance)
        rooms.append(Node("room", x, y, width, height))
        ground.dig_room(ROOM, x, y, width, height)
        note("rooms", (len(rooms),))
    return rooms


def _framed(start: int, length: int, side: int) -> tuple[int, int]:
    """Return start and length of a side without the first and the last square of the level."""
    first, end = max(1, start), min(side - 1, start + length)
    return first, end - first


def _within(start: int, length: int, chance: Chance) -> tuple[int, int]:
    """Return start and length of a random part of a side, at least 3 long;
    its last square stays free where there is room."""
    most = max(3, length - 1)
    side = chance.between(3, most)
    return start + chance.below(most - side + 1), side


def _join(rooms: list[Node], ground: Ground, recipe: Recipe, note: NoteT) -> list[Edge]:
    """Dig corridors that join one more room at a time: the one whose centre is nearest to a joined room's.

    Returns the edges.
    """
    chance = Chance(recipe.number, "quads", "connect")
    middles = [(room.x + room.width // 2, room.y + room.height // 2) for room in rooms]
    edges: list[Edge] = []
    for other, room in _nearest_pairs(middles):
        (x, y), (to_x, to_y) = middles[other], middles[room]
        note("look", (JOIN, min(x, to_x), min(y, to_y), abs(to_x - x) + 1, abs(to_y - y) + 1))
        bend = (to_x, y) if chance.below(2) == 0 else (x, to_y)
        ground.dig_corridor(JOIN, x, y, *bend)
        ground.dig_corridor(JOIN, *bend, to_x, to_y)
        edges.append(Edge(other, room))
        note("corridors", (len(edges),))
    return edges


def _nearest_pairs(points: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield pairs of a joined point and the point to join to it next (Prim's algorithm); of equal distances the first.

    >>> list(_nearest_pairs([(0, 0), (9, 0), (4, 0), (5, 0)]))
    [(0, 2), (2, 3), (3, 1)]
    """
    far, by = [1 << 30] * len(points), [0] * len(points)
    here, left = 0, list(range(1, len(points)))
    while left:
        (x, y), least, nearest = points[here], 1 << 31, 0
        for point in left:
            across, down = points[point]
            distance = (across - x) * (across - x) + (down - y) * (down - y)
            if distance < far[point] or (distance == far[point] and here < by[point]):
                far[point], by[point] = distance, here
            if far[point] < least:
                least, nearest = far[point], point
        left.remove(nearest)
        yield by[nearest], nearest
        here = nearest


def _method(name: str, fill: int, figure: str, shown: Mapping[str, Value]) -> Method:
    parameters = {"least": Number(4, 32, 8), "split": Number(10, 100, 70), "fill": Number(10, 90, fill)}
    presets = (Preset("figure", figure, 32, 64, 64, shown),)
    return Method(name, "dungeon", "partition", 1, parameters, ("cut", "leaf", "room", "empty", "join"), make, presets)


QUAD_FILL = _method("quad-fill", 60, "3.2a", {"fill": 40})
QUAD_ROOM = _method("quad-room", 80, "3.2b", {})
"""The two methods of quadrants (`QUAD_FILL` and this one), with their parameters and presets."""
