"""The proof of a dungeon: whether all floor can be reached from the start, with the keys found on the way."""

from __future__ import annotations

import msgspec

from game.core.forge.measures.walking import Ground
from game.core.forge.model.level import GATES, HEADINGS, LOCKED, RUBBLE, Level


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
    ground = Ground.of_tiles(level.tiles, level.width)
    wanted = ground.open & ~_secret(level, ground)
    doors = {
        ground.square(place % level.width, place // level.width): tile - LOCKED
        for place, tile in enumerate(level.tiles)
        if LOCKED <= tile < GATES
    }
    reached = _reached(level, ground, dict(doors))
    left = wanted & ~reached
    first = None
    if left:
        place = (left & -left).bit_length() - 1
        first = place % ground.stride, place // ground.stride
    ends = [ground.square(each.x, each.y) for each in level.entities if each.kind == "exit"]
    return DungeonProof(
        any(end & reached for end in ends), left.bit_count(), first, sum(not door & reached for door in doors)
    )


def _secret(level: Level, ground: Ground) -> int:
    """Return the squares of rooms to which only secret ways lead."""
    kinds: dict[int, set[str]] = {}
    for edge in level.graph.edges:
        for node in (edge.a, edge.b):
            kinds.setdefault(node, set()).add(edge.kind)
    found = 0
    for node, leading in kinds.items():
        if leading == {"secret"}:
            room = level.graph.nodes[node]
            for y in range(room.y, min(level.height, room.y + room.height)):
                for x in range(room.x, min(level.width, room.x + room.width)):
                    found |= ground.square(x, y)
    return found


def _reached(level: Level, ground: Ground, doors: dict[int, int]) -> int:
    """Return all squares that can be reached; `doors` gives the key of each door.

    A gate is entered only from behind it.
    """
    gates: dict[int, int] = {}
    for place, tile in enumerate(level.tiles):
        if GATES <= tile < RUBBLE:
            x, y = place % level.width, place // level.width
            dx, dy = HEADINGS[tile - GATES]
            inside = 0 <= x - dx < level.width and 0 <= y - dy < level.height
            gates[ground.square(x, y)] = ground.square(x - dx, y - dy) if inside else 0
    keys: dict[int, int] = {}
    begin = 0
    for each in level.entities:
        if each.kind == "key":
            number = each.data[0] if each.data else 0
            keys[number] = keys.get(number, 0) | ground.square(each.x, each.y)
        elif each.kind == "start":
            begin |= ground.square(each.x, each.y)
    whole = ground.open
    for shut in (*doors, *gates):
        ground.open &= ~shut
    ground.open |= begin & whole
    reached = ground.flood(begin)
    while True:
        added = sum(gate for gate, behind in gates.items() if behind & reached)
        beside = ground.beside(reached)
        added |= sum(door for door, key in doors.items() if door & beside and keys.get(key, 0) & reached)
        if not added & ~reached:
            ground.open = whole
            return reached
        ground.open |= added
        reached = ground.flood(reached | added)
