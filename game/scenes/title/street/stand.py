"""A game's place in the street."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.core.cabinet import Kind
from game.core.errors import SpokenError
from game.engine.stage.stall import Stall


class Sold(NamedTuple):
    """What only the game itself says of what is to be had at its stall."""

    kind: Kind
    seats: Sequence[int]
    """The numbers of seats a match may have."""


UNKNOWN = Sold(Kind.BOARD, ())
"""What is said of a game that cannot be imported."""


@dataclass(frozen=True)
class Stand:
    """A stall and the game in it."""

    game: str
    stall: Stall
    look_up: Callable[[], Sold]
    """Imports the game, which the first picture does not wait for. Raises SpokenError where that fails."""
    trouble: SpokenError | None = None
    """Why its shutters are down from the first."""
