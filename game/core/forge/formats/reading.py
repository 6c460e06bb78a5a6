"""Reads a level from anything that somebody supplies: a code, JSON or text."""

from __future__ import annotations

import re

from game.core.forge.formats.codes import (
    LEVEL_PREFIX,
    RECIPE_PREFIX,
    LevelCodeError,
    read_level,
    read_recipe,
    write_level,
    write_recipe,
)
from game.core.forge.formats.document import read_json
from game.core.forge.formats.faults import MOST_BYTES, LevelFileError, sound
from game.core.forge.formats.mario import is_mario
from game.core.forge.formats.written import read_text
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import RecipeError
from game.core.given import TextError, text_of

_TILE_NUMBERS = re.compile(r"\d{1,3}(,\d{1,3})+", re.ASCII)


def read_any(data: str | bytes) -> Level:
    """Return the level of a code or of the content of a file, and make it where a recipe is all there is.

    Making it may take a second. Raises SpokenError for anything else.
    """
    found = read_source(data)
    return level_of(found) if isinstance(found, Recipe) else found


def read_source(data: str | bytes) -> Level | Recipe:
    """Return the level of a long code or of the content of a file, or the recipe of a short code. It makes no level.

    The recipe may be one that gives no level. Raises SpokenError for anything else.
    """
    text = file_text(data)
    begun = text[:80].lstrip()
    if begun.startswith(LEVEL_PREFIX):
        return sound(read_level(text))
    if begun[:4].upper() == RECIPE_PREFIX:
        return read_recipe(text)
    if begun.startswith("{"):
        return read_json(text.encode("utf-8", "replace"))
    if begun.startswith("SK") and "\n" not in text.strip():
        raise LevelCodeError("forge.error.code")
    _refuse_exports(text)
    return read_text(text)


def file_text(data: str | bytes) -> str:
    """Return the text of a file that holds a level or what levels are made from. Raises LevelFileError."""
    if len(data) > MOST_BYTES:
        raise LevelFileError("forge.file.large", most=MOST_BYTES >> 20)
    try:
        return text_of(data)
    except TextError as error:
        raise LevelFileError("forge.file.no_text", line=error.line) from error


def _refuse_exports(text: str) -> None:
    """Raise LevelFileError for a file that Souk writes for other programs and does not read back."""
    rows = text.split("\n")
    if text.lstrip().startswith(("<?xml", "<map")):
        raise LevelFileError("forge.file.export", ending=".tmx")
    if _TILE_NUMBERS.fullmatch(rows[0].rstrip()):
        raise LevelFileError("forge.file.export", ending=".csv")
    if is_mario([row.rstrip() for row in rows if row.strip()]):
        raise LevelFileError("forge.file.export", ending=".mario.txt")


def follows(level: Level) -> bool:
    """Return whether the level's recipe, made with this program, gives exactly this level. It makes the level anew."""
    if level.recipe.method not in METHODS:
        return False
    try:
        return level_of(level.recipe) == level
    except RecipeError:
        return False


def code_of(level: Level) -> str:
    """Return the shortest code of a level: that of its recipe where this makes the level again, else the long one."""
    return write_recipe(level.recipe) if follows(level) else write_level(level)
