"""The quadtree of an image: cut a quadrant into four while its squares differ.

Source: Shaker and others 2016, chapter 3.2 and figure 3.1. The image of overlapping discs is our own, and can be walked
as a level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.forge.model.bits import grid_of
from game.core.forge.model.chance import Chance
from game.core.forge.model.ground import Ground
from game.core.forge.model.level import (
    EMPTY_LEAF,
    FLOOR,
    FULL_LEAF,
    INNER,
    ROCK,
    WALL,
    Edge,
    Graph,
    Level,
    Node,
    Recipe,
    Value,
)
from game.core.forge.model.method import Method, NoteT, Number, Preset, silent
from game.core.forge.model.scattering import scatter

PAINT, CUT, LEAF = range(3)


def halves(start: int, length: int) -> Iterator[tuple[int, int]]:
    """Yield start and length of the two halves of a side; the second is larger by one where the length is odd."""
    half = length // 2
    yield start, half
    yield start + half, length - half


def cut(tiles: bytes, width: int, height: int, note: NoteT = silent) -> Graph:
    """Return the quadtree of an image: the root first, each cut quadrant followed by its NW, NE, SW and SE.

    Squares count as set, except rock and wall.
    """
    image = tiles.translate(bytes(code not in (ROCK, WALL) for code in range(256)))
    nodes: list[Node] = []
    edges: list[Edge] = []
    leaves = 0

    def grow(x: int, y: int, wide: int, high: int, parent: int) -> None:
        nonlocal leaves
        number, first = len(nodes), image[y * width + x]
        if parent >= 0:
            edges.append(Edge(parent, number))
        line = bytes([first]) * wide
        starts = range(y * width + x, (y + high) * width + x, width)
        if all(image[start : start + wide] == line for start in starts):
            nodes.append(Node(FULL_LEAF if first else EMPTY_LEAF, x, y, wide, high))
            leaves += 1
            note("look", (LEAF, x, y, wide, high))
            note("leaves", (leaves,))
            return
        nodes.append(Node(INNER, x, y, wide, high))
        note("look", (CUT, x, y, wide, high))
        for top, tall in halves(y, high):
            for left, broad in halves(x, wide):
                if tall and broad:
                    grow(left, top, broad, tall, number)

    grow(0, 0, width, height, -1)
    return Graph(tuple(nodes), tuple(edges))


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: paint an image, and cut it until each quadrant has one colour."""
    depth = int(recipe.parameters["depth"])
    ground = Ground(recipe, silent)
    lefts, tops = _edges(recipe.width, depth), _edges(recipe.height, depth)
    for i, j in sorted(_discs(Chance(recipe.number, "quadtree", "layout"), 1 << depth)):
        ground.dig_room(PAINT, lefts[i], tops[j], lefts[i + 1] - lefts[i], tops[j + 1] - tops[j])
    tiles = bytes(ground.tiles)
    if note is not silent:
        note("rows", (PAINT, 0, 0, recipe.width, recipe.height, *tiles))
        note("pixels", (4**depth,))
    tree = cut(tiles, recipe.width, recipe.height, note)
    grid = grid_of(recipe.width, recipe.height)
    floor = grid.of_tiles(tiles, {FLOOR})
    return ground.level(scatter(grid, floor, Chance(recipe.number, "quadtree", "furnish")), tree)


def _edges(length: int, depth: int) -> list[int]:
    """Return the borders of the image's 2^depth squares along a side of the level, as its quadrants are cut."""
    sides = [(0, length)]
    for _ in range(depth):
        sides = [half for start, side in sides for half in halves(start, side)]
    return [start for start, _ in sides] + [length]


def _discs(chance: Chance, side: int) -> set[tuple[int, int]]:
    """Return the floor squares of an image: discs of random sizes, each centred in an earlier one."""
    low, high = (1, side - 2) if side >= 8 else (0, side - 1)
    painted: list[tuple[int, int]] = [(chance.between(low, high), chance.between(low, high))]
    found = set(painted)
    for _ in range(2 + side // 4):
        x, y = chance.one_of(painted)
        reach = chance.between(1, max(1, side // 5))
        for j in range(max(low, y - reach), min(high, y + reach) + 1):
            for i in range(max(low, x - reach), min(high, x + reach) + 1):
                if (i - x) ** 2 + (j - y) ** 2 <= reach * reach and (i, j) not in found:
                    found.add((i, j))
                    painted.append((i, j))
    return found


def _deepest(_values: Mapping[str, Value], width: int, height: int) -> int:
    """Return how many times the shorter side can be halved."""
    return min(width, height).bit_length() - 1


QUADTREE = Method(
    "quadtree",
    "dungeon",
    "partition",
    1,
    {"depth": Number(1, 6, 4)},
    ("paint", "cut", "leaf"),
    make,
    presets=(Preset("image", "3.1", 21680, 16, 16, {}, ("graph",)),),
    limits={"depth": _deepest},
)
"""The method of the quadtree, with its parameters and presets."""
