"""Where the spots of a board are: squares, crossings, hexagons, rows, fans, grids of slots, or anywhere.

Lengths are design units of the stage. What a game calls a place is the key of its spot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Generic, TypeAlias, TypeVar

from game.core.space import Squares, Step
from game.engine.canvas import Box
from game.engine.input import CommandName
from game.engine.tween import Point

Key = TypeVar("Key", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)
Shape: TypeAlias = tuple[Point, ...]
"""The corners of a spot around its middle (0, 0)."""

ARROWS: Final[Mapping[CommandName, Step]] = {
    CommandName.UP: (0, -1),
    CommandName.RIGHT: (1, 0),
    CommandName.DOWN: (0, 1),
    CommandName.LEFT: (-1, 0),
}
_CATCH = 0.48
"""How near to a crossing counts as on it, in parts of the distance between two."""


@dataclass(frozen=True)
class Spot:
    """One place of a layout."""

    x: float
    y: float
    shape: Shape
    turn: float = 0.0
    """Degrees clockwise by which what lies there is turned; `shape` is turned already."""

    @property
    def middle(self) -> Point:
        return self.x, self.y

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the shape before it was turned."""
        xs, ys = zip(*_turned(self.shape, -self.turn), strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)

    @property
    def box(self) -> Box:
        """A box of that size around its middle."""
        wide, high = self.size
        return Box(self.x - wide / 2, self.y - high / 2, wide, high)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies within the shape."""
        x, y = x - self.x, y - self.y
        inside = False
        for (x1, y1), (x2, y2) in zip(self.shape, (*self.shape[1:], self.shape[0]), strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


class Layout(Generic[Key]):
    """Spots by their keys; of two that overlap the later one lies on top."""

    def __init__(self, spots: Mapping[Key, Spot]) -> None:
        self.spots = dict(spots)
        corners = (corner for spot in self.spots.values() for corner in spot.shape)
        self._reach = max((math.hypot(*corner) for corner in corners), default=0.0)

    @property
    def keys(self) -> Collection[Key]:
        return self.spots.keys()

    def middle(self, key: Key) -> Point:
        return self.spots[key].middle

    def size(self, key: Key) -> tuple[float, float]:
        """Width and height of a spot."""
        return self.spots[key].size

    def around(self, keys: Iterable[Key], more: float = 0.0) -> Box:
        """One box around spots, and so much on each side as long as other spots lie there."""
        first, *others = [self.spots[key].box for key in keys]
        whole, *rest = [spot.box for spot in self.spots.values()]
        return first.unionall(others).inflate(2 * more, 2 * more).clip(whole.unionall(rest))

    def at(self, x: float, y: float) -> Key | None:
        """The spot under a point."""
        reach = self._reach
        for key, spot in reversed(self.spots.items()):
            if abs(spot.x - x) <= reach and abs(spot.y - y) <= reach and spot.holds(x, y):
                return key
        return None

    def towards(self, start: Key | None, command: CommandName, among: Collection[Key]) -> Key | None:
        """Where an arrow leads: to the nearest in its direction, or from nowhere to the outermost one.

        What lies aside counts as twice as far as what lies ahead, so a few spots are only reached by NEXT.
        """
        dx, dy = ARROWS[command]
        if start is None:
            return max(among, key=lambda key: self._ahead((0, 0), key, dx, dy)[0], default=None)
        ways = {key: self._ahead(self.middle(start), key, dx, dy) for key in among}
        ahead = [key for key, (along, _) in ways.items() if along > 1]
        return min(ahead, key=lambda key: ways[key][0] + 2 * ways[key][1], default=None)

    def _ahead(self, start: Point, key: Key, dx: int, dy: int) -> tuple[float, float]:
        x, y = self.middle(key)
        return (x - start[0]) * dx + (y - start[1]) * dy, abs((x - start[0]) * dy) + abs((y - start[1]) * dx)

    def renamed(self, name: Callable[[Key], Other]) -> Layout[Other]:
        """The same spots under other keys."""
        return Layout({name(key): spot for key, spot in self.spots.items()})


def rectangle(width: float, height: float, turn: float = 0.0) -> Shape:
    """A rectangle around (0, 0), turned clockwise by so many degrees."""
    x, y = width / 2, height / 2
    return _turned(((-x, -y), (x, -y), (x, y), (-x, y)), turn)


def _turned(shape: Shape, degrees: float) -> Shape:
    if not degrees:
        return shape
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in shape)


def round_shape(radius: float, corners: int = 16, turn: float = 0.0) -> Shape:
    """A regular polygon; the first corner is at the right, turned clockwise by so many degrees."""
    angles = (math.radians(turn) + math.tau * corner / corners for corner in range(corners))
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


def boxed(box: Box) -> Spot:
    return Spot(box.centerx, box.centery, rectangle(box.width, box.height))


def squares(space: Squares, box: Box) -> Layout[int]:
    """A board of squares, as large as fits into the middle of a box."""
    cell = min(box.width / space.columns, box.height / space.rows)
    left, top = box.centerx - space.columns * cell / 2, box.centery - space.rows * cell / 2
    shape = rectangle(cell, cell)
    places = ((square, *space.place(square)) for square in space)
    return Layout(
        {square: Spot(left + (column + 0.5) * cell, top + (row + 0.5) * cell, shape) for square, column, row in places}
    )


def crossings(space: Squares, box: Box) -> Layout[int]:
    """Where the lines of a board cross; the outer lines lie on the sides of the box or within them."""
    pitch = min(box.width / (space.columns - 1), box.height / (space.rows - 1))
    left, top = box.centerx - (space.columns - 1) * pitch / 2, box.centery - (space.rows - 1) * pitch / 2
    shape = round_shape(_CATCH * pitch)
    places = ((square, *space.place(square)) for square in space)
    return Layout({square: Spot(left + column * pitch, top + row * pitch, shape) for square, column, row in places})


def slots(keys: Sequence[Key], columns: int, box: Box, gap: float = 0.0) -> Layout[Key]:
    """Equal rectangles in rows of so many, from the left and the top, that fill a box."""
    rows = math.ceil(len(keys) / columns)
    wide = (box.width - gap * (columns - 1)) / columns
    high = (box.height - gap * (rows - 1)) / max(1, rows)
    spots = {}
    for place, key in enumerate(keys):
        row, column = divmod(place, columns)
        spots[key] = boxed(Box(box.left + column * (wide + gap), box.top + row * (high + gap), wide, high))
    return Layout(spots)


class Together(Layout[Key]):
    """Several layouts as one (a board, a hand and a bank); the later ones lie on top."""

    def __init__(self, *layouts: Layout[Key]) -> None:
        super().__init__({key: spot for layout in layouts for key, spot in layout.spots.items()})
        self._layouts = layouts

    def at(self, x: float, y: float) -> Key | None:
        return next((key for layout in reversed(self._layouts) if (key := layout.at(x, y)) is not None), None)
