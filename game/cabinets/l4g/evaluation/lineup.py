"""Who sits where in an evaluation, and the results of one chunk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from game.cabinets.l4g.players.player import LIMITS
from game.cabinets.l4g.players.styles import OUTSIDER, STYLES
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.room import Room
from game.cabinets.l4g.rules.rules import Options
from game.core.bot.loading import BuiltinSpec, CommandSpec
from game.core.bot.patience import Patience
from game.core.compiled import array
from game.core.limits import Limits
from game.core.tournament.evaluation import FailedCall
from game.core.tournament.plan import Contestant


class NumberedGame(NamedTuple):
    """A game to be played: its position in the list, and its number."""

    position: int
    number: int


Chunk: TypeAlias = tuple[NumberedGame, ...]


class ChunkDone(msgspec.Struct, frozen=True):
    """The results of a chunk."""

    tally: list[int]
    failures: tuple[FailedCall, ...] = ()
    """The failures, in the order of games, turns and seats."""
    grades: list[list[int]] = []
    """For each game the sum of each player's grades; players are in the order of their first seats."""
    failed: dict[int, dict[str, int]] = {}
    """By seat: how many of its calls failed, by the kind of failure."""


def counted(failures: Iterable[FailedCall]) -> dict[int, dict[str, int]]:
    """Return how many calls failed, by seat and kind."""
    found: dict[int, dict[str, int]] = {}
    for failure in failures:
        kinds = found.setdefault(failure.seat, {})
        kinds[failure.kind] = kinds.get(failure.kind, 0) + 1
    return found


def first_of_seats(failures: Iterable[FailedCall], most: int) -> tuple[FailedCall, ...]:
    """Return the first `most` failures of each seat, in their order: nobody is left out for another's sake."""
    kept: Counter[int] = Counter()
    found = []
    for failure in failures:
        kept[failure.seat] += 1
        if kept[failure.seat] <= most:
            found.append(failure)
    return tuple(found)


@dataclass(frozen=True)
class Lineup:
    """Who holds each seat, in which room. A plain value, so that it can be sent to a worker process."""

    seats: tuple[Contestant, ...]
    options: Options = field(default_factory=Options)
    limits: Limits = LIMITS
    """Limits of people's own players."""
    logs: Path | None = None
    patience: Patience | None = None
    """What one of people's own players may cost before a PatienceError ends the work; None for anything."""

    @cached_property
    def outsiders(self) -> tuple[int, ...]:
        """The seats of people's own players."""
        return tuple(seat for seat, entry in enumerate(self.seats) if not isinstance(entry.spec, BuiltinSpec))

    @cached_property
    def lockstep(self) -> bool:
        """Whether many games go on at once: people's own players are all in Python, and asked for many at once."""
        return not any(isinstance(entry.spec, CommandSpec) for entry in self.seats)

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """By seat: the first seat of the same player."""
        first: dict[str, int] = {}
        return tuple(first.setdefault(entry.text, seat) for seat, entry in enumerate(self.seats))

    @property
    def leaders(self) -> tuple[int, ...]:
        """The first seat of each player."""
        return tuple(dict.fromkeys(self.groups))

    def room(self) -> Room:
        """Return the room before a game number is known."""
        return array(r.new_room(len(self.seats), msgspec.structs.astuple(self.options)))

    def rows(self) -> Any:
        """Return the row of each seat's style, or OUTSIDER for an own player."""
        rows = {name: row for row, name in enumerate(STYLES)}
        specs = (entry.spec for entry in self.seats)
        return array(rows[spec.name] if isinstance(spec, BuiltinSpec) else OUTSIDER for spec in specs)
