"""Platform levels for tests: drawn by letters, and random ones that mean to break things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from game.core.forge.model.level import PLATFORM_SIGNS, Entity, Graph, Level, Recipe


def drawn(rows: Sequence[str], *entities: Entity) -> Level:
    """A level from rows of letters."""
    tiles = bytes(PLATFORM_SIGNS.index(letter) for row in rows for letter in row)
    return _level(len(rows[0]), len(rows), tiles, entities)


def _level(width: int, height: int, tiles: bytes, entities: Iterable[Entity]) -> Level:
    recipe = Recipe("drawn", 1, 1, width, height)
    ordered = tuple(sorted(entities, key=lambda entity: entity.order))
    return Level("platform", width, height, tiles, bytes(len(tiles)), ordered, Graph(), recipe)


def wild(seed: int, width: int = 40, height: int = 14) -> Level:
    """Ground, blocks and everything else anywhere; a runner can stand at its start."""
    random = Random(seed)
    rows = [["." for _ in range(width)] for _ in range(height)]
    for y in range(height):
        for x in range(width):
            solid = y >= height - 3 and random.random() < 0.85
            rows[y][x] = "#" if solid else random.choices(PLATFORM_SIGNS, [60, 4, 4, 3, 4, 2, 5, 2, 2])[0]
    rows[5][3], rows[6][3] = ".", "#"
    entities = [Entity("start", 3, 5), Entity("goal", width - 2, 4)]
    for kind in ("walker", "giant", "flyer", "crusher", "cannon", "coin", "gem", "checkpoint"):
        for _ in range(random.randrange(4)):
            x, y = random.randrange(width), random.randrange(height)
            if rows[y][x] == ".":
                entities.append(Entity(kind, x, y, _data(kind, x, y, width, height, random)))
    return drawn(["".join(row) for row in rows], *entities)


def _data(kind: str, x: int, y: int, width: int, height: int, random: Random) -> tuple[int, ...]:
    match kind:
        case "walker" | "giant":
            ends = (random.randint(0, x), random.randint(x, width - 1))
            return ends if random.random() < 0.5 else ends[::-1]
        case "flyer":
            return (random.randint(0, y), random.randint(y, height - 1))
        case "crusher":
            return (random.randint(y, height - 1),)
        case "cannon":
            return (random.randrange(2),)
        case _:
            return ()


def mirrored(level: Level) -> Level:
    """Left for right."""
    rows = [level.tiles[y * level.width : (y + 1) * level.width][::-1] for y in range(level.height)]
    entities = [_mirrored(entity, level.width) for entity in level.entities]
    return _level(level.width, level.height, b"".join(rows), entities)


def _mirrored(entity: Entity, width: int) -> Entity:
    data = entity.data
    if entity.kind in ("walker", "giant"):
        data = tuple(width - 1 - end for end in data)
    elif entity.kind == "cannon":
        data = (1 - data[0],)
    return Entity(entity.kind, width - 1 - entity.x, entity.y, data)


def tape(seed: int, ticks: int) -> list[tuple[int, int]]:
    """Random buttons, mostly to the right, as pairs."""
    random = Random(seed)
    pairs = []
    while ticks > 0:
        length = min(ticks, random.choice((1, 2, 3, 5, 8, 13, 30)))
        held = random.choice((1, 2, 2, 0, 3)) | random.choice((0, 0, 16, 16, 4, 8, 24))
        pairs.append((length, held | (32 if random.random() < 0.01 else 0)))
        ticks -= length
    return pairs
