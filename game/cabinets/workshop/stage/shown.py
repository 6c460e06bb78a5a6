"""What is to be seen of a level, whatever made it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

Layer: TypeAlias = Literal["zones", "graph", "things", "reach", "labels", "clusters", "way"]
LAYERS: tuple[Layer, ...] = ("things", "zones", "clusters", "graph", "labels", "reach", "way")
"""What lies over the squares and can be put on and off, in the order of its buttons."""

Square: TypeAlias = tuple[int, int]
"""Column and row."""


@dataclass(frozen=True)
class Thing:
    """What stands on a square; `number` of a key is that of its door, from 0."""

    kind: str
    x: int
    y: int
    number: int = 0


@dataclass(frozen=True)
class Link:
    """A way between the middles of two places, in squares; `kind` of an edge, `key` of a locked one."""

    start: tuple[float, float]
    end: tuple[float, float]
    kind: str = "open"
    key: int = 0


@dataclass(frozen=True)
class Shown:
    """A level as it is drawn. `signs` and `zones` are one byte a square in reading order: a character, a number."""

    kind: str
    width: int
    height: int
    signs: bytes
    zones: bytes = b""
    things: tuple[Thing, ...] = ()
    nodes: tuple[tuple[float, float, str], ...] = ()
    """Middles of the graph's nodes, and what kind each is."""
    links: tuple[Link, ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)
    """Names of zones, where they have any."""
    clusters: bytes = b""
    """A number a square, the same for squares that hang together."""
    way: tuple[tuple[float, float], ...] = ()
    """Where a runner's middle is after each tick, in squares."""

    def at_step(self, signs: bytes, things: tuple[Thing, ...] = ()) -> Shown:
        """The same level while it is being made: other squares, and what stands on them so far."""
        return Shown(self.kind, self.width, self.height, signs, things=things)

    def without_graph(self) -> Shown:
        """The same without nodes and ways between them: these are drawn elsewhere."""
        return replace(self, nodes=(), links=())

    def with_clusters(self, clusters: bytes) -> Shown:
        """The same with areas that hang together."""
        return replace(self, clusters=clusters)

    def layers(self) -> tuple[Layer, ...]:
        """What of `LAYERS` a level of this kind can have."""
        without = ("way",) if self.kind == "dungeon" else ("clusters", "labels", "reach")
        return tuple(layer for layer in LAYERS if layer not in without)

    def sign(self, x: int, y: int) -> str:
        """The character of a square."""
        return chr(self.signs[y * self.width + x])

    def zone(self, x: int, y: int) -> int:
        """The zone of a square, 0 for none."""
        return self.zones[y * self.width + x] if self.zones else 0

    def thing_at(self, x: int, y: int) -> Thing | None:
        """What stands on a square, the last one drawn."""
        return next((thing for thing in reversed(self.things) if (thing.x, thing.y) == (x, y)), None)


EMPTY = Shown("dungeon", 1, 1, b" ")
