"""Places things in a dungeon of rooms: start and exit, treasure in dead ends, guards and useful things elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.core.forge.model.chance import Chance
from game.core.forge.model.ground import OPEN, Ground
from game.core.forge.model.level import Entity, Graph, Node

_IS_OPEN = bytes(code in OPEN for code in range(256))
GUARDS = ("rat", "rat", "rat", "spitter", "lurker", "brute")


def furnish(ground: Ground, graph: Graph, chance: Chance) -> list[Entity]:
    """Return the things for a dungeon of rooms.

    The start is in a random room, the exit in the room most doors away, treasure in dead ends, and a guard or a useful
    thing in each other room.
    """
    rooms = graph.nodes
    if not rooms:
        return []
    first = chance.below(len(rooms))
    doors = _doors_from(first, graph)
    last = max(range(len(rooms)), key=lambda room: (doors[room], -room))
    free = _Free(ground)
    found = [free.put(rooms[first], "start", chance), free.put(rooms[last], "exit", chance)]
    ends = Counter(room for edge in graph.edges for room in {edge.a, edge.b})
    for number, room in enumerate(rooms):
        if number in (first, last):
            continue
        if ends[number] <= 1:
            found.append(free.put(room, "treasure", chance, (5 * chance.between(1, 5),)))
        elif chance.below(3):
            found.append(free.put(room, chance.one_of(GUARDS), chance))
        else:
            found.append(free.put(room, chance.one_of(("potion", "bomb", "lamp")), chance))
    return [entity for entity in found if entity is not None]


def _doors_from(first: int, graph: Graph) -> Sequence[int]:
    """Return how many doors lie between a room and each room of the graph; -1 where no way leads to it."""
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


class _Free:
    """The squares of the ground that are still free for things."""

    def __init__(self, ground: Ground) -> None:
        self._width = ground.width
        self._squares = ground.tiles.translate(_IS_OPEN)

    def put(self, room: Node, kind: str, chance: Chance, data: tuple[int, ...] = ()) -> Entity | None:
        """Take a random free square of a room for a thing. Returns the thing; None where the room is full."""
        begin, width = room.y * self._width + room.x, room.width
        starts = range(begin, begin + room.height * self._width, self._width)
        squares = b"".join([self._squares[start : start + width] for start in starts])
        count = squares.count(1)
        if not count:
            return None
        drawn = chance.below(count)
        place = drawn if count == len(squares) else [place for place, free in enumerate(squares) if free][drawn]
        down, along = divmod(place, width)
        self._squares[begin + down * self._width + along] = 0
        return Entity(kind, room.x + along, room.y + down, data)
