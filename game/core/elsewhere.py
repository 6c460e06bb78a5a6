"""Games that other installed packages bring.

A package adds a game by an entry point in the group `souk.cabinets`: its name is the id of the game, its value is
`package.cabinet:NAME`. The package's folder is like that of a game here: `presentation.py` with a `PRESENTATION`, and
texts in `texts/<language>/<id>.toml`. Finding one imports nothing of it. Its code runs with the rights of whoever
starts Souk, as that of every installed package does.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "souk.cabinets"
_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")


class Brought(NamedTuple):
    """A game that an installed package brings."""

    game: str
    cabinet: str
    """Where its cabinet is, as `module:name`."""
    package: str
    """The package that its `presentation.py` lies in."""
    wheel: str
    """What `pip install` calls the package, and its version."""

    @property
    def presentation(self) -> str:
        """Where its presentation is, as `module:name`."""
        return f"{self.package}.presentation:PRESENTATION"


@cache
def brought() -> dict[str, Brought]:
    """Return the games of other packages by id, in the order of their ids; none in a bundle, which installs nothing.

    An id that is no word of small letters, digits and underscores is left out. Costs some milliseconds once, for the
    metadata of every installed package is read.
    """
    if getattr(sys, "frozen", False):
        return {}
    from importlib.metadata import entry_points  # it takes half as long as all that a bot's process imports besides

    found = {entry.name: _brought(entry) for entry in entry_points(group=GROUP) if _ID.fullmatch(entry.name)}
    return dict(sorted(found.items()))


def _brought(entry: EntryPoint) -> Brought:
    package = entry.module.rpartition(".")[0] or entry.module
    wheel = f"{entry.dist.name} {entry.dist.version}" if entry.dist else package
    return Brought(entry.name, f"{entry.module}:{entry.attr}", package, wheel)


def wheel_of(game: str) -> str:
    """Return the package that brings a game, with its version; empty for a game of the house."""
    one = brought().get(game)
    return one.wheel if one is not None else ""


def is_from_elsewhere(module: str) -> bool:
    """Return whether a module belongs to the package of a brought game."""
    return any(module == one.package or module.startswith(f"{one.package}.") for one in brought().values())


def texts(language: str) -> list[Path]:
    """Return the files of texts that brought games have in a language: each game's own, and no others."""
    return [
        file
        for one in brought().values()
        for folder in _folders(one.package)
        for file in sorted((folder / "texts" / language).glob(f"{one.game}*.toml"))
        if file.stem == one.game or file.stem.startswith(f"{one.game}_")
    ]


def _folders(package: str) -> list[Path]:
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return []
    return [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
