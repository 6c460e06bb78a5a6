"""The yards that come with the game, by name, and a person's own yards, by the digest of their file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from game.cabinets.rails.yards.reading import read_yard
from game.cabinets.rails.yards.yard import Yard
from game.core.attachments import attachment

_FOLDER = Path(__file__).with_name("data")


@cache
def built_in() -> Mapping[str, Yard]:
    """Return the yards that come with the game by name, easiest first."""
    found = {path.stem: read_yard(path.read_bytes()) for path in sorted(_FOLDER.glob("*.toml"))}
    return dict(sorted(found.items(), key=lambda item: (item[1].difficulty, item[0])))


def yard_named(name: str, digest: str = "") -> Yard:
    """Return the yard of a name or, if there is a digest, the one in the attached file with that digest.

    Raise KeyError if there is none, and YardError if the file is no yard.
    """
    return read_yard(attachment(digest)) if digest else built_in()[name]
