"""What a tournament plays: who takes part, which matches, in which pieces of work.

All of it follows from the configuration alone, whoever plays the matches and wherever.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from game.core.bot.loading import BotSpec, CommandSpec, FileSpec
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.limits import Limits
from game.core.rules import GameInfo
from game.core.work.run import OrderError

LEAST_SEED, MOST_SEED = -(1 << 63), (1 << 64) - 1
"""What a replay can keep."""
_WHOLE = re.compile("-?[0-9]{1,20}")


class Contestant(msgspec.Struct, frozen=True):
    """A bot that takes part: as a person wrote it, and what that means."""

    text: str
    spec: BotSpec


class Plan(msgspec.Struct, frozen=True):
    """One match of the schedule: its number and who sits where."""

    index: int
    seed: int
    lineup: tuple[int, ...]
    """For each seat the index of its entry."""


@dataclass(frozen=True)
class TournamentConfig:
    """What is played, by whom, how often."""

    cabinet: Cabinet
    options: Any
    entries: tuple[Contestant, ...]
    seats: int
    seed: int
    numbers: tuple[int, ...]
    """The seed of every match."""
    logs: Path | None = None
    """The folder of the bots' logs."""
    limits: Limits = field(default_factory=Limits)
    lists: Mapping[str, bytes] = field(default_factory=dict)
    """The attached files that the options name; they are attached again wherever a chunk is played."""
    pairs: bool = False
    """Every lineup plays a round, of as many matches as it has seatings, with one seed."""
    key: int | None = None
    """The key of all matches; None while it is still to be drawn."""


def seed_of(text: str) -> int:
    """The seed that a text stands for: the number it is, else one that follows from it.

    >>> seed_of("-7"), seed_of("souk") == seed_of("souk ")
    (-7, False)
    """
    if _WHOLE.fullmatch(text) and LEAST_SEED <= int(text) <= MOST_SEED:
        return int(text)
    return derive(0, "seed", text)


def numbers_from(seed: int, games: int, begin: int = 0) -> tuple[int, ...]:
    """The seeds of `games` matches, of which the first is the `begin`th of all."""
    return tuple(derive(seed, "match", index) for index in range(begin, begin + games))


def seatings(entries: int, seats: int) -> int:
    """In how many ways a lineup can move round the table: as often as it has seats, unless it repeats itself.

    >>> seatings(2, 2), seatings(5, 3), seatings(2, 4), seatings(2, 3)
    (2, 3, 2, 3)
    """
    return entries if seats % entries == 0 else seats


def schedule(config: TournamentConfig, begin: int = 0) -> list[Plan]:
    """Every match: in each run of as many matches as there are entries, each entry holds each seat once.

    Who sits beside whom is shuffled from run to run. The first match is the `begin`th of all. With `pairs` a round
    stands for each match of such a run: the same lineup in every seating.
    """
    count, seats = len(config.entries), config.seats
    size = seatings(count, seats) if config.pairs else 1
    plans = []
    for index, number in enumerate(config.numbers, begin):
        number_of_round, moved = divmod(index, size)
        block, turn = divmod(number_of_round, count)
        circle = list(range(count))
        Random(derive(config.seed, "lineup", block)).shuffle(circle)
        lineup = tuple(circle[(turn + (seat + moved) % seats) % count] for seat in range(seats))
        plans.append(Plan(index, number, lineup))
    return plans


def seats_for(info: GameInfo, bots: int) -> int:
    """How many seats a match of so many bots has when nobody says: one for each, as far as the game allows."""
    fitting = [seats for seats in info.seats if 1 < seats <= bots]
    return fitting[-1] if fitting else min(info.seats, key=lambda seats: abs(seats - max(2, bots)))


def checked_seats(info: GameInfo, seats: int) -> int:
    """`seats`, if a match of the game can have so many. Raises OrderError."""
    if seats not in info.seats:
        raise OrderError("tournament.error.seats", game=info.id, allowed=info.allowed_seats, given=seats)
    return seats


def identity_of(cabinet: Cabinet, options: Any, entries: Sequence[Contestant], more: Any) -> list[Any]:
    """What the figures of a tournament depend on besides the sources; `more` is what a kind of tournament adds."""
    written = [[entry.text, msgspec.to_builtins(entry.spec)] for entry in entries]
    return [cabinet.id, cabinet.info.version, msgspec.to_builtins(options), written, more]


def files_of(entries: Sequence[Contestant]) -> list[str]:
    """The files of the bots that people brought."""
    return [file for entry in entries for file in files_of_spec(entry.spec)]


def files_of_spec(spec: BotSpec) -> list[str]:
    """The files of a bot that somebody brought; none for a built-in one."""
    match spec:
        case FileSpec(path=path):
            return [path]
        case CommandSpec(words=words):
            return [word for word in words if Path(word).is_file()]
        case _:
            return []
