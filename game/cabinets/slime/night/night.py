"""A Slime night as it stands: all that was played, from the entries of its log, one by one.

A night is a value. `after` returns the night after one more entry, so that what the server does, what a server begun
again reads from the disk, and what the tests look at cannot differ.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from game.cabinets.slime.night.schedule import Schedule
from game.cabinets.slime.night.ties import Absent, Played, Round, Stage, Team, Tie, Verdict, verdict
from game.core.rules import Move


class Paired(msgspec.Struct, frozen=True, tag="paired"):
    """A round begins."""

    round: Round


class Called(msgspec.Struct, frozen=True, tag="called"):
    """Two teams were called for the next match of their tie."""

    teams: tuple[Team, Team]


class Began(msgspec.Struct, frozen=True, tag="began"):
    """A match of the two called teams began."""

    teams: tuple[Team, Team]
    """Who plays as A and as B."""
    seed: str
    """Seed and key are written as text: JSON's numbers end before theirs."""
    key: str


class Stepped(msgspec.Struct, frozen=True, tag="step"):
    """A step of the match was played."""

    moves: tuple[Move, ...]


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The match ended with these squares of A and B, won by A (0), B (1) or nobody."""

    squares: tuple[int, int]
    winner: int | None


class Stayed(msgspec.Struct, frozen=True, tag="absent"):
    """A team that was called did not come, or the person who runs the night gave the tie to the other one."""

    who: Absent


class Again(msgspec.Struct, frozen=True, tag="again"):
    """The match that is being played does not count and is played again."""


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """The last result does not count, and is played for again."""


class Paused(msgspec.Struct, frozen=True, tag="paused"):
    """Nobody is called until the night goes on."""

    paused: bool


Entry: TypeAlias = Paired | Called | Began | Stepped | Ended | Stayed | Again | Undone | Paused


class Playing(msgspec.Struct, frozen=True):
    """The match that is being played."""

    teams: tuple[Team, Team]
    seed: int
    key: int
    steps: tuple[tuple[Move, ...], ...] = ()


class NightError(ValueError):
    """An entry does not fit the night so far."""


class Night(msgspec.Struct, frozen=True):
    """What was played so far."""

    schedule: Schedule
    seed: int
    rounds: tuple[Round, ...] = ()
    playing: Playing | None = None
    paused: bool = False
    before: Night | None = None
    """The night before the last result; None before the first."""

    def verdict(self, number: int, index: int) -> Verdict | None:
        """Return how a tie ended, by the place of its round and its own; None while it is open."""
        return verdict(self.schedule, self.seed, self.rounds[number], index)

    @property
    def open(self) -> tuple[int, int] | None:
        """The place of the tie that is played now or next, as in `verdict`; None where every tie has ended."""
        number = len(self.rounds) - 1
        if number < 0:
            return None
        ties = range(len(self.rounds[number].ties))
        return next(((number, index) for index in ties if self.verdict(number, index) is None), None)

    @property
    def tie(self) -> Tie | None:
        """The tie that is played now or next."""
        place = self.open
        return None if place is None else self.rounds[place[0]].ties[place[1]]

    @property
    def last(self) -> tuple[int, int] | None:
        """The place of the tie that had the last result; None before the first."""
        return None if self.before is None else self.before.open

    def at(self, place: tuple[int, int]) -> tuple[Round, Tie, Verdict | None]:
        """Return a tie with its round, and how it ended."""
        number, index = place
        return self.rounds[number], self.rounds[number].ties[index], self.verdict(number, index)

    def after(self, entry: Entry) -> Night:
        """Return the night after one more entry of its log. Raises NightError where the entry does not fit."""
        match entry:
            case Paired(round=round_) if self.open is None:
                return self._with(rounds=(*self.rounds, round_))
            case Called():
                return self
            case Paused(paused=paused):
                return self._with(paused=paused)
            case Began(teams=teams) if self.tie is not None and teams == self.tie.sides():
                return self._with(playing=Playing(teams, int(entry.seed), int(entry.key)))
            case Stepped(moves=moves) if self.playing is not None:
                steps = (*self.playing.steps, moves)
                return self._with(playing=msgspec.structs.replace(self.playing, steps=steps))
            case Ended(squares=squares, winner=winner) if self.playing is not None and self.tie is not None:
                swapped = self.playing.teams[0] != self.tie.first
                won = winner if winner is None else winner ^ swapped
                played = Played(squares[::-1] if swapped else squares, won)
                return self._result(msgspec.structs.replace(self.tie, matches=(*self.tie.matches, played)))
            case Stayed(who=who) if self.tie is not None:
                return self._result(msgspec.structs.replace(self.tie, absent=who))
            case Again() if self.playing is not None:
                return self._with(playing=None)
            case Undone() if self.before is not None:
                return msgspec.structs.replace(self.before, paused=self.paused)
        raise NightError(f"{type(entry).__name__} does not fit here")

    def _with(self, **changes: Any) -> Night:
        return msgspec.structs.replace(self, **changes)

    def _result(self, tie: Tie) -> Night:
        """Return the night in which the open tie became this one."""
        assert self.open is not None
        number, index = self.open
        round_ = self.rounds[number]
        ties = (*round_.ties[:index], tie, *round_.ties[index + 1 :])
        rounds = (*self.rounds[:number], msgspec.structs.replace(round_, ties=ties))
        return self._with(rounds=rounds, playing=None, before=self._with(playing=None))


def places(night: Night) -> list[tuple[Team, ...]]:
    """Return the teams of the finished bracket by rank: the winner, the other finalist, the third or both who lost
    before the final; those of equal rank together. Empty while the final is open or where there is no bracket.
    """
    found: list[tuple[Team, ...]] = []
    for number in range(len(night.rounds) - 1, -1, -1):
        round_ = night.rounds[number]
        if round_.stage not in (Stage.BRACKET, Stage.THIRD) or (number == len(night.rounds) - 1 and not round_.last):
            break
        ends = [(tie, night.verdict(number, index)) for index, tie in enumerate(round_.ties)]
        if any(end is None for _, end in ends):
            return []
        known = {team for group in found for team in group}
        if round_.last:
            found += [
                (team,)
                for tie, end in ends
                if end is not None and end.winner is not None
                for team in (tie.teams[end.winner], tie.teams[1 - end.winner])
                if team is not None
            ]
        else:
            rest = tuple(team for tie, _ in ends for team in tie.teams if team is not None and team not in known)
            found += [rest] if rest else []
    return found
