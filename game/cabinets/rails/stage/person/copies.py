"""Blueprints that a person copied from maps: files in their home folder, which can be shared and added by hand."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from game.cabinets.rails.blueprints.blueprint import Part
from game.cabinets.rails.blueprints.files import MOST_BYTES, read_blueprint, write_blueprint
from game.cabinets.rails.stage.hand.shelf import Item
from game.cabinets.rails.yards.errors import YardError
from game.core.errors import SpokenError, reason
from game.core.moving import remove_file
from game.ground import paths
from game.ground.files import write_new
from game.ground.texts import Texts

_STEM: Final = "copy %Y-%m-%d %H.%M.%S"
_MOST: Final = 60
"""Greatest number of files listed, latest first."""


class CopyError(SpokenError):
    """A blueprint could not be written, read or deleted."""


def folder() -> Path:
    """Return the folder of copied blueprints."""
    return paths.lists() / "rails" / "blueprint"


def keep_copy(parts: Sequence[Part], now: datetime) -> Path:
    """Write a blueprint to a new file. Raise CopyError if that fails; other files are never touched."""
    try:
        return write_new(folder(), f"{now:{_STEM}}", ".toml", write_blueprint(parts))
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise CopyError("rails_stage.blueprint.not_kept", path=str(folder()), why=why) from error


def delete_copy(path: Path) -> None:
    """Delete a blueprint's file if it exists. Raise CopyError if it cannot be deleted."""
    try:
        remove_file(path)
    except OSError as error:
        raise CopyError("rails_stage.keep.not_deleted", why=reason(error)) from error


def kept_copies() -> list[Item]:
    """Return the blueprints in the folder, latest first; a file that is no valid blueprint has its `trouble` set."""
    found = []
    with suppress(OSError):
        for path in folder().glob("*.toml"):
            with suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
    return [_read(path) for _, path in sorted(found, reverse=True)[:_MOST]]


def _read(path: Path) -> Item:
    try:
        with path.open("rb") as file:
            return Item(path.name, read_blueprint(file.read(MOST_BYTES + 1)), path)
    except YardError as error:
        return Item(path.name, path=path, trouble=error)
    except OSError as error:
        trouble = CopyError("rails_stage.keep.unread", path=str(path), why=reason(error))
        return Item(path.name, path=path, trouble=trouble)


def title_of_copy(name: str, texts: Texts) -> str:
    """Return the title of a blueprint: the time of its copy, or the file's own name if a person renamed it."""
    stem = name.removesuffix(".toml")
    try:
        when = datetime.strptime(stem.rpartition("-")[0], _STEM)
    except ValueError:
        return stem
    values = {"year": when.year, "day": when.day, "time": f"{when:%H:%M}"}
    return texts.line("rails_stage.keep.saved", month=texts.line(f"rails_stage.keep.month.{when.month}"), **values)
