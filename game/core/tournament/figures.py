"""What a game tells of its players in a tournament besides who won (`Cabinet.figures`)."""

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
    """A seat of a finished match."""

    match: Match
    seat: Seat
    builtin: str
    """The built-in bot that played it, "" for one of somebody's own."""
    took: Sequence[float]
    """Seconds of each of its answers."""
    failures: Sequence[Failure]


@dataclass(frozen=True)
class Told:
    """The figures of all who took part, for programs and for people."""

    document: Mapping[str, Any]
    """By the name of who took part. What depends on how fast the machine is says so in its name."""
    tables: Sequence[Table]


class Figures(ABC):
    """Keeps something of each seat of each match, and makes the figures of all of it."""

    columns: Sequence[str] = ()
    """Names of the further columns of the CSV."""

    @abstractmethod
    def kept(self, played: Played) -> Any:
        """What is kept of a seat, in values that JSON can hold. Called where the match was played."""

    @abstractmethod
    def row(self, kept: Any) -> Sequence[Any]:
        """The values of these columns for a seat."""

    @abstractmethod
    def told(self, kept: Mapping[str, Sequence[Any]]) -> Told:
        """The figures, from what was kept of each participant, by name and in the order of the matches."""
