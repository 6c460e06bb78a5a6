"""The ground that a dungeon is dug into: squares that are set, each setting noted."""

from __future__ import annotations

from game.core.forge.model.level import CORRIDOR, FLOOR, ROCK, WALL, Entity, Graph, Level, Recipe
from game.core.forge.model.method import NoteT

OPEN = frozenset((FLOOR, CORRIDOR))


class Ground:
    """Rock, and what is dug into it."""

    def __init__(self, recipe: Recipe, note: NoteT) -> None:
        self.recipe = recipe
        self.width, self.height = recipe.width, recipe.height
        self.tiles = bytearray(self.width * self.height)
        self.zones = bytearray(self.width * self.height)
        self._note = note

    def dig_room(self, line: int, x: int, y: int, width: int, height: int, zone: int = 0) -> None:
        """Make a rectangle floor."""
        for row in range(y, y + height):
            start = row * self.width + x
            self.tiles[start : start + width] = bytes([FLOOR]) * width
            self.zones[start : start + width] = bytes([zone]) * width
        self._note("set", (line, x, y, width, height, FLOOR))

    def dig_corridor(self, line: int, x: int, y: int, to_x: int, to_y: int) -> int:
        """Dig a straight line, both ends with it; how many squares were rock. Floor stays floor."""
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

    def is_open(self, x: int, y: int) -> bool:
        """Whether a square of the ground is floor or corridor."""
        return 0 <= x < self.width and 0 <= y < self.height and self.tiles[y * self.width + x] in OPEN

    def level(self, entities: list[Entity], graph: Graph) -> Level:
        """The finished level: rock beside what is open has become wall."""
        wide, high = self.width, self.height
        walls = bytes(
            WALL
            if tile == ROCK
            and any(self.is_open(place % wide + x, place // wide + y) for x in (-1, 0, 1) for y in (-1, 0, 1))
            else tile
            for place, tile in enumerate(self.tiles)
        )
        standing = tuple(sorted(entities, key=lambda entity: entity.order))
        return Level("dungeon", wide, high, walls, bytes(self.zones), standing, graph, self.recipe)
