"""Figures that a game computes of its players in a tournament besides wins and points (`Cabinet.figures`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.core.match.match import Match
from game.core.match.session import Failure
from game.core.rules import Seat
from game.core.work.run import Table


class Played(NamedTuple):
    """One seat of a finished match."""

    match: Match
    seat: Seat
    builtin: str
    """The built-in bot that played the seat; "" for a person's own bot."""
    took: Sequence[float]
    """Seconds that each of the bot's answers took."""
    failures: Sequence[Failure]


@dataclass(frozen=True)
class Told:
    """A game's own figures of all participants, for programs and for people."""

    document: Mapping[str, Any]
    """Figures by the name of the participant. Figures that depend on the machine's speed must say so in their names."""
    tables: Sequence[Table]


class Figures(ABC):
    """Keeps data of each seat of each match, and computes the game's own figures from them."""

    columns: Sequence[str] = ()
    """Names of the extra columns of the CSV."""

    @abstractmethod
    def kept(self, played: Played) -> Any:
        """Return what to keep of a seat, in values that JSON can hold. Called on the machine that played the match."""

    @abstractmethod
    def row(self, kept: Any) -> Sequence[Any]:
        """Return the values of the extra columns for a seat."""

    @abstractmethod
    def told(self, kept: Mapping[str, Sequence[Any]]) -> Told:
        """Return the figures from what was kept of each participant, by name and in the order of the matches."""
