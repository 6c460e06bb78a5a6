"""A game's place in the street."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.cabinet import Kind
from game.core.errors import SpokenError
from game.engine.stage.stall import Stall


@dataclass(frozen=True)
class Stand:
    """A stall and the game in it."""

    game: str
    stall: Stall
    kind: Kind
    seats: Sequence[int] = ()
    """The numbers of seats a match may have."""
    trouble: SpokenError | None = None
    """Why its shutters are down."""
