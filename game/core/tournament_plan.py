"""What a tournament plays: who takes part, which matches, in which pieces of work.

All of it follows from the configuration alone, whoever plays the matches and wherever.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from game.core.bot_limits import Limits
from game.core.bot_loading import BotSpec, CommandSpec, FileSpec
from game.core.cabinet import Cabinet
from game.core.chance import derive

MOST_CHUNK = 50
"""Matches in a chunk at the most: little is lost when one is interrupted."""
CHUNKS = 100
"""Chunks that a tournament is cut into where it has matches enough; of any number of workers, each gets many."""


class Entry(msgspec.Struct, frozen=True):
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
    entries: tuple[Entry, ...]
    seats: int
    seed: int
    numbers: tuple[int, ...]
    """The seed of every match."""
    workers: int = 1
    journal: Path | None = None
    """The folder where finished chunks are kept until the tournament is complete."""
    logs: Path | None = None
    """The folder of the bots' logs."""
    limits: Limits = field(default_factory=Limits)


def numbers_from(seed: int, games: int) -> tuple[int, ...]:
    """The seeds of `games` matches."""
    return tuple(derive(seed, "match", index) for index in range(games))


def schedule(config: TournamentConfig) -> list[Plan]:
    """Every match: in each run of as many matches as there are entries, each entry holds each seat once.

    Who sits beside whom is shuffled from run to run.
    """
    count = len(config.entries)
    plans = []
    for index, number in enumerate(config.numbers):
        block, turn = divmod(index, count)
        circle = list(range(count))
        Random(derive(config.seed, "lineup", block)).shuffle(circle)
        lineup = tuple(circle[(turn + seat) % count] for seat in range(config.seats))
        plans.append(Plan(index, number, lineup))
    return plans


def chunks_of(plans: Sequence[Plan]) -> list[tuple[Plan, ...]]:
    """The schedule in pieces of work. They depend on nothing but the schedule: a bot's process lives for one."""
    size = max(1, min(MOST_CHUNK, len(plans) // CHUNKS))
    return [tuple(plans[begin : begin + size]) for begin in range(0, len(plans), size)]


def digest(config: TournamentConfig) -> str:
    """What the finished chunks of a tournament are kept under: all that its figures follow from.

    The sources of the game and of the bots are part of it: a bot that was changed begins again.
    """
    info = config.cabinet.info
    document = [
        info.id,
        info.version,
        msgspec.to_builtins(config.options),
        [[entry.text, msgspec.to_builtins(entry.spec), _files_of(entry.spec)] for entry in config.entries],
        config.seats,
        config.seed,
        config.numbers,
        _folder_digest(config.cabinet),
    ]
    return blake2b(msgspec.msgpack.encode(document), digest_size=16).hexdigest()


def _files_of(spec: BotSpec) -> list[str]:
    match spec:
        case FileSpec(path=path):
            return [_file_digest(path)]
        case CommandSpec(words=words):
            return [_file_digest(word) for word in words]
    return []


def _file_digest(path: Path | str) -> str:
    try:
        return blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()
    except OSError:
        return ""


def _folder_digest(cabinet: Cabinet) -> list[str]:
    """The sources beside the rules and bots; a bundle has none, and does not change."""
    modules = {type(cabinet.rules).__module__, *(bot.__module__ for bot in cabinet.bots.values())}
    folders = {Path(file).parent for name in modules if (file := getattr(sys.modules[name], "__file__", None))}
    return [_file_digest(path) for folder in sorted(folders) for path in sorted(folder.glob("*.py"))]
