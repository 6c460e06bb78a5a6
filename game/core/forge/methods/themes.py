"""Themes of a partition: parts with one entrance can be locked; and the sample dungeon of the book's chapter 3.

Source: Shaker and others 2016, figures 3.3 to 3.5. The letters of parts are those in the figures.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.forge.methods.parts import Part
from game.core.forge.model.ground import Ground
from game.core.forge.model.level import LOCKED, ROCK, Edge, Entity, Graph, Level, Node
from game.core.forge.model.method import NoteT

LEAST = 5
"""Shortest side that a cut of the sample may leave; cuts that would leave a shorter side are omitted."""
TREASURY, CASTERS, CELLAR = 1, 2, 3
"""The zones of the parts B, F and G in figure 3.5 of Shaker and others (2016)."""
_WEAK, _STRONG = "rat", "spitter"


def cut(whole: Part, cut_line: int, done_line: int, note: NoteT) -> None:
    """Cut the ground as in figure 3.3 of Shaker and others (2016).

    A is cut into B and C, B into D and E, C into F and G, F into H and I, G into J and K, H into L and M.
    """

    def across(part: Part, percent: int) -> list[Part]:
        at = part.width * percent // 100
        if min(at, part.width - at) < LEAST:
            return []
        note("look", (cut_line, part.x + at, part.y, 0, part.height))
        return list(part.cut_across(at))

    def down(part: Part, percent: int) -> list[Part]:
        at = part.height * percent // 100
        if min(at, part.height - at) < LEAST:
            return []
        note("look", (cut_line, part.x, part.y + at, part.width, 0))
        return list(part.cut_down(at))

    b_c = across(whole, 38)
    d_e = [leaf for b in b_c[:1] for leaf in across(b, 47)]
    f_g = [half for c in b_c[1:] for half in down(c, 52)]
    h_i = [half for f in f_g[:1] for half in across(f, 58)]
    j_k = [leaf for g in f_g[1:] for leaf in down(g, 48)]
    l_m = [leaf for h in h_i[:1] for leaf in down(h, 46)]
    for number, leaf in enumerate([*d_e, *j_k, *h_i[1:], *l_m]):
        note("look", (done_line, leaf.x, leaf.y, leaf.width, leaf.height))
        note("leaves", (number + 1,))


def name(whole: Part) -> None:
    """Give parts the zones and rounded rooms of figure 3.5 in Shaker and others (2016)."""
    b, c = whole.halves or (whole, whole)
    for leaf in b.leaves():
        leaf.zone = TREASURY
    for half, zone in zip(c.halves or (), (CASTERS, CELLAR), strict=False):
        for leaf in half.leaves():
            leaf.zone, leaf.round = zone, True


def cut_corners(ground: Ground, line: int, x: int, y: int, width: int, height: int) -> tuple[int, int, int, int]:
    """Fill the corners of a room with rock. Returns the rectangle that is still all floor."""
    right, bottom = x + width - 1, y + height - 1
    for corner_x, inward_x in ((x, 1), (right, -1)):
        for corner_y, inward_y in ((y, 1), (bottom, -1)):
            ground.put(line, corner_x, corner_y, ROCK)
            if min(width, height) >= 7:
                ground.put(line, corner_x + inward_x, corner_y, ROCK)
                ground.put(line, corner_x, corner_y + inward_y, ROCK)
    return x + 1, y + 1, width - 2, height - 2


def entrances(ground: Ground, part: Part) -> list[tuple[int, int]]:
    """Return the open squares of a part that have an open neighbour outside it."""
    found = []
    for x in range(part.x, part.x + part.width):
        for y, outside in ((part.y, part.y - 1), (part.y + part.height - 1, part.y + part.height)):
            if ground.is_open(x, y) and ground.is_open(x, outside):
                found.append((x, y))
    for y in range(part.y, part.y + part.height):
        for x, outside in ((part.x, part.x - 1), (part.x + part.width - 1, part.x + part.width)):
            if ground.is_open(x, y) and ground.is_open(outside, y):
                found.append((x, y))
    return found


def lock_one(ground: Ground, whole: Part, graph: Graph, standing: list[Entity], line: int, note: NoteT) -> Level:
    """Return the level with a lock on the first themed part that has one entrance and does not hold the start.

    Only treasure lies in the locked part.
    """
    start = next(each for each in standing if each.kind == "start")
    for part in _themed(whole):
        ways = entrances(ground, part)
        if len(ways) == 1 and not _holds(part, start) and len(part.leaves()) < len(graph.nodes):
            return _locked(ground, part, ways[0], graph, standing, line, note)
    return ground.level(standing, graph)


def figure(ground: Ground, whole: Part, graph: Graph, standing: list[Entity], line: int, note: NoteT) -> Level:
    """Return the level of figure 3.5 in Shaker and others (2016):
    B is locked and holds treasure, L its key, F strong monsters, G weak ones."""
    b, c = whole.halves or (whole, whole)
    rooms = [graph.nodes[leaf.room] for leaf in c.leaves()]
    middles = [(room.x + room.width // 2, room.y + room.height // 2) for room in rooms]
    kept = [Entity("start", *middles[-1]), Entity("exit", *middles[-2])] if len(rooms) > 1 else standing
    guards = [
        Entity(kind, room.x, room.y)
        for room in rooms
        for kind in ([_WEAK] if room.zone == CELLAR else [_STRONG] if room.zone == CASTERS else [])
        if (room.x, room.y) not in middles[-2:]
    ]
    ways = entrances(ground, b)
    if len(ways) != 1 or len(rooms) < 2:
        return ground.level(standing, graph)
    return _locked(ground, b, ways[0], graph, kept + guards, line, note, key_room=rooms[0])


def _themed(whole: Part) -> list[Part]:
    """Return the largest parts that lie in a single zone each."""
    waiting, found = [whole], []
    while waiting:
        part = waiting.pop(0)
        zones = {leaf.zone for leaf in part.leaves()}
        if len(zones) == 1 and part.leaves()[0].zone:
            found.append(part)
        else:
            waiting += part.halves or ()
    return found


def _holds(part: Part, entity: Entity) -> bool:
    return part.x <= entity.x < part.x + part.width and part.y <= entity.y < part.y + part.height


def _locked(
    ground: Ground,
    part: Part,
    way: tuple[int, int],
    graph: Graph,
    standing: Sequence[Entity],
    line: int,
    note: NoteT,
    key_room: Node | None = None,
) -> Level:
    """Return the level with an entrance locked, only treasure behind it, and the key in a room before it."""
    inside = {leaf.room for leaf in part.leaves()}
    ground.put(line, *way, LOCKED)
    kept = [each for each in standing if each.kind == "exit" or not _holds(part, each)]
    for room in sorted(inside):
        node = graph.nodes[room]
        square = node.x + node.width // 2, node.y + node.height // 2
        if square not in {(each.x, each.y) for each in kept}:
            kept.append(Entity("treasure", *square, (25,)))
    outside = [node for number, node in enumerate(graph.nodes) if number not in inside]
    rooms = [key_room] if key_room is not None else sorted(outside, key=lambda node: node.width * node.height)
    taken = {(each.x, each.y) for each in kept}
    squares = [
        (x, y)
        for node in rooms
        for y in range(node.y, node.y + node.height)
        for x in range(node.x, node.x + node.width)
        if (x, y) not in taken
    ]
    kept.append(Entity("key", *squares[len(squares) // 3], (0,)))
    note("thing:key", (line, *squares[len(squares) // 3]))
    edges = tuple(
        Edge(edge.a, edge.b, "locked", 0) if (edge.a in inside) != (edge.b in inside) else edge for edge in graph.edges
    )
    return ground.level(kept, Graph(graph.nodes, edges))
