"""A level as JSON: its squares as rows of characters, everything else by name."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from game.core.errors import UNDECODABLE
from game.core.forge.formats.faults import LevelFileError, sound
from game.core.forge.formats.written import rows_of
from game.core.forge.model.level import SIGNS, Graph, Kind, Level, Recipe, Things, Way

_Row = Annotated[str, msgspec.Meta(max_length=320)]


class LevelDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of the JSON file. `zones` has a list of zone numbers for each row of squares, or is empty."""

    souk_level: Literal[1]
    kind: Kind
    tiles: Annotated[tuple[_Row, ...], msgspec.Meta(min_length=1, max_length=320)]
    recipe: Recipe
    entities: Things = ()
    graph: Graph = Graph()
    zones: tuple[tuple[int, ...], ...] = ()
    way: Way = ()


_DECODER = msgspec.json.Decoder(LevelDocument)


def write_json(level: Level) -> bytes:
    """Return a whole level as JSON."""
    wide = level.width
    zones = tuple(tuple(level.zones[start : start + wide]) for start in range(0, len(level.zones), wide))
    document = LevelDocument(
        1, level.kind, tuple(rows_of(level)), level.recipe, level.entities, level.graph, zones, level.way
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def read_json(data: bytes) -> Level:
    """Return the level of a JSON file. Raises LevelFileError."""
    try:
        document = _DECODER.decode(data)
    except UNDECODABLE as error:
        raise LevelFileError("forge.file.fault", why=str(error)) from error
    rows, signs = document.tiles, SIGNS[document.kind]
    width = len(rows[0])
    for number, row in enumerate(rows):
        if len(row) != width or not width:
            raise LevelFileError("forge.file.row", row=number, found=len(row), wanted=width)
        if strange := set(row) - set(signs):
            raise LevelFileError("forge.file.row_sign", row=number, sign=min(strange))
    try:
        zones = bytes(zone for row in document.zones for zone in row)
    except ValueError as error:
        raise LevelFileError("forge.file.zone") from error
    tiles = bytes(map(signs.index, "".join(rows)))
    things = tuple(sorted(document.entities, key=lambda entity: entity.order))
    level = Level(document.kind, width, len(rows), tiles, zones, things, document.graph, document.recipe, document.way)
    return sound(level)
