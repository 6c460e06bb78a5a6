"""What is played in a night: rounds of ties, each of one or more matches between two teams, and who won them."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from game.cabinets.slime.night.schedule import Schedule
from game.core.chance import fair

Team: TypeAlias = int
"""A team's place in the schedule, from 0."""
Side: TypeAlias = int
"""0 for the first team of a tie, 1 for the second."""


class Stage(StrEnum):
    """The part of a night that a round belongs to."""

    GROUPS = "groups"
    SWISS = "swiss"
    BRACKET = "bracket"
    THIRD = "third"
    """The match for the third place of a bracket."""


class Played(msgspec.Struct, frozen=True):
    """The result of one match of a tie."""

    squares: tuple[int, int]
    winner: Side | None
    """None for a draw."""


class Absent(StrEnum):
    """Which team of a tie was called and did not come."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


class Tie(msgspec.Struct, frozen=True):
    """A meeting of two teams. Where `second` is None, nobody is to be met: the first team has a free round; where both
    are, nobody is left to meet.
    """

    first: Team | None
    second: Team | None
    matches: tuple[Played, ...] = ()
    absent: Absent | None = None
    """Who did not come, which ended the tie."""

    @property
    def teams(self) -> tuple[Team | None, Team | None]:
        return self.first, self.second

    def sides(self) -> tuple[Team, Team]:
        """Return the teams that play the next match as A and B; they change from match to match."""
        assert self.first is not None and self.second is not None
        return (self.first, self.second) if len(self.matches) % 2 == 0 else (self.second, self.first)

    def wins(self) -> tuple[int, int]:
        """Return the matches that each team has won."""
        first, second = (sum(played.winner == side for played in self.matches) for side in (0, 1))
        return first, second

    def squares(self) -> tuple[int, int]:
        """Return each team's squares of all matches."""
        first, second = (sum(played.squares[side] for played in self.matches) for side in (0, 1))
        return first, second


class Round(msgspec.Struct, frozen=True):
    """Ties that are known at the same time; those of one round are played in their order."""

    stage: Stage
    number: int
    """From 1 within its stage."""
    ties: tuple[Tie, ...]
    last: bool = False
    """Whether it is the last of its stage, in a bracket the final."""


class Reason(StrEnum):
    """What decided a tie."""

    MATCHES = "matches"
    SQUARES = "squares"
    """Matches were equal, and so the squares of all of them counted."""
    LOT = "lot"
    WALKOVER = "walkover"
    FREE = "free"
    """There was nobody to play against."""
    DRAW = "draw"
    NOBODY = "nobody"
    """Both teams were absent, or there was no team."""


class Verdict(msgspec.Struct, frozen=True):
    """How a tie ended."""

    winner: Side | None
    reason: Reason


def verdict(schedule: Schedule, seed: int, of: Round, index: int) -> Verdict | None:
    """Return how a tie of a round ended; None while matches of it are still to be played.

    A bracket needs a winner. Where the matches of a tie are won equally often, the squares of all of them count; if
    they are equal too, one further match is played, and after that the lot decides, which follows from the seed.
    """
    tie = of.ties[index]
    if tie.first is None or tie.second is None:
        side = next((side for side, team in enumerate(tie.teams) if team is not None), None)
        return Verdict(side, Reason.NOBODY if side is None else Reason.FREE)
    if tie.absent is not None:
        winner = {Absent.FIRST: 1, Absent.SECOND: 0, Absent.BOTH: None}[tie.absent]
        return Verdict(winner, Reason.NOBODY if winner is None else Reason.WALKOVER)
    length = schedule.length(final=of.stage is Stage.BRACKET and of.last)
    wins, squares, played = tie.wins(), tie.squares(), len(tie.matches)
    if 2 * max(wins) > length or (played >= length and wins[0] != wins[1]):
        return Verdict(int(wins[1] > wins[0]), Reason.MATCHES)
    if played < length:
        return None
    if of.stage not in (Stage.BRACKET, Stage.THIRD):
        return Verdict(None, Reason.DRAW)
    if squares[0] != squares[1]:
        return Verdict(int(squares[1] > squares[0]), Reason.SQUARES)
    if played == length:
        return None
    return Verdict(fair(2, seed, "lot", of.stage, of.number, index), Reason.LOT)


def winner_of(tie: Tie, end: Verdict | None) -> Team | None:
    """Return the team that won a tie; None where nobody did."""
    return None if end is None or end.winner is None else tie.teams[end.winner]


def loser_of(tie: Tie, end: Verdict | None) -> Team | None:
    """Return the team that lost a tie by playing it or by staying away; None where nobody did."""
    return None if end is None or end.winner is None else tie.teams[1 - end.winner]
