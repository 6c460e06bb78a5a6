"""Convert levels and the notes of their methods into the form in which they are drawn."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.workshop.stage.shown import Link, Shown, Thing
from game.cabinets.workshop.stage.steps import Step, Steps
from game.core.forge.model.level import SIGNS, Kind, Level, signs_of
from game.core.forge.model.method import Note
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import world_of


def shown_of(level: Level, way: tuple[tuple[float, float], ...] = ()) -> Shown:
    """Return a level in the form in which it is drawn, with the points of a way (see `points_of_way`)."""
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
        way=way,
    )


def points_of_way(level: Level) -> tuple[tuple[float, float], ...]:
    """Return where the runner's middle is, in squares, after each tick of the way that a level carries."""
    if not level.way:
        return ()
    world = world_of(level)
    runner = world.runner()
    points = []
    for ticks, buttons in level.way:
        for _ in range(ticks):
            world.run(runner, buttons, 1)
            x, y = int(runner[n.X]) + n.WIDE / 2, int(runner[n.Y]) + n.TALL / 2
            points.append((x / n.SQUARE, y / n.SQUARE))
    return tuple(points)


def steps_of(level: Level, notes: Sequence[Note]) -> Steps:
    """Return the steps that a method noted while it made a level (see `game.core.forge.model.method`)."""
    steps: list[Step] = []
    for kind, numbers in notes:
        step = _step_of(level.kind, kind, numbers)
        if step is not None:
            steps.append(step)
        elif steps:
            last, (value, *lines) = steps[-1], numbers
            steps[-1] = last._replace(counters=(*last.counters, (kind, value)), beside=(*last.beside, *lines))
    return Steps(level.width, level.height, ord(SIGNS[level.kind][0]), steps, signs_of(level.kind, level.tiles))


def _step_of(level: Kind, kind: str, numbers: tuple[int, ...]) -> Step | None:
    """Return the step of a note; None for a counter, which belongs to the step before."""
    name, _, of = kind.partition(":")
    match name, numbers:
        case "look", (line, x, y, wide, high):
            return Step((), ((x, y, wide, high),), line)
        case "set", (line, x, y, wide, high, tile):
            return Step(((x, y, wide, high, signs_of(level, bytes([tile]))),), ((x, y, wide, high),), line)
        case "rows", (line, x, y, wide, high, *tiles):
            return Step(((x, y, wide, high, signs_of(level, bytes(tiles))),), (), line)
        case "thing", (line, x, y):
            return Step((), ((x, y, 1, 1),), line, thing=(of, x, y))
        case "beat", (line, x, wide, verb):
            return Step((), (), line, beat=(x, wide, verb))
        case (("node" | "unnode" | "edge" | "unedge" | "find"), (line, *_)):
            return Step((), (), line, graph=(kind, numbers[1:]))
    return None
