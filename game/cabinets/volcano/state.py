"""State, actions and views of Volcano Isle."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from game.cabinets.volcano.tiles import KINDS, Field

BOUND: Final = 96
"""Greatest coordinate at which a tile can lie, counted from the first tile."""
STOCK: Final = (20, 3, 2)
"""Number of huts, temples and towers that each seat starts with."""
HOUSES: Final = ("hut", "temple", "tower")
BUILDS: Final = (*HOUSES, "expand")
"""Names of the kinds of buildings; their indices here are their numbers everywhere."""

TILES: Final = 48
"""Greatest number of tiles in a match."""

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
    """The options of a match."""

    builds: Literal["many", "one"] = "many"
    """Whether a seat builds any number of buildings of one kind each turn, or exactly one building."""
    buried: Literal["owner", "out"] = "owner"
    """Whether buried huts return to their owner or leave the game."""
    tiles: Annotated[int, Meta(ge=4, le=24)] = 12
    """Number of tiles for each seat; all seats together get at most 48."""
    ahead: bool = False
    """Whether each seat alone knows its next tile before its turn."""


class _There(msgspec.Struct, frozen=True, tag_field="do"):
    q: Coordinate
    r: Coordinate


class Place(_There, frozen=True, tag="place"):
    """Lay the tile in hand: where its volcano lies, and its way (which sixth of a turn its right field is at)."""

    way: Way


class Hut(_There, frozen=True, tag="hut"):
    """Build a hut, which founds a settlement."""


class Temple(_There, frozen=True, tag="temple"):
    """Build a temple beside a settlement."""


class Tower(_There, frozen=True, tag="tower"):
    """Build a tower beside a settlement."""


class Expand(_There, frozen=True, tag="expand"):
    """Build huts on every free field of a kind beside the settlement that has a building there."""

    field: Field


class Done(msgspec.Struct, frozen=True, tag_field="do", tag="done"):
    """End the turn without building more."""


Build: TypeAlias = Hut | Temple | Tower | Expand
Action: TypeAlias = Place | Hut | Temple | Tower | Expand | Done


def name_of(build: Action) -> str:
    """Return a build's kind as its name in BUILDS."""
    return type(build).__name__.lower()


def kind_of(build: Action) -> int:
    """Return a build's kind as its index in BUILDS."""
    return BUILDS.index(name_of(build))


class Laid(msgspec.Struct, frozen=True, array_like=True):
    """A tile on the island: where its volcano lies, its way, its kind and its level."""

    q: Coordinate
    r: Coordinate
    way: Way
    """Which sixth of a turn, clockwise from the right, its right field is at."""
    kind: Kind
    """The tile's pair of fields, 5 × its left field + its right one: 0 jungle, 1 clearing, 2 sand, 3 rock, 4 lake."""
    level: Level


class House(msgspec.Struct, frozen=True, array_like=True):
    """A building: kind 0 is a hexagon of huts, as many as its level; 1 a temple, 2 a tower."""

    q: Coordinate
    r: Coordinate
    owner: Annotated[int, Meta(ge=0, le=3)]
    kind: Annotated[int, Meta(ge=0, le=2)]
    """0 huts, 1 a temple, 2 a tower."""


class Hexagon(msgspec.Struct, frozen=True, array_like=True):
    """The top of a hexagon: level, field (from 1; 0 for a volcano), its tile's way, and the tile's number."""

    q: Coordinate
    r: Coordinate
    level: Level
    field: Annotated[int, Meta(ge=0, le=5)]
    """0 the volcano, 1 jungle, 2 clearing, 3 sand, 4 rock, 5 lake."""
    way: Way
    tile: Annotated[int, Meta(ge=0, le=TILES - 1)]


class Stocks(msgspec.Struct, frozen=True):
    """The buildings a seat has left, and whether it is still in the match."""

    huts: Stock
    temples: Stock
    towers: Stock
    lost: Stock
    """Number of huts buried and out of the game."""
    out: bool
    holds: bool
    """Whether the seat knows its next tile."""
    held: KindOrNone
    """Kind of the seat's next tile, if the viewer may know it; else -1."""


class State(msgspec.Struct):
    """The whole state of a match."""

    options: Options
    phase: Phase
    left: list[int]
    """Number of tiles of each kind not drawn yet, including those left in the box."""
    stack: int
    """Number of tiles still to be drawn."""
    stock: list[int]
    """Huts, temples and towers left, three numbers per seat."""
    lost: list[int]
    held: list[int]
    """For each seat the kind of the next tile that it knows; -1 for none."""
    mover: int = -1
    turn: int = 0
    hand: int = -1
    """The kind of the tile in hand; -1 for none."""
    built: str = ""
    """The kind of building chosen this turn; "" for none yet."""
    tiles: list[Laid] = []
    houses: list[House] = []
    out: list[int] = []
    """Seats that are out, in the order in which they went out."""
    winner: int = -1
    end: str = ""

    @property
    def seats(self) -> int:
        return len(self.lost)

    @property
    def buried(self) -> str:
        return self.options.buried


class View(msgspec.Struct, frozen=True):
    """What a viewer knows."""

    phase: Phase
    mover: SeatOrNone
    turn: Count
    turns: Count
    """Number of tiles in the match, one per turn."""
    hand: KindOrNone
    """The kind of the tile in hand; -1 for none."""
    built: Annotated[str, Meta(max_length=10)]
    """The kind of building chosen this turn; "" for none yet."""
    builds: Literal["many", "one"]
    buried: Literal["owner", "out"]
    left: Annotated[tuple[Count, ...], Meta(min_length=len(KINDS), max_length=len(KINDS))]
    """Number of tiles of each kind that the viewer has not seen."""
    stack: Count
    """Number of tiles still to be drawn."""
    tiles: Annotated[tuple[Laid, ...], Meta(max_length=TILES)]
    hexes: Annotated[tuple[Hexagon, ...], Meta(max_length=3 * TILES)]
    houses: Annotated[tuple[House, ...], Meta(max_length=3 * TILES)]
    seats: Annotated[tuple[Stocks, ...], Meta(max_length=4)]
    winner: SeatOrNone

    @property
    def stock(self) -> list[int]:
        """Huts, temples and towers left, three numbers per seat."""
        return [count for seat in self.seats for count in (seat.huts, seat.temples, seat.towers)]


def built_by(given: State | View, seat: int) -> tuple[int, int, int]:
    """Return how many huts, temples and towers a seat has built."""
    huts, temples, towers = (
        most - left for most, left in zip(STOCK, given.stock[3 * seat : 3 * seat + 3], strict=True)
    )
    return huts, temples, towers
