"""A small moving picture of one game in a room: where each player is in each turn, and in which state."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from game.core.tournament.plan import Contestant

NOWHERE = 255
"""The square of a player that is on none."""


class Film(msgspec.Struct, frozen=True):
    """One game; squares are counted row by row."""

    rows: int
    columns: int
    players: int
    data: bytes
    """For each turn and each player a byte for the square and one for the state, deflated without a head."""


@dataclass(frozen=True)
class Filming:
    """Which games of an evaluation are to be filmed."""

    seats: Sequence[Contestant]
    options: Any
    numbers: Sequence[int]


Films = Mapping[int, Film]
"""Films by game number."""


def film_of(rows: int, columns: int, turns: Sequence[Sequence[tuple[int, int]]]) -> Film:
    """Return a film of the square and state of each player in each turn."""
    plain = bytes(value for players in turns for square, state in players for value in (square, state))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return Film(rows, columns, len(turns[0]) if turns else 0, packer.compress(plain) + packer.flush())
