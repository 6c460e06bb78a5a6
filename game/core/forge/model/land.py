"""The land of a platform level: tiles and things. Each change is told to a listener (`NoteT`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from game.core.forge.model.level import AIR, BLOCK, COIN_BLOCK, GROUND, PIPE, Entity, Graph, Level, Recipe
from game.core.forge.model.method import NoteT

HIGHEST_ROW = 5
"""The highest row that ground may have."""
FLAT_START, FLAT_END = 6, 8
"""How many columns at the start and at the end of a level are flat and safe."""
GOAL_FROM_END = 4
CHECKPOINT_EVERY = 32
CHECKPOINT_AT_LAST = 36
"""Columns without a checkpoint after which a less comfortable square is accepted."""
SOLID = frozenset((GROUND, BLOCK, COIN_BLOCK, PIPE))
_IS_SOLID = bytes(tile in SOLID for tile in range(256))
_IS_AIR = bytes(tile == AIR for tile in range(256))
_RUNS = re.compile(rb"\x01+")
MOVERS = frozenset(("walker", "giant", "flyer", "crusher", "cannon"))


class Land:
    """A map that begins as air and is built into."""

    def __init__(self, recipe: Recipe, note: NoteT) -> None:
        self.recipe = recipe
        self.width, self.height = recipe.width, recipe.height
        self.tiles = bytearray(self.width * self.height)
        self.entities: list[Entity] = []
        self._note = note

    def put(self, line: int, x: int, y: int, tile: int, wide: int = 1, high: int = 1) -> None:
        """Set the tile of a rectangle, and note the step."""
        for row in range(y, y + high):
            start = row * self.width + x
            self.tiles[start : start + wide] = bytes((tile,)) * wide
        self._note("set", (line, x, y, wide, high, tile))

    def fill(self, line: int, x: int, row: int, wide: int = 1) -> None:
        """Turn columns into ground, from `row` to the bottom."""
        self.put(line, x, row, GROUND, wide, self.height - row)

    def add(self, line: int, kind: str, x: int, y: int, *data: int) -> None:
        """Put a thing on a square, and note the step."""
        self.entities.append(Entity(kind, x, y, data))
        self._note(f"thing:{kind}", (line, x, y))

    def at(self, x: int, y: int) -> int:
        """Return the tile of a square; air outside the map."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return self.tiles[y * self.width + x] if inside else AIR

    def is_solid(self, x: int, y: int) -> bool:
        return self.at(x, y) in SOLID

    def is_free(self, x: int, y: int) -> bool:
        """Return whether a square is air above something solid."""
        return self.at(x, y) == AIR and self.is_solid(x, y + 1)

    def free_runs(self) -> Iterator[tuple[int, int, int]]:
        """Yield the runs of free squares (air above something solid) in reading order,
        as first column, length and row."""
        air = int.from_bytes(self.tiles.translate(_IS_AIR), "little")
        below = int.from_bytes(self.tiles.translate(_IS_SOLID), "little") >> 8 * self.width
        free = (air & below).to_bytes(len(self.tiles), "little")
        for y in range(self.height):
            for run in _RUNS.finditer(free, y * self.width, (y + 1) * self.width):
                yield run.start() - y * self.width, run.end() - run.start(), y

    def is_safe(self, x: int, y: int) -> bool:
        """Return whether a runner can be set down on a square:
        level ground on both sides, air above, no danger near."""
        flat = all(self.is_free(x + side, y) and self.at(x + side, y - 1) == AIR for side in (-1, 0, 1))
        return flat and not any(self._comes_near(entity, x, y, 3) for entity in self.entities)

    def spares(self, x: int, y: int) -> bool:
        """Return whether a runner can stand on a square for any length of time; edges and movers may be near."""
        free = self.is_free(x, y) and self.at(x, y - 1) == AIR
        return free and not any(self._comes_near(entity, x, y, 1) for entity in self.entities)

    def flies_to(self, x: int, y: int, towards: int) -> int:
        """Return the last free column from a square along its row, to the side `towards`,
        before something solid or the border."""
        while 0 <= x + towards < self.width and not self.is_solid(x + towards, y):
            x += towards
        return x

    def _comes_near(self, entity: Entity, x: int, y: int, columns: int) -> bool:
        """Return whether a mover comes within so many columns of a square, or a dart flies through it."""
        if entity.kind == "cannon":
            end = self.flies_to(entity.x, entity.y, 1 if entity.data[:1] == (1,) else -1)
            return abs(entity.y - y) <= 1 and min(entity.x, end) <= x <= max(entity.x, end)
        if entity.kind not in MOVERS:
            return False
        ends = (*entity.data[:2], entity.x) if entity.kind in ("walker", "giant") else (entity.x,)
        columns += entity.kind == "giant"
        return min(ends) - columns <= x <= max(ends) + columns

    def add_checkpoints(
        self,
        line: int,
        tops: Iterable[tuple[int, int]],
        every: int = CHECKPOINT_EVERY,
        at_last: int = CHECKPOINT_AT_LAST,
    ) -> None:
        """Add a checkpoint about every so many columns, on the first safe square of `tops`, given in order of the way.

        Where none comes soon, the first square is used on which a runner can stand unharmed; otherwise a death in a
        dense level would cost up to 88 columns, nine seconds of running.
        """
        last = FLAT_START
        for x, y in tops:
            far = x - last
            if far < every or x >= self.width - FLAT_END - 4:
                continue
            if self.is_safe(x, y) or (far >= at_last and self.spares(x, y)):
                self.add(line, "checkpoint", x, y)
                last = x

    def level(self, graph: Graph) -> Level:
        """Return the finished level."""
        standing = tuple(sorted(self.entities, key=lambda entity: entity.order))
        tiles = bytes(self.tiles)
        return Level("platform", self.width, self.height, tiles, bytes(len(tiles)), standing, graph, self.recipe)
