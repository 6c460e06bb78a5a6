"""What `contest.toml` in a folder of entries may settle; the command line wins over it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from game.core.contest.check import CheckLimits
from game.core.contest.entries import SETTINGS, Name, table_of


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `contest.toml`."""

    title: Annotated[str, msgspec.Meta(max_length=100)] = ""
    game: str = ""
    games: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    seed: str | int | None = None
    fill: tuple[str, ...] = ()
    """The built-in players that fill the room, or play in the league too."""
    options: dict[str, str | int | bool] = {}
    names: dict[str, Name] = {}
    """Names by file name without ending."""
    groups: dict[str, tuple[Name, ...]] = {}
    """Names of entries by group, such as a class."""
    limits: CheckLimits = CheckLimits()


def settings_in(folder: Path) -> Settings:
    """Return the settings of a folder; those that hold where it has none. Raises EntryError."""
    path = folder / SETTINGS
    return table_of(path, Settings, "entries.error.settings") if path.is_file() else Settings()
