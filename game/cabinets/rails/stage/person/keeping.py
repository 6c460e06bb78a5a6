"""Saved matches that can be continued: files in the person's folder of yards, which the match setup lists too."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from game.cabinets.rails.running.dump import read
from game.cabinets.rails.running.saves import read_save, save
from game.cabinets.rails.running.surveying import land_for
from game.cabinets.rails.yards.errors import YardError
from game.cabinets.rails.yards.yard import MOST_STATE, Words
from game.core.errors import SpokenError, reason
from game.core.moving import remove_file
from game.ground import paths
from game.ground.files import write_whole
from game.ground.texts import Texts

_BEGINS: Final = "saved "
_STEM: Final = f"{_BEGINS}%Y-%m-%d %H.%M.%S"
_MOST_BYTES: Final = 4 * MOST_STATE
_MOST: Final = 100
"""Greatest number of saved matches listed, latest first."""


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
    try:
        when = datetime.strptime(path.stem, _STEM)
    except ValueError:
        return path.stem
    values = {"year": when.year, "day": when.day, "time": f"{when:%H:%M}"}
    return texts.line("rails_stage.keep.saved", month=texts.line(f"rails_stage.keep.month.{when.month}"), **values)


def keep(dump: bytes, path: Path) -> None:
    """Write a match, given as the rules' `dump`, completely or not at all.

    Raise SpokenError if it cannot be saved or written; the file keeps what it held before.
    """
    state = read(dump, land_for)
    size, delivered = state.land.size, sum(state.delivered)
    minutes = state.tick // 480
    words = Words(
        f"{size}×{size} · {minutes} min · delivered {delivered:,}",
        f"{size}×{size} · {minutes}분 · 운송 수입 {delivered:,}",
    )
    data = save(state, words, words)
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


def kept(korean: bool) -> list[Kept]:
    """Return the saved matches, latest first; one that cannot be continued has its `trouble` set."""
    try:
        paths_ = sorted(folder().glob(f"{_BEGINS}*.toml"), reverse=True)[:_MOST]
    except OSError:
        return []
    return [_read(path, korean) for path in paths_]


def _read(path: Path, korean: bool) -> Kept:
    try:
        with path.open("rb") as file:
            yard = read_save(file.read(_MOST_BYTES))
    except YardError as error:
        return Kept(path, "", error)
    except OSError as error:
        return Kept(path, "", KeepingError("rails_stage.keep.unread", path=str(path), why=reason(error)))
    return Kept(path, yard.name.ko if korean else yard.name.en, None)
