"""The ground that a dungeon is dug into. Each change is told to a listener (`NoteT`)."""

from __future__ import annotations

from game.core.forge.model.level import CORRIDOR, FLOOR, ROCK, WALL, Entity, Graph, Level, Recipe
from game.core.forge.model.method import NoteT

OPEN = frozenset((FLOOR, CORRIDOR))
_DUG = bytes(code not in (ROCK, WALL) for code in range(256))
_ROCK = bytes(code == ROCK for code in range(256))


class Ground:
    """A map that begins as rock and is dug out."""

    def __init__(self, recipe: Recipe, note: NoteT) -> None:
        self.recipe = recipe
        self.width, self.height = recipe.width, recipe.height
        self.tiles = bytearray(self.width * self.height)
        self.zones = bytearray(self.width * self.height)
        self._note = note

    def dig_room(self, line: int, x: int, y: int, width: int, height: int, zone: int = 0) -> None:
        """Turn a rectangle into floor that belongs to `zone`."""
        for row in range(y, y + height):
            start = row * self.width + x
            self.tiles[start : start + width] = bytes([FLOOR]) * width
            self.zones[start : start + width] = bytes([zone]) * width
        self._note("set", (line, x, y, width, height, FLOOR))

    def dig_corridor(self, line: int, x: int, y: int, to_x: int, to_y: int) -> int:
        """Dig a straight corridor, both ends included, through rock only. Returns how many squares were rock."""
        step_x, step_y = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        dug = 0
        while True:
            place = y * self.width + x
            if self.tiles[place] == ROCK:
                self.tiles[place] = CORRIDOR
                self._note("set", (line, x, y, 1, 1, CORRIDOR))
                dug += 1
            if (x, y) == (to_x, to_y):
                return dug
            x, y = x + step_x, y + step_y

    def dig_square(self, line: int, x: int, y: int) -> int:
        """Dig one square of corridor. Returns 1 where it was rock, else 0."""
        place = y * self.width + x
        if self.tiles[place] != ROCK:
            return 0
        self.tiles[place] = CORRIDOR
        self._note("set", (line, x, y, 1, 1, CORRIDOR))
        return 1

    def put(self, line: int, x: int, y: int, tile: int) -> None:
        """Set the tile of a square, and note the step."""
        self.tiles[y * self.width + x] = tile
        self._note("set", (line, x, y, 1, 1, tile))

    def row(self, x: int, y: int, width: int) -> bytes:
        """Return the tiles of a part of a row."""
        start = y * self.width + x
        return bytes(self.tiles[start : start + width])

    def rocks_of(self, x: int, y: int, width: int, height: int) -> int:
        """Return how many squares of a rectangle are rock."""
        starts = range(y * self.width + x, (y + height) * self.width + x, self.width)
        return sum(self.tiles.count(ROCK, start, start + width) for start in starts)

    def is_open(self, x: int, y: int) -> bool:
        """Return whether a square is floor or corridor; False outside the map."""
        return 0 <= x < self.width and 0 <= y < self.height and self.tiles[y * self.width + x] in OPEN

    def level(self, entities: list[Entity], graph: Graph) -> Level:
        """Return the finished level, in which rock beside anything dug has become wall."""
        tiles = walled(bytes(self.tiles), self.width)
        standing = tuple(sorted(entities, key=lambda entity: entity.order))
        return Level("dungeon", self.width, self.height, tiles, bytes(self.zones), standing, graph, self.recipe)


def walled(tiles: bytes, width: int) -> bytes:
    """Return the tiles with wall in place of rock beside or diagonal to anything dug.

    All squares are computed at once, in one integer with a byte for each.
    """
    height = len(tiles) // width
    dug = int.from_bytes(tiles.translate(_DUG), "little")
    not_first = int.from_bytes((b"\0" + b"\1" * (width - 1)) * height, "little")
    across = dug | dug << 8 & not_first | (dug & not_first) >> 8
    near = across | across << 8 * width | across >> 8 * width
    rock = int.from_bytes(tiles.translate(_ROCK), "little")
    made = int.from_bytes(tiles, "little") + WALL * (near & rock)
    return made.to_bytes(len(tiles), "little")
