"""What is wrong with a level that a generator delivers: the first fault, and where."""

from __future__ import annotations

from typing import NamedTuple

from game.core.forge.model.level import SIGNS, Level, signs_of

ENDS = {"dungeon": "exit", "platform": "goal"}
"""The thing that ends a level, by kind of level."""
_SOLID = {"dungeon": " #%", "platform": "#B?T"}


class Fault(NamedTuple):
    """What is wrong with a refused level: the kind of fault, and the square or thing at fault."""

    key: str
    """The kind of fault: `size`, `squares`, `tile`, `outside`, `buried`, `start` or `end`;
    the last part of a text key."""
    x: int = -1
    y: int = -1
    """The row of the faulty square (`x` is its column); both are -1 where the fault is not about a square."""
    thing: str = ""
    """The kind of thing that the fault is about; "" where it is not about a thing."""
    many: int = 0
    """How many such things the level has, where exactly one is needed."""


def fault_of(level: Level, size: tuple[int, int]) -> Fault | None:
    """Return the first fault of a level that should have this size; None where it may be delivered."""
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
