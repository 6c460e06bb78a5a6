"""What is wrong with a level that somebody delivers: the first thing, and where."""

from __future__ import annotations

from typing import NamedTuple

from game.core.forge.model.level import SIGNS, Level, signs_of

ENDS = {"dungeon": "exit", "platform": "goal"}
"""What a level ends with, by its kind."""
_SOLID = {"dungeon": " #%", "platform": "#B?T"}


class Fault(NamedTuple):
    """Why a level is not taken."""

    key: str
    """`size`, `squares`, `tile`, `outside`, `buried`, `start` or `end`: the last part of a text key."""
    x: int = -1
    y: int = -1
    """The square it is about; -1 where it is about none."""
    thing: str = ""
    """The kind of thing it is about."""
    many: int = 0
    """How many of it there are, where exactly one is asked for."""


def fault_of(level: Level, size: tuple[int, int]) -> Fault | None:
    """The first thing wrong with a level of that wished size; None where it may be delivered."""
    if (level.width, level.height) != size:
        return Fault("size")
    known = SIGNS[level.kind]
    if len(level.tiles) != level.width * level.height or len(level.zones) not in (0, len(level.tiles)):
        return Fault("squares")
    for place, tile in enumerate(level.tiles):
        if tile >= len(known):
            return Fault("tile", place % level.width, place // level.width)
    drawn = signs_of(level.kind, level.tiles).decode()
    for entity in level.entities:
        if not (0 <= entity.x < level.width and 0 <= entity.y < level.height):
            return Fault("outside", entity.x, entity.y, entity.kind)
        if drawn[entity.y * level.width + entity.x] in _SOLID[level.kind] and entity.kind != "cannon":
            return Fault("buried", entity.x, entity.y, entity.kind)
    for thing, key in (("start", "start"), (ENDS[level.kind], "end")):
        count = sum(entity.kind == thing for entity in level.entities)
        if count != 1:
            return Fault(key, thing=thing, many=count)
    return None
