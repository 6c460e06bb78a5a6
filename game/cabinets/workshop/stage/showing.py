"""Levels and the notes of their methods as the kit draws them."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.workshop.stage.steps import Step, Steps
from game.core.forge.model.level import DUNGEON_SIGNS, PLATFORM_SIGNS, Level
from game.kit.levels.shown import Link, Shown, Thing

_TABLES = {
    kind: bytes(ord(signs[code]) if code < len(signs) else ord("?") for code in range(256))
    for kind, signs in (("dungeon", DUNGEON_SIGNS), ("platform", PLATFORM_SIGNS))
}


def signs_of(kind: str, tiles: bytes) -> bytes:
    """The characters of tiles."""
    return tiles.translate(_TABLES[kind])


def shown_of(level: Level) -> Shown:
    """A level as it is drawn."""
    nodes = level.graph.nodes
    middles = [(node.x + node.width / 2, node.y + node.height / 2) for node in nodes]
    return Shown(
        level.kind,
        level.width,
        level.height,
        signs_of(level.kind, level.tiles),
        level.zones,
        tuple(Thing(each.kind, each.x, each.y, each.data[0] if each.data else 0) for each in level.entities),
        tuple((x, y, node.kind) for (x, y), node in zip(middles, nodes, strict=True)),
        tuple(Link(middles[edge.a], middles[edge.b], edge.kind, edge.key) for edge in level.graph.edges),
    )


Note = tuple[str, tuple[int, ...]]


def steps_of(level: Level, notes: Sequence[Note]) -> Steps:
    """The steps that a method noted (`game.core.forge.model.method`)."""
    signs = DUNGEON_SIGNS if level.kind == "dungeon" else PLATFORM_SIGNS
    steps: list[Step] = []
    for kind, numbers in notes:
        match kind, numbers:
            case "look", (line, x, y, wide, high):
                steps.append(Step((), ((x, y, wide, high),), line))
            case "set", (line, x, y, wide, high, tile):
                steps.append(Step(((x, y, wide, high, ord(signs[tile])),), ((x, y, wide, high),), line))
            case _, (value,) if steps:
                steps[-1] = steps[-1]._replace(counters=(*steps[-1].counters, (kind, value)))
    ground = ord(signs[0])
    return Steps(level.width, level.height, ground, steps, signs_of(level.kind, level.tiles))
