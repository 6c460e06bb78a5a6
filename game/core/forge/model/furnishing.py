"""What stands in a dungeon of rooms: where one begins and leaves, treasure at its ends, and who guards it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.core.forge.model.chance import Chance
from game.core.forge.model.ground import OPEN, Ground
from game.core.forge.model.level import Entity, Graph, Node

_OPEN = bytes(OPEN)
GUARDS = ("rat", "rat", "rat", "spitter", "lurker", "brute")


def furnish(ground: Ground, graph: Graph, chance: Chance) -> list[Entity]:
    """The start in a drawn room, the exit in the one most doors away, treasure in dead ends, guards in between."""
    rooms = graph.nodes
    if not rooms:
        return []
    first = chance.below(len(rooms))
    doors = _doors_from(first, graph)
    last = max(range(len(rooms)), key=lambda room: (doors[room], -room))
    taken: set[tuple[int, int]] = set()
    found = [_put(ground, rooms[first], "start", chance, taken), _put(ground, rooms[last], "exit", chance, taken)]
    ends = Counter(room for edge in graph.edges for room in {edge.a, edge.b})
    for number, room in enumerate(rooms):
        if number in (first, last):
            continue
        if ends[number] <= 1:
            found.append(_put(ground, room, "treasure", chance, taken, (5 * chance.between(1, 5),)))
        elif chance.below(3):
            found.append(_put(ground, room, chance.one_of(GUARDS), chance, taken))
        else:
            found.append(_put(ground, room, chance.one_of(("potion", "bomb", "lamp")), chance, taken))
    return [entity for entity in found if entity is not None]


def _doors_from(first: int, graph: Graph) -> Sequence[int]:
    """How many ways lead from a room to each; -1 to where none does."""
    beside: list[list[int]] = [[] for _ in graph.nodes]
    for edge in graph.edges:
        beside[edge.a].append(edge.b)
        beside[edge.b].append(edge.a)
    found = [-1] * len(graph.nodes)
    found[first], wave = 0, [first]
    while wave:
        after = []
        for room in wave:
            for there in beside[room]:
                if found[there] < 0:
                    found[there] = found[room] + 1
                    after.append(there)
        wave = after
    return found


def _put(
    ground: Ground, room: Node, kind: str, chance: Chance, taken: set[tuple[int, int]], data: tuple[int, ...] = ()
) -> Entity | None:
    """A thing on a free square of a room; None in a room that is full."""
    rows = b"".join(ground.row(room.x, y, room.width) for y in range(room.y, room.y + room.height))
    places = [place for place, tile in enumerate(rows) if tile in OPEN] if rows.strip(_OPEN) else range(len(rows))
    gone = {(y - room.y) * room.width + x - room.x for x, y in taken if _holds(room, x, y)}
    left = [place for place in places if place not in gone] if gone else places
    if not left:
        return None
    down, along = divmod(chance.one_of(left), room.width)
    x, y = room.x + along, room.y + down
    taken.add((x, y))
    return Entity(kind, x, y, data)


def _holds(room: Node, x: int, y: int) -> bool:
    return room.x <= x < room.x + room.width and room.y <= y < room.y + room.height
