"""What leaves the Workshop and what comes in: codes by the clipboard, a picture, the level as text."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from game.cabinets.workshop.stage.showing import shown_of
from game.core.errors import SpokenError, reason
from game.core.forge.formats.codes import LEVEL_PREFIX, read_level, read_recipe, write_level, write_recipe
from game.core.forge.methods.registry import level_of
from game.core.forge.model.level import Level
from game.engine.canvas import Box, Canvas
from game.engine.light import opaque
from game.engine.pictures import write_png
from game.engine.scene import Context
from game.engine.widgets import Style
from game.files import free_name, write_whole
from game.kit.levels.view import LevelView
from game.paths import pictures
from game.scenes.page.menu import ButtonMenu, MenuItem

SQUARE_PX = 16
"""Of a picture."""
_MOST_PX = 8192


class SharingError(SpokenError):
    """A file could not be written."""


def read_code(text: str) -> Level:
    """The level of a code of either kind. Raises LevelCodeError or RecipeError."""
    if text.strip().startswith(LEVEL_PREFIX):
        return read_level(text)
    return level_of(read_recipe(text))


def code_of(level: Level) -> str:
    """The shortest code that gives this level again."""
    try:
        if level_of(level.recipe) == level:
            return write_recipe(level.recipe)
    except SpokenError:
        pass
    return write_level(level)


def text_of(level: Level) -> str:
    """A level's squares, a line a row."""
    signs = shown_of(level).signs.decode("ascii")
    rows = (signs[row * level.width : (row + 1) * level.width] for row in range(level.height))
    return "\n".join(rows) + "\n"


def csv_of(level: Level) -> str:
    """A level's squares as numbers of tiles, a line a row."""
    rows = (level.tiles[row * level.width : (row + 1) * level.width] for row in range(level.height))
    return "\n".join(",".join(map(str, row)) for row in rows) + "\n"


def write_text(level: Level, suffix: str) -> Path:
    """Keep the level as a file of text in the folder of pictures; its path. Raises SharingError."""
    path = _path(level, suffix)
    try:
        write_whole(path, (text_of(level) if suffix == ".txt" else csv_of(level)).encode())
    except OSError as error:
        raise SharingError("workshop.share.unwritten", path=str(path), why=reason(error)) from error
    return path


def write_picture(context: Context, level: Level, view: LevelView) -> Path:
    """Keep a picture of the whole level with the layers that are seen; its path. Raises SharingError."""
    size = max(1, min(SQUARE_PX, _MOST_PX // max(level.width, level.height)))
    wide, high = level.width * size + 8, level.height * size + 8
    drawn = LevelView(Box(0, 0, wide, high), context.typeface)
    drawn.layers = set(view.layers)
    drawn.show(shown_of(level), glow=False)
    sheet = opaque(wide, high)
    drawn.draw(Canvas(sheet, 1.0))
    path = _path(level, ".png")
    try:
        write_png(sheet, path)
    except OSError as error:
        raise SharingError("workshop.share.unwritten", path=str(path), why=reason(error)) from error
    return path


def _path(level: Level, suffix: str) -> Path:
    folder = pictures()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SharingError("workshop.share.unwritten", path=str(folder), why=reason(error)) from error
    return free_name(folder, f"{level.recipe.method} {level.recipe.number}", suffix)


class Share(Enum):
    """What can be done with a level; its icon."""

    CODE = "copy"
    LEVEL = "scroll-text"
    PASTE = "log-in"
    PICTURE = "camera"
    TEXT = "file"
    CSV = "list"


def share_menu(context: Context) -> ButtonMenu:
    """Returns a Share."""
    line = context.texts.line
    items = [MenuItem(line(f"workshop.share.{each.name.lower()}"), each.value, each) for each in Share]
    return ButtonMenu(context, line("workshop.top.share"), items)


def share(context: Context, style: Style, what: Share, level: Level, view: LevelView) -> str:
    """Do it; what there is to say. Raises SharingError."""
    line = context.texts.line
    if what in (Share.CODE, Share.LEVEL):
        style.clipboard.write(code_of(level) if what is Share.CODE else write_level(level))
        return line("workshop.share.copied")
    path = write_picture(context, level, view) if what is Share.PICTURE else write_text(level, f".{_SUFFIXES[what]}")
    return line("workshop.share.written", path=str(path))


_SUFFIXES = {Share.TEXT: "txt", Share.CSV: "csv"}
