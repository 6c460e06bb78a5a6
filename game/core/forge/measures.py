"""What can be said of a level in whole numbers, each by one formula."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.forge.model.level import CORRIDOR, FLOOR, HEADINGS, ROCK, WALL, Level


def measures(level: Level) -> Mapping[str, int]:
    """Every measure of a level's kind, by name; shares in thousandths.

    `floor`: squares that are floor or corridor, of all. `corridor`: those that are corridor, of them. `rooms`: nodes of
    the graph. `loops`: ways in the graph that a tree would not need. `ends`: open squares with one open neighbour.
    """
    open_squares = {place for place, tile in enumerate(level.tiles) if tile not in (ROCK, WALL)}
    corridors = level.tiles.count(CORRIDOR)
    return {
        "floor": 1000 * len(open_squares) // len(level.tiles),
        "corridor": 1000 * corridors // max(1, corridors + level.tiles.count(FLOOR)),
        "rooms": len(level.graph.nodes),
        "loops": loops(level),
        "ends": sum(_neighbours(place, open_squares, level.width) == 1 for place in open_squares),
    }


def loops(level: Level) -> int:
    """Edges of the graph less those of a tree over each of its parts."""
    part = list(range(len(level.graph.nodes)))

    def head(node: int) -> int:
        while part[node] != node:
            node = part[node]
        return node

    found = 0
    for edge in level.graph.edges:
        first, second = head(edge.a), head(edge.b)
        found += first == second
        part[first] = second
    return found


def _neighbours(place: int, open_squares: set[int], width: int) -> int:
    x = place % width
    around = (place + dx + dy * width for dx, dy in HEADINGS if 0 <= x + dx < width)
    return sum(other in open_squares for other in around)
