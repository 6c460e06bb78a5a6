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
from game.core.forge.formats.tiled import SIDE, TileSheet, look_of, write_tmx
from game.core.forge.formats.written import write_csv, write_text
from game.core.forge.model.level import SIGNS, Level
from game.engine.canvas import Box, Canvas
from game.engine.light import opaque
from game.engine.sprites import blank
from game.engine.text import Typeface
from game.ground.files import write_whole
from game.ground.texts import Texts
from game.kit.levels.things import THINGS as THINGS_DRAWN
from game.kit.levels.things import thing
from game.kit.levels.tiles import exposed, tile

MARIO = ".mario.txt"
ENDINGS = (MARIO, ".json", ".txt", ".csv", ".tmx", ".png")
"""Endings of the files that a level can be written to."""
THINGS: tuple[Layer, ...] = ("things",)
SQUARE_PX = 16
"""Pixels per square in a picture of a level, if it does not become larger than `_MOST_PX`."""
_MOST_PX = 8192
_ALONE = 15
"""The exposed sides of a square that stands alone."""
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
            picture, told = tile_sheet(level, sheet.name)
            files[sheet] = _png(picture)
            files[path] = write_tmx(level, told)
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


def tile_sheet(level: Level, name: str) -> tuple[pygame.Surface, TileSheet]:
    """Return a picture of tiles side by side, and what stands where in it; `name` is that of its file.

    First come the level's kinds of squares, in the order of their numbers, then how its squares look among their
    neighbours, then its things.
    """
    signs = SIGNS[level.kind]
    alone = [(sign, _ALONE) for sign in signs]
    around = _edges(level)
    looks = [look for look in dict.fromkeys(around) if look[0] and _differs(level.kind, *look)]
    things = [*dict.fromkeys(look_of(each) for each in level.entities if each.kind in THINGS_DRAWN)]
    pictures = [tile(level.kind, sign, SIDE, 0, edges) for sign, edges in (*alone, *looks)]
    pictures += [thing(kind, SIDE, number) for kind, number in things]
    sheet = blank(SIDE * len(pictures), SIDE)
    sheet.blits([(picture, (SIDE * number, 0)) for number, picture in enumerate(pictures)])
    number_of = {look: number for number, look in enumerate(looks, len(signs) + 1)}
    of_things = {look: number for number, look in enumerate(things, len(signs) + len(looks) + 1)}
    return sheet, TileSheet(name, len(pictures), tuple(number_of.get(look, 0) for look in around), of_things)


def _differs(kind: str, sign: str, edges: int) -> bool:
    """Return whether a square looks otherwise among its neighbours than alone."""
    among, alone = (pygame.image.tobytes(tile(kind, sign, SIDE, 0, sides), "RGBA") for sides in (edges, _ALONE))
    return among != alone


def _edges(level: Level) -> list[tuple[str, int]]:
    """Return the sign and the exposed sides of each square; beyond the level's edge everything goes on as it is."""
    signs, wide = SIGNS[level.kind], level.width
    rows = [
        [signs[tile] if tile < len(signs) else "" for tile in level.tiles[row * wide : (row + 1) * wide]]
        for row in range(level.height)
    ]
    found = []
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            above, below = rows[max(0, y - 1)][x], rows[min(level.height - 1, y + 1)][x]
            left, right = row[max(0, x - 1)], row[min(wide - 1, x + 1)]
            found.append((sign, exposed(level.kind, sign, above, right, below, left)))
    return found


def _png(surface: pygame.Surface) -> bytes:
    buffer = io.BytesIO()
    pygame.image.save(surface, buffer, "picture.png")
    return buffer.getvalue()
