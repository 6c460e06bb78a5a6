"""The rules of Marrakech. Sources and our own decisions: docs/marrakech.md.

Seat colours: with three or four players seat i lays colour i; with two, seat 0 lays colours 0 and 2, seat 1
lays colours 1 and 3, the first colour before the second. A square is `row * 7 + column`, (0, 0) at the top
left, north is up.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec


class Phase(StrEnum):
    """What the match waits for."""

    ORDER = "order"
    """The drawing of the turn order."""
    HEADING = "heading"
    """The drawing of Assam's first heading."""
    TURN = "turn"
    """The mover turns Assam."""
    ROLL = "roll"
    """The die."""
    LAY = "lay"
    """The mover lays a rug."""
    OVER = "over"


class Heading(StrEnum):
    """Where Assam faces; clockwise from north."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class MarrakechOptions(msgspec.Struct, frozen=True):
    """The variants that may be chosen before a match."""

    region: Literal["colour", "owner"] = "colour"
    """What one is due for with two players: squares of one colour, or both colours of the owner together."""
    cover: Literal["colour", "rug"] = "colour"
    """What a rug may not cover with both halves: two squares of one colour, or one and the same rug."""


class Turn(msgspec.Struct, frozen=True, tag="turn", tag_field="do"):
    """Turn Assam by a quarter, or leave him; the die follows."""

    way: Literal["left", "ahead", "right"]


class Lay(msgspec.Struct, frozen=True, tag="lay", tag_field="do"):
    """Lay a rug on two adjacent squares, ascending."""

    squares: tuple[int, int]


Action: TypeAlias = Turn | Lay


class Rug(msgspec.Struct, frozen=True):
    """A rug as it was laid; later ones may hide it."""

    colour: int
    squares: tuple[int, int]
    """Ascending."""


class SeatView(msgspec.Struct, frozen=True):
    """What one seat owns."""

    colours: tuple[int, ...]
    """In the order they are laid."""
    left: tuple[int, ...]
    """Rugs left of each of `colours`."""
    ones: int
    fives: int
    """Coins of 1 and of 5 dirham."""
    squares: int
    """Squares of own colours in sight."""
    out: bool

    @property
    def dirhams(self) -> int:
        """The money in hand."""
        return self.ones + 5 * self.fives


class View(msgspec.Struct, frozen=True):
    """The whole match: Marrakech has no secrets."""

    phase: Phase
    turn: int
    """Turns begun."""
    turns: int
    """The most turns there can be."""
    mover: int
    """Whose turn it is; -1 before the first turn and after the last."""
    order: tuple[int, ...]
    """The seats in turn order; empty until it is drawn."""
    square: int
    """Where Assam stands."""
    heading: Heading
    colours: tuple[int, ...]
    """The colour in sight on each of the 49 squares, -1 where bare."""
    tops: tuple[int, ...]
    """The index into `rugs` of the rug in sight on each square, -1 where bare."""
    rugs: tuple[Rug, ...]
    """Every rug in the order they were laid."""
    seats: tuple[SeatView, ...]
    rolls: tuple[int, int, int, int]
    """How often the die showed 1, 2, 3 and 4."""
    roll: int
    """The last face, 0 before the first."""
