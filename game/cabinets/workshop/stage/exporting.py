"""Write levels as files: the content for each file ending, with the pictures that some endings need."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from pathlib import Path

import pygame

from game.cabinets.workshop.stage.level_view import LevelView
from game.cabinets.workshop.stage.showing import shown_of
from game.cabinets.workshop.stage.shown import Layer
from game.core.errors import SpokenError, reason
from game.core.forge.formats.document import write_json
from game.core.forge.formats.mario import write_mario
from game.core.forge.formats.tiled import SIDE, TileSheet, write_tmx
from game.core.forge.formats.written import write_csv, write_text
from game.core.forge.model.level import SIGNS, Level
from game.engine.canvas import Box, Canvas
from game.engine.light import opaque
from game.engine.sprites import blank
from game.engine.text import Typeface
from game.files import write_whole
from game.kit.levels.tiles import tile
from game.texts import Texts

MARIO = ".mario.txt"
ENDINGS = (MARIO, ".json", ".txt", ".csv", ".tmx", ".png")
"""Endings of the files that a level can be written to."""
THINGS: tuple[Layer, ...] = ("things",)
SQUARE_PX = 16
"""Pixels per square in a picture of a level, if it does not become larger than `_MOST_PX`."""
_MOST_PX = 8192
_NAMES = {"^": "spikes", "H": "ladder", "S": "spring"}
"""Names of tiles, as the last part of a text key."""


class ExportError(SpokenError):
    """A level's file could not be written."""


def nearest_told(texts: Texts, changed: Sequence[str]) -> str:
    """Return a sentence that names what was replaced by what is nearest, as `write_level_file` returned it."""
    names = ", ".join(texts.line(f"workshop.share.nearest.{_NAMES.get(each, each)}") for each in changed)
    return texts.line("workshop.share.changed", names=names)


def ending_of(path: Path) -> str | None:
    """Return which of `ENDINGS` a file has; None for none."""
    return next((ending for ending in ENDINGS if path.name.lower().endswith(ending)), None)


def write_level_file(
    level: Level, path: Path, typeface: Typeface, layers: Collection[Layer] = THINGS
) -> tuple[str, ...]:
    """Write a level in the format of its file's ending; for a map of Tiled, also a picture of its tiles beside it.

    `layers` are what a picture shows over the squares. Returns the names of things that the letters of the Mario AI
    framework cannot express (`mario.NEAREST`). Raises ExportError and LevelFileError.
    """
    changed: tuple[str, ...] = ()
    files: dict[Path, bytes] = {}
    match ending_of(path):
        case ".mario.txt":
            text, changed = write_mario(level)
            files[path] = text.encode()
        case ".json":
            files[path] = write_json(level)
        case ".txt":
            files[path] = write_text(level).encode()
        case ".csv":
            files[path] = write_csv(level).encode()
        case ".tmx":
            sheet = path.with_suffix(".tiles.png")
            files[sheet] = _png(tile_sheet(level.kind))
            files[path] = write_tmx(level, TileSheet(sheet.name, len(SIGNS[level.kind])))
        case ".png":
            files[path] = _png(picture_of_level(level, typeface, layers))
        case _:
            raise ExportError("workshop.share.ending", path=path.name, endings=" ".join(ENDINGS))
    for file, data in files.items():
        try:
            write_whole(file, data)
        except OSError as error:
            raise ExportError("workshop.share.unwritten", path=str(file), why=reason(error)) from error
    return changed


def picture_of_level(level: Level, typeface: Typeface, layers: Collection[Layer]) -> pygame.Surface:
    """Return a picture of a whole level, `SQUARE_PX` pixels per square if that is not too large."""
    size = max(1, min(SQUARE_PX, _MOST_PX // max(level.width, level.height)))
    wide, high = level.width * size + 8, level.height * size + 8
    view = LevelView(Box(0, 0, wide, high), typeface)
    view.layers = set(layers)
    view.show(shown_of(level), glow=False)
    sheet = opaque(wide, high)
    view.draw(Canvas(sheet, 1.0))
    return sheet


def tile_sheet(kind: str) -> pygame.Surface:
    """Return a picture of all tiles of a kind of level side by side, in the order of their numbers."""
    signs = SIGNS[kind]
    sheet = blank(SIDE * len(signs), SIDE)
    for number, sign in enumerate(signs):
        sheet.blit(tile(kind, sign, SIDE, 0, 15), (SIDE * number, 0))
    return sheet


def _png(surface: pygame.Surface) -> bytes:
    buffer = io.BytesIO()
    pygame.image.save(surface, buffer, "picture.png")
    return buffer.getvalue()
