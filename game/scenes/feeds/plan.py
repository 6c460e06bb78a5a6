"""What a match at this screen begins with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from game.core.bot.loading import HUMAN
from game.core.chance import derive
from game.core.match.match import Step


@dataclass(frozen=True)
class SeatPlan:
    """Who is to sit in a seat: the name shown, and "human" or a bot's specification."""

    name: str
    spec: str = HUMAN

    @property
    def person(self) -> bool:
        """Whether a person at this screen plays it."""
        return self.spec == HUMAN


@dataclass(frozen=True)
class MatchPlan:
    """Everything a match at this screen begins with."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: Any
    """The game's options Struct."""
    seed: int
    limit: float | None = None
    """Seconds a person has for a choice; None is no limit."""
    begun: tuple[Step, ...] = ()
    """What was played already, elsewhere: the match goes on from there."""

    def again(self) -> MatchPlan:
        """The same match from its start with other chance."""
        return replace(self, seed=derive(self.seed, "again"), begun=())
