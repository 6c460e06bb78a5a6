"""Generated levels: squares, zones, things on squares, a graph, and the recipe that makes the level again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["dungeon", "platform"]
Value: TypeAlias = int | str
"""The value of a parameter: a whole number, or the name of a choice."""

ROCK, WALL, FLOOR, CORRIDOR, DOOR = range(5)
LOCKED = 5
"""The tile of the locked door A, which key 0 opens; the doors B to H follow."""
GATES = 13
"""The tile of the first of four one-way gates, in the order of `HEADINGS`."""
RUBBLE, DUNGEON_SPIKES = 17, 18
AIR, GROUND, BLOCK, COIN_BLOCK, ONE_WAY, SPIKES, LADDER, SPRING, PIPE = range(9)

DUNGEON_SIGNS = " #.,+ABCDEFGH^>v<%;"
PLATFORM_SIGNS = ".#B?=^HST"
"""The character of each tile of a platform level, by the tile's number."""
SIGNS: Mapping[str, str] = {"dungeon": DUNGEON_SIGNS, "platform": PLATFORM_SIGNS}
_DRAWN = {kind: signs.ljust(256, "?").encode() for kind, signs in SIGNS.items()}
HEADINGS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Steps north, east, south and west, as columns and rows."""


def signs_of(kind: Kind, tiles: bytes) -> bytes:
    """Return the characters of tiles, a byte each; a question mark for an unknown tile.

    >>> signs_of("dungeon", bytes((FLOOR, DOOR, 200)))
    b'.+?'
    """
    return tiles.translate(_DRAWN[kind])


_Place = Annotated[int, msgspec.Meta(ge=0, le=319)]
_Length = Annotated[int, msgspec.Meta(ge=1, le=320)]
_Whole = Annotated[int, msgspec.Meta(ge=-(1 << 31), lt=1 << 31)]
_Data = Annotated[tuple[_Whole, ...], msgspec.Meta(max_length=4)]
_Name = Annotated[str, msgspec.Meta(max_length=40)]
MOST_THINGS = 20_000
"""Most things of a level, and most nodes and edges of its graph."""
_MOST = msgspec.Meta(max_length=MOST_THINGS)
_Ticks = Annotated[int, msgspec.Meta(ge=0, le=1 << 16)]
_Held = Annotated[int, msgspec.Meta(ge=0, le=63)]
Way: TypeAlias = Annotated[tuple[tuple[_Ticks, _Held], ...], _MOST]
"""Buttons over time, as pairs of ticks and the buttons held during them."""


class Entity(msgspec.Struct, frozen=True):
    """A thing on a square. `data` holds the number of a key, the ends of a patrol, or the value of a treasure."""

    kind: _Name
    x: _Place
    y: _Place
    data: _Data = ()

    @property
    def order(self) -> tuple[int, int, str]:
        """The key by which a level sorts its things: row, column, kind."""
        return self.y, self.x, self.kind


Things: TypeAlias = Annotated[tuple[Entity, ...], _MOST]

EMPTY_LEAF, FULL_LEAF, INNER = "leaf-0", "leaf-1", "cut"
"""Kinds of nodes in the quadtree of an image: a quadrant of rock, one of floor, one that is cut."""


class Node(msgspec.Struct, frozen=True):
    """A room, task or platform: its kind, and its rectangle of squares."""

    kind: _Name
    x: _Place
    y: _Place
    width: _Length
    height: _Length
    zone: int = 0


class Edge(msgspec.Struct, frozen=True):
    """A way between two nodes, given by their indices; `key` is the number of the key for a locked way."""

    a: int
    b: int
    kind: Literal["open", "locked", "oneway", "secret"] = "open"
    key: int = 0


class Graph(msgspec.Struct, frozen=True):
    """A graph of rooms and corridors, tasks and locks, or platforms and jumps; or a quadtree, its root first."""

    nodes: Annotated[tuple[Node, ...], _MOST] = ()
    edges: Annotated[tuple[Edge, ...], _MOST] = ()

    @property
    def is_tree(self) -> bool:
        """Whether the graph is the quadtree of an image, whose nodes are quadrants instead of rooms."""
        return bool(self.nodes) and self.nodes[0].kind in (INNER, FULL_LEAF, EMPTY_LEAF)


class Recipe(msgspec.Struct, frozen=True):
    """Everything that determines a level: method and version, number, size and parameters."""

    method: _Name
    version: int
    number: int
    width: _Length
    height: _Length
    parameters: dict[str, Value] = {}


class Level(msgspec.Struct, frozen=True):
    """A level. `tiles` and `zones` have one byte per square, in reading order; zone 0 means none."""

    kind: Kind
    width: _Length
    height: _Length
    tiles: bytes
    zones: bytes
    entities: Things
    """The things on squares, in reading order."""
    graph: Graph
    recipe: Recipe
    way: Way = ()
    """The proof of a platform level: pairs of ticks
    and buttons that bring a runner to the goal. Empty if none was sought."""
