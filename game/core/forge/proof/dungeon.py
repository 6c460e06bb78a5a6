"""The proof of a dungeon: whether all floor can be reached from the start, with the keys found on the way."""

from __future__ import annotations

import msgspec

from game.core.forge.measures.walking import Walkable
from game.core.forge.model.level import GATES, HEADINGS, LOCKED, Level


class DungeonProof(msgspec.Struct, frozen=True):
    """The result of flooding a dungeon from its start."""

    exit: bool
    """Whether the exit can be reached."""
    unreached: int
    """Walkable squares that cannot be reached; secret rooms do not count."""
    first: tuple[int, int] | None
    """Column and row of the first unreached square in reading order; None where all are reached."""
    shut: int
    """Locked doors whose key cannot be reached or does not exist."""

    @property
    def proved(self) -> bool:
        """Whether the exit and all walkable squares can be reached, secret rooms excepted."""
        return self.exit and not self.unreached


def prove_dungeon(level: Level) -> DungeonProof:
    """Flood a dungeon from its start and return the result. Without a start, nothing is reached."""
    ground = Walkable.of_tiles(level.tiles, level.width)
    wanted = ground.open & ~_secret(level, ground)
    doors = {tile - LOCKED: ground.of_tile(level.tiles, tile) for tile in range(LOCKED, GATES)}
    reached = _reached(level, ground, doors)
    left = wanted & ~reached
    first = None
    if left:
        place = (left & -left).bit_length() - 1
        first = place % ground.stride, place // ground.stride
    ends = [ground.square(each.x, each.y) for each in level.entities if each.kind == "exit"]
    return DungeonProof(
        any(end & reached for end in ends),
        left.bit_count(),
        first,
        sum((door & ~reached).bit_count() for door in doors.values()),
    )


def _secret(level: Level, ground: Walkable) -> int:
    """Return the squares of rooms to which only secret ways lead."""
    kinds: dict[int, set[str]] = {}
    for edge in level.graph.edges:
        for node in (edge.a, edge.b):
            kinds.setdefault(node, set()).add(edge.kind)
    found = 0
    for node, leading in kinds.items():
        if leading == {"secret"}:
            room = level.graph.nodes[node]
            wide, high = min(room.width, level.width - room.x), min(room.height, level.height - room.y)
            if wide > 0 and high > 0:
                found |= ground.of_room(room.x, room.y, wide, high)
    return found


def _reached(level: Level, ground: Walkable, doors: dict[int, int]) -> int:
    """Return all squares that can be reached; `doors` gives the doors of each key.

    A gate is entered only from behind it.
    """
    gates = [ground.of_tile(level.tiles, GATES + heading) for heading in range(len(HEADINGS))]
    keys: dict[int, int] = {}
    begin = 0
    for each in level.entities:
        if each.kind == "key":
            number = each.data[0] if each.data else 0
            keys[number] = keys.get(number, 0) | ground.square(each.x, each.y)
        elif each.kind == "start":
            begin |= ground.square(each.x, each.y)
    whole = ground.open
    for shut in (*doors.values(), *gates):
        ground.open &= ~shut
    ground.open |= begin & whole
    reached = ground.flood(begin)
    while True:
        north, east, south, west = gates
        added = north & reached >> ground.stride | east & reached << 1 | south & reached << ground.stride
        added |= west & reached >> 1
        beside = ground.beside(reached)
        for key, shut in doors.items():
            if keys.get(key, 0) & reached:
                added |= shut & beside
        if not added & ~reached:
            ground.open = whole
            return reached
        ground.open |= added
        reached = ground.flood(reached | added)
