"""What a match of Volcano Isle is, what may be done in it, and what is seen of it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from game.cabinets.volcano.tiles import KINDS, Field

BOUND: Final = 96
"""No tile can lie further from the first one."""
STOCK: Final = (20, 3, 2)
"""Huts, temples and towers of a seat."""
HOUSES: Final = ("hut", "temple", "tower")

Phase: TypeAlias = Literal["first", "draw", "tile", "build", "over"]


class Options(msgspec.Struct, frozen=True):
    """What is agreed on before a match."""

    builds: Literal["many", "one"] = "many"
    """As many buildings of one kind as one likes, or one building a turn."""
    buried: Literal["owner", "out"] = "owner"
    """Buried huts go back to their owner, or out of the game."""
    tiles: Annotated[int, Meta(ge=6, le=24)] = 12
    """Tiles for each seat; at most 48 in all."""
    ahead: bool = False
    """Each seat knows its next tile before its turn, and nobody else does."""


class Place(msgspec.Struct, frozen=True, tag_field="do", tag="place"):
    """Lay the tile in hand: where its volcano lies, and its way."""

    q: int
    r: int
    way: Annotated[int, Meta(ge=0, le=5)]


class Hut(msgspec.Struct, frozen=True, tag_field="do", tag="hut"):
    """Found a settlement."""

    q: int
    r: int


class Temple(msgspec.Struct, frozen=True, tag_field="do", tag="temple"):
    """Build a temple."""

    q: int
    r: int


class Tower(msgspec.Struct, frozen=True, tag_field="do", tag="tower"):
    """Build a tower."""

    q: int
    r: int


class Expand(msgspec.Struct, frozen=True, tag_field="do", tag="expand"):
    """Fill every free field of a kind beside the settlement that has a building there."""

    q: int
    r: int
    field: Field


class Done(msgspec.Struct, frozen=True, tag_field="do", tag="done"):
    """Build no more."""


Build: TypeAlias = Hut | Temple | Tower | Expand
Action: TypeAlias = Place | Hut | Temple | Tower | Expand | Done


class Laid(msgspec.Struct, frozen=True, array_like=True):
    """A tile on the island: where its volcano lies, its way, its kind and its level."""

    q: int
    r: int
    way: int
    kind: int
    level: int


class House(msgspec.Struct, frozen=True, array_like=True):
    """A building: 0 stands for a hexagon of huts, as many as its level, 1 for a temple, 2 for a tower."""

    q: int
    r: int
    owner: int
    kind: int


class Hexagon(msgspec.Struct, frozen=True, array_like=True):
    """The top of a hexagon: its level, its field from 1 or 0 for a volcano, the way of its tile, and which tile."""

    q: int
    r: int
    level: int
    field: int
    way: int
    tile: int


class Stocks(msgspec.Struct, frozen=True):
    """What a seat has left."""

    huts: int
    temples: int
    towers: int
    lost: int
    """Huts buried for good."""
    out: bool
    holds: bool
    """Whether it knows its next tile."""
    held: int
    """That tile's kind, for the seat itself; else -1."""


class State(msgspec.Struct):
    """A whole match."""

    options: Options
    phase: Phase
    left: list[int]
    """Tiles of each kind that were not drawn yet, those in the box included."""
    stack: int
    """Tiles still to be drawn."""
    stock: list[int]
    """Huts, temples and towers, three numbers a seat."""
    lost: list[int]
    held: list[int]
    """The kind of the next tile each seat knows; -1 for none."""
    mover: int = -1
    turn: int = 0
    hand: int = -1
    """The kind of the tile to be laid."""
    built: str = ""
    """The kind of building chosen this turn."""
    tiles: list[Laid] = []
    houses: list[House] = []
    out: list[int] = []
    """Who went out, in that order."""
    winner: int = -1
    end: str = ""

    @property
    def seats(self) -> int:
        return len(self.lost)


class View(msgspec.Struct, frozen=True):
    """All that a viewer may know."""

    phase: Phase
    mover: int
    turn: int
    turns: int
    """How many tiles the match has."""
    hand: int
    """The kind of the tile to be laid; -1 for none."""
    built: str
    """The kind of building chosen this turn."""
    builds: Literal["many", "one"]
    buried: Literal["owner", "out"]
    left: tuple[int, ...]
    """Tiles of each kind that this viewer has not seen."""
    stack: int
    """Tiles still to be drawn."""
    tiles: tuple[Laid, ...]
    hexes: tuple[Hexagon, ...]
    houses: tuple[House, ...]
    seats: tuple[Stocks, ...]
    winner: int


def kind_name(kind: int) -> str:
    """A kind of tile in characters, for logs: its fields from the left to the right."""
    letters = " jcsrl"
    return letters[KINDS[kind].left] + letters[KINDS[kind].right]
