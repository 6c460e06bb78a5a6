"""Measures of a dungeon: whole numbers, each computed by one formula."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.forge.measures.walking import Walkable
from game.core.forge.model.level import CORRIDOR, FLOOR, GATES, LOCKED, Entity, Graph, Level


def dungeon_measures(level: Level) -> Mapping[str, int]:
    """Return every measure of a dungeon, by name."""
    ground, graph = Walkable(level), Graph() if level.graph.is_tree else level.graph
    by_kind: dict[str, list[Entity]] = {}
    for entity in level.entities:
        by_kind.setdefault(entity.kind, []).append(entity)
    start, end = (_square(ground, by_kind.get(kind)) for kind in ("start", "exit"))
    longest = longest_way(ground, start)
    away = ground.steps_to(start, end).get(end.bit_length() - 1, 0) if start and end else 0
    return {
        "floor": thousandths(ground.open.bit_count(), len(level.tiles)),
        "corridor": corridor_share(level.tiles),
        "rooms": min(1000, len(graph.nodes)),
        "loops": min(1000, loops(graph)),
        "branching": branching(graph),
        "ends": min(1000, dead_ends(ground)),
        "longest": min(1000, longest),
        "span": thousandths(away, longest),
        "locks": lock_depth(level, start),
        "aside": treasure_aside(ground, start, end, by_kind.get("treasure", [])),
    }


def _square(ground: Walkable, found: list[Entity] | None) -> int:
    return ground.square(found[0].x, found[0].y) if found else 0


def thousandths(part: int, whole: int) -> int:
    """Return a share of a whole in thousandths, at most 1000; 0 where the whole is 0.

    >>> thousandths(1, 3), thousandths(5, 0), thousandths(9, 3)
    (333, 0, 1000)
    """
    return min(1000, 1000 * part // whole) if whole else 0


def corridor_share(tiles: bytes) -> int:
    """Return the share of corridor among squares of corridor and floor, in thousandths.

    >>> corridor_share(bytes((CORRIDOR, FLOOR, FLOOR, FLOOR)))
    250
    """
    corridors = tiles.count(CORRIDOR)
    return thousandths(corridors, corridors + tiles.count(FLOOR))


def loops(graph: Graph) -> int:
    """Return the number of independent loops in a graph: edges − nodes + connected parts.

    >>> from game.core.forge.model.level import Edge, Node
    >>> loops(Graph((Node("room", 0, 0, 1, 1),) * 3, (Edge(0, 1), Edge(1, 2), Edge(0, 2))))
    1
    """
    part = list(range(len(graph.nodes)))

    def head(node: int) -> int:
        while part[node] != node:
            part[node] = node = part[part[node]]
        return node

    found = 0
    for edge in graph.edges:
        first, second = head(edge.a), head(edge.b)
        found += first == second
        part[first] = second
    return found


def branching(graph: Graph) -> int:
    """Return the share of nodes with three or more ways, in thousandths.

    >>> from game.core.forge.model.level import Edge, Node
    >>> branching(Graph((Node("room", 0, 0, 1, 1),) * 4, (Edge(0, 1), Edge(0, 2), Edge(0, 3))))
    250
    """
    ways = [0] * len(graph.nodes)
    for edge in graph.edges:
        ways[edge.a] += 1
        ways[edge.b] += 1
    return thousandths(sum(count >= 3 for count in ways), len(ways))


def dead_ends(ground: Walkable) -> int:
    """Return the number of open squares with exactly one open neighbour."""
    wide, squares = ground.stride, ground.open
    once = twice = 0
    for moved in (squares << 1, squares >> 1, squares << wide, squares >> wide):
        twice |= once & moved
        once |= moved
    return (squares & once & ~twice).bit_count()


def longest_way(ground: Walkable, start: int) -> int:
    """Return the steps between two distant squares: the furthest from the start, and the furthest from that one."""
    _, far = ground.furthest(start or ground.open & -ground.open)
    return ground.furthest(far)[0]


def lock_depth(level: Level, start: int) -> int:
    """Return after how many rounds no further lock opens,
    where each round opens every lock whose key can then be reached."""
    ground = Walkable(level, locked=True)
    doors = {tile - LOCKED: of for tile in range(LOCKED, GATES) if (of := ground.of_tile(level.tiles, tile))}
    if not doors or not start:
        return 0
    keys = {
        each.data[0] if each.data else 0: ground.square(each.x, each.y) for each in level.entities if each.kind == "key"
    }
    depth = 0
    while True:
        reached = ground.flood(start)
        opened = [key for key in doors if keys.get(key, 0) & reached]
        if not opened:
            return depth
        depth += 1
        for key in opened:
            ground.open |= doors.pop(key)


def treasure_aside(ground: Walkable, start: int, end: int, treasures: list[Entity]) -> int:
    """Return the share of treasures that lie on no shortest way from the start to the exit, in thousandths."""
    places = 0
    for each in treasures:
        places |= ground.square(each.x, each.y)
    if not (start and end and places):
        return 0
    there, back = ground.steps_to(start, places | end), ground.steps_to(end, places)
    away = there.get(end.bit_length() - 1)
    on_the_way = sum(there[place] + back[place] == away for place in there.keys() & back.keys())
    return thousandths(places.bit_count() - on_the_way, places.bit_count())
