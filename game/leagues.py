"""The league file: what was played, as JSON that people can read."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.core.errors import UNDECODABLE, SpokenError, reason
from game.core.league.league import League
from game.files import write_whole

MOST_BYTES = 256 * 1024 * 1024


class LeagueFileError(SpokenError):
    """A league file cannot be read or written."""


class _Beginning(msgspec.Struct):
    """What tells a league from other documents."""

    bouts: msgspec.Raw


def is_league(path: Path) -> bool:
    """Whether a file looks like a league; what is wrong with one, `read_league` tells."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return False
        msgspec.json.decode(path.read_bytes(), type=_Beginning)
    except (OSError, *UNDECODABLE):
        return False
    return True


def read_league(path: Path) -> League:
    """The league in a file. Raises LeagueFileError."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise LeagueFileError("league.error.not_one", path=str(path))
        return msgspec.json.decode(data, type=League)
    except OSError as error:
        raise LeagueFileError("league.error.read", path=str(path), reason=reason(error)) from error
    except UNDECODABLE as error:
        raise LeagueFileError("league.error.not_one", path=str(path)) from error


def write_league(path: Path, league: League) -> None:
    """Put a league into a file, whole or not at all. Raises LeagueFileError."""
    try:
        write_whole(path, msgspec.json.format(msgspec.json.encode(league), indent=1))
    except OSError as error:
        raise LeagueFileError("league.error.write", path=str(path), reason=reason(error)) from error
