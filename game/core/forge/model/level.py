"""Generated levels: squares, themes, things on squares, a graph, and the recipe that gives the same level again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["dungeon", "platform"]
Value: TypeAlias = int | str
"""The value of a parameter: a whole number, or the name of a choice."""

ROCK, WALL, FLOOR, CORRIDOR, DOOR = range(5)
LOCKED = 5
"""The first of eight locked doors, A to H: that of key 0."""
GATES = 13
"""The first of four one-way gates, in the order of `HEADINGS`."""
RUBBLE, DUNGEON_SPIKES = 17, 18
AIR, GROUND, BLOCK, COIN_BLOCK, ONE_WAY, SPIKES, LADDER, SPRING, PIPE = range(9)

DUNGEON_SIGNS = " #.,+ABCDEFGH^>v<%;"
PLATFORM_SIGNS = ".#B?=^HST"
"""The character of each tile, by its number."""
SIGNS: Mapping[str, str] = {"dungeon": DUNGEON_SIGNS, "platform": PLATFORM_SIGNS}
_DRAWN = {kind: signs.ljust(256, "?").encode() for kind, signs in SIGNS.items()}
HEADINGS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west: columns and rows of a step."""


def signs_of(kind: Kind, tiles: bytes) -> bytes:
    """The characters of tiles, a byte each; a question mark for an unknown tile.

    >>> signs_of("dungeon", bytes((FLOOR, DOOR, 200)))
    b'.+?'
    """
    return tiles.translate(_DRAWN[kind])


_Place = Annotated[int, msgspec.Meta(ge=0, le=319)]
_Length = Annotated[int, msgspec.Meta(ge=1, le=320)]
_Whole = Annotated[int, msgspec.Meta(ge=-(1 << 31), lt=1 << 31)]
_Data = Annotated[tuple[_Whole, ...], msgspec.Meta(max_length=4)]
_Name = Annotated[str, msgspec.Meta(max_length=40)]


class Entity(msgspec.Struct, frozen=True):
    """What stands on a square. `data` is the number of a key, the ends of a patrol, the value of a treasure."""

    kind: _Name
    x: _Place
    y: _Place
    data: _Data = ()

    @property
    def order(self) -> tuple[int, int, str]:
        """The key by which a level sorts its things: row, column, kind."""
        return self.y, self.x, self.kind


EMPTY_LEAF, FULL_LEAF, INNER = "leaf-0", "leaf-1", "cut"
"""Nodes of the tree of an image: a quadrant of rock, one of floor, one that is cut."""


class Node(msgspec.Struct, frozen=True):
    """A room, task or platform: its kind, and its rectangle of squares."""

    kind: _Name
    x: _Place
    y: _Place
    width: _Length
    height: _Length
    zone: int = 0


class Edge(msgspec.Struct, frozen=True):
    """A way between two nodes, by their numbers; `key` opens a locked one."""

    a: int
    b: int
    kind: Literal["open", "locked", "oneway", "secret"] = "open"
    key: int = 0


class Graph(msgspec.Struct, frozen=True):
    """Rooms and corridors, tasks and locks, platforms and jumps; or the tree of an image, its root first."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()

    @property
    def is_tree(self) -> bool:
        """Whether it is the tree of an image, whose nodes are quadrants instead of rooms."""
        return bool(self.nodes) and self.nodes[0].kind in (INNER, FULL_LEAF, EMPTY_LEAF)


class Recipe(msgspec.Struct, frozen=True):
    """Everything that determines a level."""

    method: _Name
    version: int
    number: int
    width: _Length
    height: _Length
    parameters: dict[str, Value] = {}


class Level(msgspec.Struct, frozen=True):
    """A level. `tiles` and `zones` are one byte a square, in reading order; zone 0 is none."""

    kind: Kind
    width: _Length
    height: _Length
    tiles: bytes
    zones: bytes
    entities: tuple[Entity, ...]
    """The things on its squares, in reading order."""
    graph: Graph
    recipe: Recipe
    way: tuple[tuple[int, int], ...] = ()
    """The proof of a platform level: pairs of ticks and buttons that reach its goal. Empty where none was sought."""
