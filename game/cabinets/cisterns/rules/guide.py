"""The level of the first dungeon, which everybody enters first: each thing is shown alone before it is needed."""

from __future__ import annotations

from functools import lru_cache

from game.core.forge.model.ground import walled
from game.core.forge.model.level import DUNGEON_SIGNS, Entity, Graph, Level, Recipe

_ROWS = (
    "                        ",
    " ......                 ",
    " ......   .......       ",
    " ......,,,.......       ",
    " ......   .......       ",
    " ......   .......       ",
    "             ,          ",
    "             ,          ",
    "      .......,......    ",
    "      ..............    ",
    " ,,,A,..............    ",
    " ,    ..............    ",
    " ,    ..............    ",
    " ....                   ",
    " ....                   ",
    "                        ",
)
_THINGS = (
    ("start", 2, 3, 0),
    ("treasure", 4, 3, 10),
    ("lamp", 12, 2, 0),
    ("rat", 14, 4, 0),
    ("key", 18, 9, 0),
    ("rat", 16, 12, 0),
    ("brute", 18, 11, 0),
    ("potion", 7, 8, 0),
    ("treasure", 8, 12, 25),
    ("exit", 3, 14, 0),
)
"""Kind, column, row and value of each thing: treasure nearby, a rat by a lamp, a door with its key in sight, two
monsters that hit each other if the hero steps aside, the stairs."""


@lru_cache(maxsize=1)
def guide_level() -> Level:
    """Return the first level: 24 × 16 squares, one floor. Cached."""
    width, height = len(_ROWS[0]), len(_ROWS)
    tiles = walled(bytes(DUNGEON_SIGNS.index(sign) for row in _ROWS for sign in row), width)
    entities = tuple(
        sorted(
            (Entity(kind, x, y, (value,) if value or kind == "key" else ()) for kind, x, y, value in _THINGS),
            key=lambda entity: entity.order,
        )
    )
    recipe = Recipe("guide", 1, 1, width, height)
    return Level("dungeon", width, height, tiles, bytes(len(tiles)), entities, Graph(), recipe)
