"""What a person keeps in files: matches to go on with, which the match setup lists too, and copied blueprints."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from game.cabinets.rails.contract.actions import Action
from game.cabinets.rails.contract.options import TICKS_A_MINUTE, Options
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.stage.hand.shelf import Item
from game.cabinets.rails.yards.blueprint import Part
from game.cabinets.rails.yards.copying import MOST_COPIED, read_blueprint, write_blueprint
from game.cabinets.rails.yards.fields import MOST_BYTES
from game.cabinets.rails.yards.reading import read_yard
from game.cabinets.rails.yards.writing import save
from game.cabinets.rails.yards.yard import Words, YardError
from game.core.errors import SpokenError, reason
from game.core.moving import remove_file
from game.ground import paths
from game.ground.files import write_new, write_whole
from game.ground.texts import Texts

_BEGINS: Final = "saved "
_STEM: Final = f"{_BEGINS}%Y-%m-%d %H.%M.%S"
_MOST: Final = 100
"""Greatest number of saved matches listed, latest first."""
_COPY_STEM: Final = "copy %Y-%m-%d %H.%M.%S"
_MOST_COPIES: Final = 60
"""Greatest number of files listed, latest first."""


class KeepingError(SpokenError):
    """A match could not be saved or deleted; files saved before are unharmed."""


class Kept(NamedTuple):
    """A saved match: its file, its name, and what is wrong with it."""

    path: Path
    name: str
    trouble: SpokenError | None


def folder() -> Path:
    """Return the folder of saved matches."""
    return paths.lists() / "rails" / "yard"


def new_file(now: datetime) -> Path:
    """Return the file for a match that is saved for the first time."""
    return folder() / f"{now:{_STEM}}.toml"


def title_of(path: Path, texts: Texts) -> str:
    """Return the title of a saved match: the time of saving, or the file's own name if a person renamed it."""
    return titled(path.stem, _STEM, texts) or path.stem


def titled(stem: str, form: str, texts: Texts) -> str:
    """Return the time that a file's name tells in some form; "" if it does not."""
    try:
        when = datetime.strptime(stem, form)
    except ValueError:
        return ""
    values = {"year": when.year, "day": when.day, "time": f"{when:%H:%M}"}
    return texts.line("rails_stage.keep.saved", month=texts.line(f"days.month.{when.month}"), **values)


def keep(options: Options, view: View | None, actions: Sequence[Action], path: Path) -> None:
    """Write a match, given its last view and all that its seat has done, completely or not at all.

    Raise SpokenError if it cannot be saved or written; the file keeps what it held before.
    """
    if view is None:
        raise YardError("saved_unbegun")
    size, delivered, minutes = view.size, sum(view.delivered), view.tick // TICKS_A_MINUTE
    words = Words(
        f"{size}×{size} · {minutes} min · delivered {delivered:,}",
        f"{size}×{size} · {minutes}분 · 운송 수입 {delivered:,}",
    )
    data = save(options, view.number, actions, words, words)
    try:
        write_whole(path, data)
    except OSError as error:
        raise KeepingError("rails_stage.keep.failed", path=str(path), why=reason(error)) from error


def forget(path: Path) -> None:
    """Delete a saved match if it exists. Raise KeepingError if it cannot be deleted."""
    try:
        remove_file(path)
    except OSError as error:
        raise KeepingError("rails_stage.keep.not_deleted", why=reason(error)) from error


def kept(language: str) -> list[Kept]:
    """Return the saved matches, latest first, named in a language; one that cannot go on has its `trouble` set."""
    try:
        paths_ = sorted(folder().glob(f"{_BEGINS}*.toml"), reverse=True)[:_MOST]
    except OSError:
        return []
    return [_read(path, language) for path in paths_]


def _read(path: Path, language: str) -> Kept:
    try:
        with path.open("rb") as file:
            yard = read_yard(file.read(MOST_BYTES + 1))
    except YardError as error:
        return Kept(path, "", error)
    except OSError as error:
        return Kept(path, "", KeepingError("rails_stage.keep.unread", path=str(path), why=reason(error)))
    return Kept(path, yard.name.in_language(language), None)


def copies_folder() -> Path:
    """Return the folder of copied blueprints."""
    return paths.lists() / "rails" / "blueprint"


def keep_copy(parts: Sequence[Part], now: datetime) -> Path:
    """Write a blueprint to a new file. Raise KeepingError if that fails; other files are never touched."""
    try:
        return write_new(copies_folder(), f"{now:{_COPY_STEM}}", ".toml", write_blueprint(parts))
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise KeepingError("rails_stage.blueprint.not_kept", path=str(copies_folder()), why=why) from error


def kept_copies() -> list[Item]:
    """Return the blueprints in the folder, latest first; a file that is no valid blueprint has its `trouble` set."""
    found = []
    with suppress(OSError):
        for path in copies_folder().glob("*.toml"):
            with suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
    return [_read_copy(path) for _, path in sorted(found, reverse=True)[:_MOST_COPIES]]


def _read_copy(path: Path) -> Item:
    try:
        with path.open("rb") as file:
            return Item(path.name, read_blueprint(file.read(MOST_COPIED + 1)), path)
    except YardError as error:
        return Item(path.name, path=path, trouble=error)
    except OSError as error:
        trouble = KeepingError("rails_stage.keep.unread", path=str(path), why=reason(error))
        return Item(path.name, path=path, trouble=trouble)


def title_of_copy(name: str, texts: Texts) -> str:
    """Return the title of a blueprint: the time of its copy, or the file's own name if a person renamed it."""
    stem = name.removesuffix(".toml")
    return titled(stem.rpartition("-")[0], _COPY_STEM, texts) or stem
