"""The plan of a tournament: who takes part, the schedule of matches, and the files it depends on.

It follows from the configuration alone, not from who plays the matches, and where.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from game.core.bot.loading import BotSpec, BuiltinSpec, CommandSpec, FileSpec
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.limits import Limits
from game.core.rules import GameInfo
from game.core.work.run import OrderError

LEAST_SEED, MOST_SEED = -(1 << 63), (1 << 64) - 1
"""The lowest and the highest seed that a replay can hold."""
_WHOLE = re.compile("-?[0-9]{1,20}")


class Contestant(msgspec.Struct, frozen=True):
    """A bot that takes part: its specification as a person wrote it, and parsed."""

    text: str
    spec: BotSpec


class Plan(msgspec.Struct, frozen=True):
    """One match of the schedule: its index, its seed, and who sits where."""

    index: int
    seed: int
    lineup: tuple[int, ...]
    """For each seat the index of its bot in `TournamentConfig.entries`."""


@dataclass(frozen=True)
class TournamentConfig:
    """What a tournament plays: the game, the participants, and the seeds of the matches."""

    cabinet: Cabinet
    options: Any
    entries: tuple[Contestant, ...]
    seats: int
    seed: int
    numbers: tuple[int, ...]
    """The seed of every match, in order."""
    logs: Path | None = None
    """The folder of the bots' logs; None for no logs."""
    limits: Limits = field(default_factory=Limits)
    lists: Mapping[str, bytes] = field(default_factory=dict)
    """The attached files that the options name, by digest; they are attached again wherever a chunk is played."""
    pairs: bool = False
    """Whether every lineup plays a round with one seed: as many matches as it has seatings."""
    key: int | None = None
    """The key of all matches; None while it is not yet drawn."""


def seed_of(text: str) -> int:
    """Return the seed that a text stands for: the number itself, else a hash of the text.

    >>> seed_of("-7"), seed_of("souk") == seed_of("souk ")
    (-7, False)
    """
    if _WHOLE.fullmatch(text) and LEAST_SEED <= int(text) <= MOST_SEED:
        return int(text)
    return derive(0, "seed", text)


def numbers_from(seed: int, games: int, begin: int = 0) -> tuple[int, ...]:
    """Return the seeds of `games` matches, starting with match number `begin` of the endless list."""
    return tuple(derive(seed, "match", index) for index in range(begin, begin + games))


def seatings(entries: int, seats: int) -> int:
    """Return how many different seatings a lineup has when it rotates around the table.

    >>> seatings(2, 2), seatings(5, 3), seatings(2, 4), seatings(2, 3)
    (2, 3, 2, 3)
    """
    return entries if seats % entries == 0 else seats


def schedule(config: TournamentConfig, begin: int = 0) -> list[Plan]:
    """Return the schedule: in each run of as many matches as there are entries, each entry holds each seat once.

    The neighbours at the table are shuffled anew for each run. The first match has index `begin`. With `pairs`, each
    match of a run becomes a round: the same lineup in every seating.
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
    """Return how many seats a match among so many bots has by default: one for each, as far as the game allows."""
    fitting = [seats for seats in info.seats if 1 < seats <= bots]
    return fitting[-1] if fitting else min(info.seats, key=lambda seats: abs(seats - max(2, bots)))


def checked_seats(info: GameInfo, seats: int) -> int:
    """Return `seats` if the game can have so many. Raises OrderError."""
    if seats not in info.seats:
        raise OrderError("tournament.error.seats", game=info.id, allowed=info.allowed_seats, given=seats)
    return seats


def identity_of(cabinet: Cabinet, options: Any, entries: Sequence[Contestant], more: Any) -> list[Any]:
    """Return what a tournament's figures depend on besides the sources; `more` is added by the kind of tournament."""
    written = [[entry.text, msgspec.to_builtins(entry.spec)] for entry in entries]
    return [cabinet.id, cabinet.info.version, msgspec.to_builtins(options), written, more]


def files_of(entries: Sequence[Contestant]) -> list[str]:
    """Return the paths of the files of people's own bots."""
    return [file for entry in entries for file in files_of_spec(entry.spec)]


def files_of_spec(spec: BotSpec) -> list[str]:
    """Return the paths of the files of a person's own bot; none for a built-in one."""
    if not isinstance(spec, BuiltinSpec) and spec.entrant is not None:
        return sorted(str(path) for path in Path(spec.entrant.folder).rglob("*") if path.is_file())
    match spec:
        case FileSpec(path=path):
            return [path]
        case CommandSpec(words=words):
            return [word for word in words if Path(word).is_file()]
        case _:
            return []
