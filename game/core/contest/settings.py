"""What `contest.toml` in a folder of entries may settle; the command line wins over it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from game.core.contest.check import CheckLimits
from game.core.contest.entries import SETTINGS, Found, Name, composed, stem_of, table_of


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


def unmet(settings: Settings, found: Sequence[Found]) -> list[str]:
    """Return the names in a folder's settings to which no entry of it answers, each once."""
    stems = {stem_of(entry.source) for entry in found}
    names = {entry.name for entry in found}
    grouped = [name for group in settings.groups.values() for name in group if name not in names]
    return list(dict.fromkeys([*(stem for stem in settings.names if stem not in stems), *grouped]))


def settings_in(folder: Path) -> Settings:
    """Return the settings of a folder; those that hold where it has none. Raises EntryError."""
    path = folder / SETTINGS
    if not path.is_file():
        return Settings()
    read = table_of(path, Settings, "entries.error.settings")
    names = {composed(stem): composed(name) for stem, name in read.names.items()}
    groups = {group: tuple(map(composed, members)) for group, members in read.groups.items()}
    return msgspec.structs.replace(read, names=names, groups=groups)
