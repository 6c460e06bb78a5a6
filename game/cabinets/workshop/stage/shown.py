"""A level in the form in which it is drawn, whichever method made it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

Layer: TypeAlias = Literal["zones", "graph", "things", "reach", "labels", "clusters", "way"]
LAYERS: tuple[Layer, ...] = ("things", "zones", "clusters", "graph", "labels", "reach", "way")
"""Layers over the squares that can be switched on and off, in the order of their buttons."""

Square: TypeAlias = tuple[int, int]
"""Column and row of a square."""


@dataclass(frozen=True)
class Thing:
    """Something that stands on a square; for a key, `number` is that of its door, from 0."""

    kind: str
    x: int
    y: int
    number: int = 0


@dataclass(frozen=True)
class Link:
    """A connection between the middles of two places, in squares, with the kind of its edge and, if locked, its key."""

    start: tuple[float, float]
    end: tuple[float, float]
    kind: str = "open"
    key: int = 0


@dataclass(frozen=True)
class Shown:
    """A level as it is drawn. `signs` and `zones` have one byte per square in reading order: a character, a number."""

    kind: str
    width: int
    height: int
    signs: bytes
    zones: bytes = b""
    things: tuple[Thing, ...] = ()
    nodes: tuple[tuple[float, float, str], ...] = ()
    """Column, row and kind of each node of the graph, at its middle."""
    links: tuple[Link, ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)
    """Names of those zones that have one."""
    clusters: bytes = b""
    """One number per square, equal for connected squares; empty if not computed."""
    way: tuple[tuple[float, float], ...] = ()
    """Where the runner's middle is after each tick of the proof, in squares."""

    def at_step(self, signs: bytes, things: tuple[Thing, ...] = ()) -> Shown:
        """Return the level in the middle of its making: other squares, and what stands on them so far."""
        return Shown(self.kind, self.width, self.height, signs, things=things)

    def without_graph(self) -> Shown:
        """Return the level without its graph's nodes and links, which are drawn elsewhere."""
        return replace(self, nodes=(), links=())

    def with_clusters(self, clusters: bytes) -> Shown:
        """Return the level with these numbers of connected areas."""
        return replace(self, clusters=clusters)

    def layers(self) -> tuple[Layer, ...]:
        """Return the layers that a level of this kind can have."""
        without = ("way",) if self.kind == "dungeon" else ("clusters", "labels", "reach")
        return tuple(layer for layer in LAYERS if layer not in without)

    def sign(self, x: int, y: int) -> str:
        """Return the character of a square."""
        return chr(self.signs[y * self.width + x])

    def zone(self, x: int, y: int) -> int:
        """Return the zone of a square; 0 for none."""
        return self.zones[y * self.width + x] if self.zones else 0

    def thing_at(self, x: int, y: int) -> Thing | None:
        """Return what stands on a square (the topmost thing); None for nothing."""
        return next((thing for thing in reversed(self.things) if (thing.x, thing.y) == (x, y)), None)


EMPTY = Shown("dungeon", 1, 1, b" ")
