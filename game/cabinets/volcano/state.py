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
BUILDS: Final = (*HOUSES, "expand")
"""What may be built, by the numbers and the names that it has everywhere."""

TILES: Final = 48
"""At most, in a match."""

Coordinate: TypeAlias = Annotated[int, Meta(ge=-BOUND - 2, le=BOUND + 2)]
Way: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
Kind: TypeAlias = Annotated[int, Meta(ge=0, le=len(KINDS) - 1)]
KindOrNone: TypeAlias = Annotated[int, Meta(ge=-1, le=len(KINDS) - 1)]
Level: TypeAlias = Annotated[int, Meta(ge=1, le=TILES)]
Stock: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=TILES)]
SeatOrNone: TypeAlias = Annotated[int, Meta(ge=-1, le=3)]
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


class _There(msgspec.Struct, frozen=True, tag_field="do"):
    q: Coordinate
    r: Coordinate


class Place(_There, frozen=True, tag="place"):
    """Lay the tile in hand: where its volcano lies, and its way."""

    way: Way


class Hut(_There, frozen=True, tag="hut"):
    """Found a settlement."""


class Temple(_There, frozen=True, tag="temple"):
    """Build a temple."""


class Tower(_There, frozen=True, tag="tower"):
    """Build a tower."""


class Expand(_There, frozen=True, tag="expand"):
    """Fill every free field of a kind beside the settlement that has a building there."""

    field: Field


class Done(msgspec.Struct, frozen=True, tag_field="do", tag="done"):
    """Build no more."""


Build: TypeAlias = Hut | Temple | Tower | Expand
Action: TypeAlias = Place | Hut | Temple | Tower | Expand | Done


def name_of(build: Action) -> str:
    """The kind of a build, one of BUILDS."""
    return type(build).__name__.lower()


def kind_of(build: Action) -> int:
    """The number of its kind in BUILDS."""
    return BUILDS.index(name_of(build))


class Laid(msgspec.Struct, frozen=True, array_like=True):
    """A tile on the island: where its volcano lies, its way, its kind and its level."""

    q: Coordinate
    r: Coordinate
    way: Way
    kind: Kind
    level: Level


class House(msgspec.Struct, frozen=True, array_like=True):
    """A building: 0 stands for a hexagon of huts, as many as its level, 1 for a temple, 2 for a tower."""

    q: Coordinate
    r: Coordinate
    owner: Annotated[int, Meta(ge=0, le=3)]
    kind: Annotated[int, Meta(ge=0, le=2)]


class Hexagon(msgspec.Struct, frozen=True, array_like=True):
    """The top of a hexagon: its level, its field from 1 or 0 for a volcano, the way of its tile, and which tile."""

    q: Coordinate
    r: Coordinate
    level: Level
    field: Annotated[int, Meta(ge=0, le=5)]
    way: Way
    tile: Annotated[int, Meta(ge=0, le=TILES - 1)]


class Stocks(msgspec.Struct, frozen=True):
    """What a seat has left."""

    huts: Stock
    temples: Stock
    towers: Stock
    lost: Stock
    """Huts buried for good."""
    out: bool
    holds: bool
    """Whether it knows its next tile."""
    held: KindOrNone
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

    @property
    def buried(self) -> str:
        return self.options.buried


class View(msgspec.Struct, frozen=True):
    """All that a viewer may know."""

    phase: Phase
    mover: SeatOrNone
    turn: Count
    turns: Count
    """How many tiles the match has."""
    hand: KindOrNone
    """The kind of the tile to be laid; -1 for none."""
    built: Annotated[str, Meta(max_length=10)]
    """The kind of building chosen this turn."""
    builds: Literal["many", "one"]
    buried: Literal["owner", "out"]
    left: Annotated[tuple[Count, ...], Meta(min_length=len(KINDS), max_length=len(KINDS))]
    """Tiles of each kind that this viewer has not seen."""
    stack: Count
    """Tiles still to be drawn."""
    tiles: Annotated[tuple[Laid, ...], Meta(max_length=TILES)]
    hexes: Annotated[tuple[Hexagon, ...], Meta(max_length=3 * TILES)]
    houses: Annotated[tuple[House, ...], Meta(max_length=3 * TILES)]
    seats: Annotated[tuple[Stocks, ...], Meta(max_length=4)]
    winner: SeatOrNone

    @property
    def stock(self) -> list[int]:
        """Huts, temples and towers, three numbers a seat."""
        return [count for seat in self.seats for count in (seat.huts, seat.temples, seat.towers)]


def built_by(given: State | View, seat: int) -> tuple[int, int, int]:
    """Huts, temples and towers that a seat has built."""
    huts, temples, towers = (
        most - left for most, left in zip(STOCK, given.stock[3 * seat : 3 * seat + 3], strict=True)
    )
    return huts, temples, towers
