"""Layouts of spots: squares, crossings, rows, grids of slots, or any shapes.

Lengths are design units of the stage. A spot's key is whatever the game uses to name that place.
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
"""The corners of a spot, relative to its middle."""

ARROWS: Final[Mapping[CommandName, Step]] = {
    CommandName.UP: (0, -1),
    CommandName.RIGHT: (1, 0),
    CommandName.DOWN: (0, 1),
    CommandName.LEFT: (-1, 0),
}
_CATCH = 0.48
"""Radius around a crossing within which a point counts as on it, as a share of the distance between two crossings."""


@dataclass(frozen=True)
class Spot:
    """One place of a layout: its middle and its shape."""

    x: float
    y: float
    shape: Shape
    turn: float = 0.0
    """Degrees clockwise by which a piece on the spot is turned; `shape` already includes the turn."""

    @property
    def middle(self) -> Point:
        return self.x, self.y

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the shape, measured before the turn."""
        xs, ys = zip(*_turned(self.shape, -self.turn), strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)

    @property
    def box(self) -> Box:
        """Upright box of width and height `size` around the middle."""
        wide, high = self.size
        return Box(self.x - wide / 2, self.y - high / 2, wide, high)

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies within the shape."""
        x, y = x - self.x, y - self.y
        inside = False
        for (x1, y1), (x2, y2) in zip(self.shape, (*self.shape[1:], self.shape[0]), strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


class Layout(Generic[Key]):
    """Spots by their keys. Where two overlap, the later one lies on top."""

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
        """Return width and height of a spot's shape before its turn."""
        return self.spots[key].size

    def around(self, keys: Iterable[Key], more: float = 0.0) -> Box:
        """Return one box around the given spots, widened by `more` on each side, but no larger than the box around all
        spots.
        """
        first, *others = [self.spots[key].box for key in keys]
        whole, *rest = [spot.box for spot in self.spots.values()]
        return first.unionall(others).inflate(2 * more, 2 * more).clip(whole.unionall(rest))

    def at(self, x: float, y: float) -> Key | None:
        """Return the key of the topmost spot under a point, or None."""
        reach = self._reach
        for key, spot in reversed(self.spots.items()):
            if abs(spot.x - x) <= reach and abs(spot.y - y) <= reach and spot.holds(x, y):
                return key
        return None

    def towards(self, start: Key | None, command: CommandName, among: Collection[Key]) -> Key | None:
        """Return the spot that an arrow leads to from `start`: the nearest in its direction, or None. From None, the
        outermost one.

        Distance aside counts twice, so a few spots can only be reached by NEXT.
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
        """Return the same spots under other keys."""
        return Layout({name(key): spot for key, spot in self.spots.items()})


def rectangle(width: float, height: float, turn: float = 0.0) -> Shape:
    """Return the corners of a rectangle around (0, 0), turned clockwise by `turn` degrees."""
    x, y = width / 2, height / 2
    return _turned(((-x, -y), (x, -y), (x, y), (-x, y)), turn)


def _turned(shape: Shape, degrees: float) -> Shape:
    if not degrees:
        return shape
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in shape)


def round_shape(radius: float, corners: int = 16, turn: float = 0.0) -> Shape:
    """Return the corners of a regular polygon around (0, 0). The first lies to the right, turned clockwise by `turn`
    degrees.
    """
    angles = (math.radians(turn) + math.tau * corner / corners for corner in range(corners))
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


def boxed(box: Box) -> Spot:
    return Spot(box.centerx, box.centery, rectangle(box.width, box.height))


def squares(space: Squares, box: Box) -> Layout[int]:
    """Return a layout of square cells, as large as fits in the middle of a box."""
    cell = min(box.width / space.columns, box.height / space.rows)
    left, top = box.centerx - space.columns * cell / 2, box.centery - space.rows * cell / 2
    shape = rectangle(cell, cell)
    places = ((square, *space.place(square)) for square in space)
    return Layout(
        {square: Spot(left + (column + 0.5) * cell, top + (row + 0.5) * cell, shape) for square, column, row in places}
    )


def crossings(space: Squares, box: Box) -> Layout[int]:
    """Return a layout of the crossings of a board's lines, whose outer lines lie on the sides of the box or within
    them.
    """
    pitch = min(box.width / (space.columns - 1), box.height / (space.rows - 1))
    left, top = box.centerx - (space.columns - 1) * pitch / 2, box.centery - (space.rows - 1) * pitch / 2
    shape = round_shape(_CATCH * pitch)
    places = ((square, *space.place(square)) for square in space)
    return Layout({square: Spot(left + column * pitch, top + row * pitch, shape) for square, column, row in places})


def slots(keys: Sequence[Key], columns: int, box: Box, gap: float = 0.0) -> Layout[Key]:
    """Return equal rectangles that fill a box, in rows of `columns` from the top left, `gap` apart."""
    rows = math.ceil(len(keys) / columns)
    wide = (box.width - gap * (columns - 1)) / columns
    high = (box.height - gap * (rows - 1)) / max(1, rows)
    spots = {}
    for place, key in enumerate(keys):
        row, column = divmod(place, columns)
        spots[key] = boxed(Box(box.left + column * (wide + gap), box.top + row * (high + gap), wide, high))
    return Layout(spots)


class Together(Layout[Key]):
    """Several layouts as one, such as a board, a hand and a bank. Where they overlap the later layout lies on top."""

    def __init__(self, *layouts: Layout[Key]) -> None:
        super().__init__({key: spot for layout in layouts for key, spot in layout.spots.items()})
        self._layouts = layouts

    def at(self, x: float, y: float) -> Key | None:
        return next((key for layout in reversed(self._layouts) if (key := layout.at(x, y)) is not None), None)
