"""Exports of the Workshop: codes on the clipboard, and files of a level."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from game.cabinets.workshop.stage.exporting import MARIO, ExportError, nearest_told, write_level_file
from game.cabinets.workshop.stage.level_view import LevelView
from game.core.errors import reason
from game.core.forge.formats.codes import write_level, write_recipe
from game.core.forge.formats.faults import MOST_BYTES, LevelFileError
from game.core.forge.model.level import Kind, Level
from game.engine.scene import Context
from game.engine.widgets import Style
from game.ground.files import free_name
from game.ground.paths import pictures
from game.scenes.page.menu import ButtonMenu, MenuItem


class Share(Enum):
    """The ways to export or import a level, each with its icon."""

    CODE = "copy"
    LEVEL = "scroll-text"
    PASTE = "log-in"
    PICTURE = "camera"
    JSON = "hash"
    TEXT = "file"
    CSV = "list"
    TMX = "layout-grid"
    MARIO = "type"


_ENDINGS = {
    Share.PICTURE: ".png",
    Share.JSON: ".json",
    Share.TEXT: ".txt",
    Share.CSV: ".csv",
    Share.TMX: ".tmx",
    Share.MARIO: MARIO,
}


def share_menu(context: Context, kind: Kind) -> ButtonMenu:
    """Return a menu that returns a `Share` possible for this kind of level."""
    line = context.texts.line
    found = [each for each in Share if each is not Share.MARIO or kind == "platform"]
    items = [MenuItem(line(f"workshop.share.{each.name.lower()}"), each.value, each) for each in found]
    return ButtonMenu(context, line("workshop.top.share"), items)


def share(context: Context, style: Style, what: Share, level: Level, view: LevelView, *, by_hand: bool) -> str:
    """Export a level in one way, and return the sentence to show. Raise SpokenError if that fails.

    A level `by_hand` follows from no recipe, so that its code is long.
    """
    line = context.texts.line
    if what in (Share.CODE, Share.LEVEL):
        style.clipboard.write(write_recipe(level.recipe) if what is Share.CODE and not by_hand else write_level(level))
        return line("workshop.share.copied")
    path = _path(level, _ENDINGS[what])
    changed = write_level_file(level, path, context.typeface, view.layers)
    told = line("workshop.share.written", path=str(path))
    if changed:
        told += " " + nearest_told(context.texts, changed)
    return told


def _path(level: Level, ending: str) -> Path:
    folder = pictures()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExportError("workshop.share.unwritten", path=str(folder), why=reason(error)) from error
    return free_name(folder, f"{level.recipe.method} {level.recipe.number}", ending)


def read_file(path: Path) -> bytes:
    """Return a file's content, at most one byte more than is allowed. Raise SpokenError if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise LevelFileError("forge.file.unread", path=str(path), why=reason(error)) from error
