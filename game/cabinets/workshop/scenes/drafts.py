"""Levels that a person drew and left: each is kept in a file, and offered when the Workshop is opened again."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from game.core.errors import SpokenError, reason
from game.core.forge.formats.codes import write_level
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Level
from game.core.moving import remove_file
from game.engine.scene import Context
from game.ground import paths
from game.ground.files import write_new, write_whole
from game.ground.texts import Texts
from game.scenes.page.menu import ButtonMenu, MenuItem

_MOST: Final = 5
"""Greatest number of drafts offered, latest first; older ones stay in their folder."""
_ENDING: Final = ".txt"


class DraftError(SpokenError):
    """A drawn level could not be kept, or a kept one not be removed; other files are unharmed."""


@dataclass(frozen=True)
class Offered:
    """What a person wants with the drafts: to go on with one, or to throw them away."""

    drafts: tuple[Path, ...]
    goes_on: bool


def folder() -> Path:
    """Return the folder of the drafts."""
    return paths.lists() / "workshop" / "drawn"


def keep(level: Level, path: Path | None) -> None:
    """Write a level to the draft at `path`, or to a new one. Raises DraftError."""
    data = f"{write_level(level)}\n".encode()
    try:
        if path is None:
            write_new(folder(), f"{level.recipe.method} {level.recipe.number}", _ENDING, data)
        else:
            write_whole(path, data)
    except OSError as error:
        raise DraftError("workshop.draft.unkept", path=str(folder()), why=reason(error)) from error


def forget(drafts: Sequence[Path]) -> None:
    """Remove drafts. Raises DraftError."""
    for path in drafts:
        try:
            remove_file(path)
        except OSError as error:
            raise DraftError("workshop.draft.unremoved", path=str(path), why=reason(error)) from error


def latest() -> list[tuple[Path, float]]:
    """Return the drafts to offer, latest first, each with the time at which it was written."""
    found = []
    with suppress(OSError):
        for path in folder().glob(f"*{_ENDING}"):
            with suppress(OSError):
                found.append((path, path.stat().st_mtime))
    return sorted(found, key=lambda draft: (-draft[1], draft[0].name))[:_MOST]


def draft_menu(context: Context) -> ButtonMenu | None:
    """Return a menu that returns an `Offered`; None where no level was drawn and left."""
    drafts, line = latest(), context.texts.line
    if not drafts:
        return None
    items = [
        MenuItem(
            _title(path, context.texts),
            "pencil",
            Offered((path,), goes_on=True),
            primary=not number,
            under=f"{datetime.fromtimestamp(written):%Y-%m-%d %H:%M}",
        )
        for number, (path, written) in enumerate(drafts)
    ]
    gone = Offered(tuple(path for path, _ in drafts), goes_on=False)
    items += [
        MenuItem(line("workshop.draft.later"), "moon", None, under=line("workshop.draft.asked_again")),
        MenuItem(line("workshop.draft.forget"), "trash-2", gone, under=line("workshop.draft.for_good")),
    ]
    return ButtonMenu(context, line("workshop.draft.title"), items)


def _title(path: Path, texts: Texts) -> str:
    """Return a draft's method and number; the file's own name if a person renamed it."""
    method, _, rest = path.stem.partition(" ")
    number = rest.rpartition("-")[0]
    if method not in METHODS or not number.isdecimal():
        return path.stem
    return texts.line("workshop.draft.level", name=texts.line(f"workshop.method.{method}.name"), number=int(number))
