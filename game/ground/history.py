"""A person's history: a line for every match played to its end at this screen, in one file.

A line is JSON with plain names, so that people can read, copy and edit the file. Unreadable lines are skipped and stay
in the file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from game.core.errors import UNDECODABLE, SpokenError, reason
from game.core.moving import remove_file
from game.core.rules import Result
from game.ground.files import append_lines, only_writer, write_whole

MOST_BYTES = 64 * 1024 * 1024


class HistoryError(SpokenError):
    """The history cannot be written; the error's sentence says why."""


class PlayedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a played match: its player and their result."""

    name: str
    rank: int
    score: int
    bot: str | None = None
    """The bot's specification; None for a person."""
    here: bool = False
    """Whether a person at this screen played the seat."""
    details: dict[str, Any] = {}


class PlayedMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the history: one match."""

    when: str
    """When the match ended, ISO 8601."""
    game: str
    turns: int
    seats: tuple[PlayedSeat, ...]
    lan: bool = False
    replay: str = ""
    """Path of the match's recording; empty where this computer has none."""
    mark: str = ""
    """Identifier of a LAN match, whose end may be shown more than once; see `keep_played`. Empty for others."""
    hints: int = 0
    """How many hints people at this screen got; 0 in old lines, which did not count them."""
    options: dict[str, Any] = {}
    """Values of the options that were not the defaults, by name; empty in old lines, which did not keep them."""

    @property
    def mine(self) -> PlayedSeat | None:
        """The seat of the only person at this screen; None for several or none."""
        here = [seat for seat in self.seats if seat.here]
        return here[0] if len(here) == 1 else None

    @property
    def won(self) -> bool:
        """Whether the only person at this screen came first, alone or with others."""
        return self.mine is not None and self.mine.rank == 1

    @property
    def lead(self) -> int:
        """Points between the only person here and the best other seat; negative if they were behind."""
        mine = self.mine
        others = [seat.score for seat in self.seats if seat is not mine]
        return mine.score - max(others) if mine is not None and others else 0

    @property
    def people(self) -> tuple[str, ...]:
        """Names of the people with whom the match was played: at other screens, or beside one another here."""
        return tuple(seat.name for seat in self.seats if seat.bot is None and seat is not self.mine)

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots of the match, each once, in seat order."""
        return tuple(dict.fromkeys(seat.bot for seat in self.seats if seat.bot is not None))


def played_match(
    when: datetime,
    game: str,
    turns: int,
    seats: Sequence[tuple[str, str | None, bool]],
    result: Result,
    *,
    lan: bool = False,
    replay: Path | None = None,
    mark: str = "",
    hints: int = 0,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> PlayedMatch:
    """Return the history's line for a match that has ended; `seats` are names, bots and whether the seat is at this
    screen.

    `options` are those whose values were not the defaults.
    """
    lines = tuple(
        PlayedSeat(name, line.rank, line.score, bot, here, msgspec.to_builtins(line.details))
        for (name, bot, here), line in zip(seats, result.seats, strict=True)
    )
    stamp = when.isoformat(timespec="seconds")
    return PlayedMatch(stamp, game, turns, lines, lan, str(replay) if replay else "", mark, hints, dict(options))


def read_history(path: Path) -> list[PlayedMatch]:
    """Read the matches of a history, the newest first. Empty where there is none, or it cannot be read."""
    found = [match for _line, match in _read(path) if match is not None]
    return found[::-1]


def keep_played(path: Path, match: PlayedMatch) -> None:
    """Add a match to a history, once: a person who returns to a room sees its end again. Raises HistoryError."""
    if match.mark and any(known.mark == match.mark and known.game == match.game for known in read_history(path)):
        return
    try:
        with only_writer(path):
            append_lines(path, msgspec.json.encode(match) + b"\n")
    except OSError as error:
        raise HistoryError("history.error.write", path=str(path), reason=reason(error)) from error


def forget_played(path: Path, match: PlayedMatch) -> None:
    """Remove a match from a history, and leave the rest unchanged. Raises HistoryError."""
    try:
        with only_writer(path):
            lines = path.read_bytes().splitlines()
            write_whole(path, b"".join(line + b"\n" for line in lines if line.strip() and _match(line) != match))
    except FileNotFoundError:
        return
    except OSError as error:
        raise HistoryError("history.error.write", path=str(path), reason=reason(error)) from error


def delete_history(path: Path) -> None:
    """Delete the whole history. Raises HistoryError."""
    try:
        remove_file(path)
    except OSError as error:
        raise HistoryError("history.error.write", path=str(path), reason=reason(error)) from error


def _read(path: Path) -> list[tuple[bytes, PlayedMatch | None]]:
    """Return every line of the file, with its match or None."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - MOST_BYTES))
            lines = file.read(MOST_BYTES).splitlines()
    except OSError:
        return []
    return [(line, _match(line)) for line in lines[size > MOST_BYTES :] if line.strip()]


def _match(line: bytes) -> PlayedMatch | None:
    try:
        match = msgspec.json.decode(line, type=PlayedMatch)
    except UNDECODABLE:
        return None
    return match if match.seats else None
