"""Levels that a match is given as codes: looked at for as little as they cost to send, made when the match begins."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from game.core.forge.formats.codes import LEVEL_PREFIX, LevelCodeError, read_level, read_recipe
from game.core.forge.formats.faults import LevelFileError, sound
from game.core.forge.methods.registry import method_of
from game.core.forge.model.fault import ENDS
from game.core.forge.model.level import Kind, Level, Recipe
from game.core.forge.model.method import RecipeError
from game.core.forge.physics.world import TooMuchError, count_things
from game.core.options import OptionError

MOST_BYTES = 1 << 16
"""Most bytes of a level that the long code of a match holds."""
MONSTERS = ("rat", "spitter", "lurker", "brute")
MOST_MONSTERS, MOST_GIVEN = 256, 1200
"""Most monsters, and most things of all kinds, of a level that is played."""


class Given(NamedTuple):
    """The levels that a game may be given: its id (for text keys), their kind, and their greatest width and height."""

    game: str
    kind: Kind
    width: int
    height: int

    def look(self, code: str) -> Level | Recipe:
        """Return the level of a long code, or the recipe of a short one. It makes no level and costs milliseconds.

        Raises OptionError for what is no code, and for what a match is not given. Whether the level of a recipe can be
        played is known once it is made.
        """
        try:
            if code.lstrip().startswith(LEVEL_PREFIX):
                level = sound(read_level(code, MOST_BYTES))
                self._check(level.kind, level.width, level.height)
                self._check_things(level)
                return level
            recipe = read_recipe(code)
            method = method_of(recipe)
            self._check(method.kind, recipe.width, recipe.height)
            return method.whole(recipe)
        except LevelCodeError as error:
            raise OptionError(f"{self.game}.level.code") from error
        except (LevelFileError, RecipeError) as error:
            raise OptionError(error.key, **error.values) from error

    def level(self, code: str) -> Level:
        """Return the level of a code, making it where the code is short. Raises OptionError."""
        found = self.look(code)
        if isinstance(found, Level):
            return found
        level = method_of(found).make(found)
        self._check_things(level)
        return level

    def _check(self, kind: Kind, width: int, height: int) -> None:
        if kind != self.kind or width > self.width or height > self.height:
            raise OptionError(f"{self.game}.level.kind")

    def _check_things(self, level: Level) -> None:
        """Raise OptionError for a level without a start or end, and for one with too many things."""
        kinds = Counter(entity.kind for entity in level.entities)
        ends = kinds[ENDS[self.kind]]
        if kinds["start"] != 1 or not ends or (self.kind == "dungeon" and ends > 1):
            raise OptionError(f"{self.game}.level.kind")
        try:
            if self.kind == "platform":
                count_things(level)
        except TooMuchError as error:
            raise OptionError(f"{self.game}.level.much") from error
        if sum(kinds[kind] for kind in MONSTERS) > MOST_MONSTERS or len(level.entities) > MOST_GIVEN:
            raise OptionError(f"{self.game}.level.much")
