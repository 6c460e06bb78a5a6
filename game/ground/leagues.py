"""The league file: the matches of a league as readable JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from game.core.errors import UNDECODABLE, SpokenError, reason
from game.core.league.league import League
from game.ground.files import only_writer, write_whole

MOST_BYTES = 256 * 1024 * 1024


class LeagueFileError(SpokenError):
    """A file of a league cannot be read or written."""


class _Beginning(msgspec.Struct):
    """The field that tells a league file from other documents."""

    bouts: msgspec.Raw


def is_league(path: Path) -> bool:
    """Whether a file looks like a league; `read_league` says what is wrong with one."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return False
        msgspec.json.decode(path.read_bytes(), type=_Beginning)
    except (OSError, *UNDECODABLE):
        return False
    return True


def read_league(path: Path) -> League:
    """Read the league in a file. Raises LeagueFileError."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise LeagueFileError("league.error.not_one", path=str(path))
        return msgspec.json.decode(data, type=League, strict=False)
    except OSError as error:
        raise LeagueFileError("league.error.read", path=str(path), reason=reason(error)) from error
    except UNDECODABLE as error:
        raise LeagueFileError("league.error.not_one", path=str(path)) from error


def write_league(path: Path, merged: Callable[[League | None], League]) -> League:
    """Write a league to a file, whole or not at all, and return it. Raises LeagueFileError.

    `merged` makes the league from the one now in the file (None without a file): another program may have written to it
    since this one read it.
    """
    try:
        with only_writer(path):
            league = merged(read_league(path) if path.exists() else None)
            write_whole(path, msgspec.json.format(msgspec.json.encode(_as_written(league)), indent=1))
            return league
    except OSError as error:
        raise LeagueFileError("league.error.write", path=str(path), reason=reason(error)) from error


def _as_written(league: League) -> dict[str, Any]:
    """Return a league as JSON data. Seeds and keys are strings, since readers that use floats would lose digits."""
    document: dict[str, Any] = msgspec.to_builtins(league)
    for holder in (document, *document["bouts"]):
        holder |= {name: str(holder[name]) for name in ("seed", "key") if name in holder}
    return document
