"""Errors in levels that come from files and texts."""

from __future__ import annotations

from game.core.errors import SpokenError
from game.core.forge.model.level import SIGNS, Level

MOST_BYTES = 1 << 20
"""Most bytes of a level's file that is read."""


class LevelFileError(SpokenError):
    """A file or text does not hold a level that can be shown."""


def sound(level: Level) -> Level:
    """Return the level if its parts agree with each other; whether it can be played is not checked.

    Raises LevelFileError, which names the first wrong square, thing or edge.
    """
    squares = level.width * level.height
    if len(level.tiles) != squares or len(level.zones) not in (0, squares):
        raise LevelFileError("forge.file.squares", width=level.width, height=level.height)
    known = len(SIGNS[level.kind])
    if level.tiles and max(level.tiles) >= known:
        place = next(place for place, tile in enumerate(level.tiles) if tile >= known)
        raise LevelFileError(
            "forge.file.tile", x=place % level.width, y=place // level.width, tile=str(level.tiles[place])
        )
    for entity in level.entities:
        if not (entity.x < level.width and entity.y < level.height):
            raise LevelFileError("forge.file.outside", kind=entity.kind, x=entity.x, y=entity.y)
    nodes = len(level.graph.nodes)
    for edge in level.graph.edges:
        if not (0 <= edge.a < nodes and 0 <= edge.b < nodes):
            raise LevelFileError("forge.file.edge", a=edge.a, b=edge.b, count=nodes)
    return level
