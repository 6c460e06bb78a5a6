"""A game's place in the street."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.core.cabinet import Kind
from game.core.errors import SpokenError
from game.engine.stage.stall import Stall


class Sold(NamedTuple):
    """What a stall shows of its game, known only once the game is imported."""

    kind: Kind
    seats: Sequence[int]
    """The numbers of seats that a match may have."""


UNKNOWN = Sold(Kind.BOARD, ())
"""What is shown of a game that cannot be imported."""


@dataclass(frozen=True)
class Stand:
    """A stall and its game."""

    game: str
    stall: Stall
    look_up: Callable[[], Sold]
    """Function that imports the game, called after the first picture. Raises SpokenError where that fails."""
    trouble: SpokenError | None = None
    """Why the stall is closed from the start; None for an open one."""
