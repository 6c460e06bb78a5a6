"""The digger that looks ahead: it digs only what touches nothing dug before, and stops where nothing fits.

Source: Shaker and others 2016, chapter 3.3 and figure 3.7. Restarting from an earlier place when it is stuck is our
addition.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from game.core.forge.model.bits import Grid, grid_of
from game.core.forge.model.chance import Chance
from game.core.forge.model.furnishing import furnish
from game.core.forge.model.ground import Ground
from game.core.forge.model.level import HEADINGS, Edge, Graph, Level, Node, Recipe
from game.core.forge.model.method import Method, NoteT, Number, Preset

PLACE, NO_ROOM, ROOM, NO_CORRIDOR, CORRIDOR, RESTART, STOP = range(7)
ThingT = TypeVar("ThingT")


@dataclass(frozen=True)
class Stop:
    """A place where the digger stands: in a room, or at the end of the corridor by which it came."""

    x: int
    y: int
    within: int
    """The squares of the room or corridor the digger is in, which what is dug next may touch."""
    room: int
    """The number of the room the digger is in or came from; -1 before the first."""
    in_room: bool = False


class Digger:
    """The state of the digging: the ground, what was dug, and where the digger has been."""

    def __init__(self, recipe: Recipe, note: NoteT) -> None:
        self.values = {name: int(value) for name, value in recipe.parameters.items()}
        self.ground, self.note = Ground(recipe, note), note
        self.wide, self.high = recipe.width - 2, recipe.height - 2
        self.grid: Grid = grid_of(recipe.width, recipe.height)
        self.chance = Chance(recipe.number, "digger-ahead", "layout")
        self.dug = 0
        self.rooms: list[Node] = []
        self.edges: list[Edge] = []
        half = (self.values["room_least"] - 1) // 2
        x = self.chance.between(1 + half, self.wide - self.values["room_least"] + 1 + half)
        y = self.chance.between(1 + half, self.high - self.values["room_least"] + 1 + half)
        self.stop = Stop(x, y, 0, -1)
        self.stops = [self.stop]
        note("look", (PLACE, x, y, 1, 1))

    def place_room(self) -> bool:
        """Dig a room of a random size that fits: it may touch only the corridor by which the digger came.

        Returns whether it did.
        """
        lengths = range(self.values["room_least"], self.values["room_most"] + 1)
        found = self._first(list(product(lengths, lengths)), self._room_fits)
        if found is None:
            self.note("look", (NO_ROOM, self.stop.x, self.stop.y, 1, 1))
            return False
        x, y, width, height = self._round(found)
        self.ground.dig_room(ROOM, x, y, width, height)
        squares = self.grid.rectangle(x, y, width, height)
        self.dug |= squares
        if self.stop.room >= 0:
            self.edges.append(Edge(self.stop.room, len(self.rooms)))
        self._stand(Stop(self.stop.x, self.stop.y, squares, len(self.rooms), in_room=True))
        self.rooms.append(Node("room", x, y, width, height))
        self.note("rooms", (len(self.rooms),))
        return True

    def dig_corridor(self) -> bool:
        """Dig and walk a corridor of random heading and length that fits: it touches nothing.

        Returns whether it did.
        """
        lengths = range(self.values["corridor_least"], self.values["corridor_most"] + 1)
        found = self._first(list(product(range(4), lengths)), self._corridor_fits)
        if found is None:
            self.note("look", (NO_CORRIDOR, self.stop.x, self.stop.y, 1, 1))
            return False
        (dx, dy), length = HEADINGS[found[0]], found[1]
        x, y = self.stop.x, self.stop.y
        end_x, end_y = x + dx * length, y + dy * length
        squares = self.grid.rectangle(*self._along(*found) or (end_x, end_y, 1, 1))
        self.dug |= squares
        self.ground.dig_corridor(CORRIDOR, x, y, end_x, end_y)
        self._stand(Stop(end_x, end_y, squares, self.stop.room))
        return True

    def go_back(self) -> None:
        """Move the digger to a random place where it has been before."""
        self.stop = self.chance.one_of(self.stops)
        self.note("look", (RESTART, self.stop.x, self.stop.y, 1, 1))

    def _stand(self, stop: Stop) -> None:
        self.stop = stop
        self.stops.append(stop)

    def _first(self, things: list[ThingT], fits: Callable[[ThingT], bool]) -> ThingT | None:
        """Return the first of the things, in random order, that fits; None where none does."""
        while things:
            place = self.chance.below(len(things))
            things[place], things[-1] = things[-1], things[place]
            thing = things.pop()
            if fits(thing):
                return thing
        return None

    def _round(self, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """Return left, top, width and height of a room of a given size around the digger.

        Where a side is even, the digger stands left of or above its centre.
        """
        width, height = size
        return self.stop.x - (width - 1) // 2, self.stop.y - (height - 1) // 2, width, height

    def _room_fits(self, size: tuple[int, int]) -> bool:
        return not self.stop.in_room and self._is_free(*self._round(size))

    def _corridor_fits(self, way: tuple[int, int]) -> bool:
        found = self._along(*way)
        return found is not None and self._is_free(*found) and not self.dug & self.grid.rectangle(*found)

    def _along(self, heading: int, length: int) -> tuple[int, int, int, int] | None:
        """Return left, top, width and height of a corridor from the digger, without squares of the place it is in.

        None where it would leave the frame or lie entirely in that place.
        """
        (dx, dy), stop = HEADINGS[heading], self.stop
        end_x, end_y = stop.x + dx * length, stop.y + dy * length
        x, y = stop.x + dx, stop.y + dy
        if not (1 <= end_x <= self.wide and 1 <= end_y <= self.high):
            return None
        while stop.within & self.grid.bit(x, y):
            if (x, y) == (end_x, end_y):
                return None
            x, y = x + dx, y + dy
        return min(x, end_x), min(y, end_y), abs(end_x - x) + 1, abs(end_y - y) + 1

    def _is_free(self, x: int, y: int, width: int, height: int) -> bool:
        """Return whether a rectangle is inside the frame and touches nothing dug,
        apart from the place the digger is in."""
        if x < 1 or y < 1 or x + width - 1 > self.wide or y + height - 1 > self.high:
            return False
        return not self.dug & ~self.stop.within & self.grid.rectangle(x - 1, y - 1, width + 2, height + 2)


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: dig rooms and corridors until neither fits."""
    digger = Digger(recipe, note)
    restarts = digger.values["restarts"]
    while True:
        room = digger.place_room()
        corridor = digger.dig_corridor()
        if room or corridor:
            continue
        if not restarts:
            break
        restarts -= 1
        digger.go_back()
    note("look", (STOP, digger.stop.x, digger.stop.y, 1, 1))
    graph = Graph(tuple(digger.rooms), tuple(digger.edges))
    return digger.ground.level(furnish(digger.ground, graph, Chance(recipe.number, "digger-ahead", "furnish")), graph)


DIGGER_AHEAD = Method(
    "digger-ahead",
    "dungeon",
    "diggers",
    1,
    {
        "room_least": Number(3, 12, 3),
        "room_most": Number(3, 12, 7),
        "corridor_least": Number(2, 12, 3),
        "corridor_most": Number(2, 12, 7),
        "restarts": Number(0, 50, 0),
    },
    ("place", "no_room", "room", "no_corridor", "corridor", "restart", "stop"),
    make,
    presets=(Preset("short", "3.7", 4666, 20, 16, stops=(1, 2, 4, 12, 13, 16, 17, 20, 21)),),
    limits={
        "room_least": lambda values, _width, _height: int(values["room_most"]),
        "corridor_least": lambda values, _width, _height: int(values["corridor_most"]),
    },
)
"""The method of the digger that looks ahead, with its parameters and presets."""
