"""Hexagons on levels, seen from above at an angle: higher ones are drawn further up, with walls below them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Generic

from game.core.space import Hex, Hexes
from game.engine.input import CommandName
from game.engine.tween import Point
from game.kit.camera import Camera
from game.kit.layout import Key, Layout, Spot, round_shape

SQUASH: Final = 0.82
LIFT: Final = 0.28
"""Height of one level in the picture, as a share of a hexagon's width."""


class Raised(Layout[Hex]):
    """Hexagons on their levels, ordered from back to front; `size` is the distance from middle to corner.

    `sixths` says how far the plane is turned clockwise around (0, 0), which lies at the origin.
    """

    def __init__(self, levels: Mapping[Hex, int], size: float, sixths: int = 0) -> None:
        self.size_of_hex = size
        self.sixths = sixths % 6
        self.lift = LIFT * size * math.sqrt(3)
        self.levels = dict(levels)
        shape = tuple((x, y * SQUASH) for x, y in round_shape(size, 6, 30))
        rows = sorted((Hexes.turned((cell,), sixths)[0][::-1], cell) for cell in levels)
        super().__init__({cell: Spot(*self._place(row), shape) for row, cell in rows})
        self.order = tuple(self.spots)

    def _place(self, turned: tuple[int, int]) -> Point:
        r, q = turned
        level = self.levels[Hexes.turned(((q, r),), -self.sixths)[0]]
        return self.at_level((q, r), level)

    def at_level(self, turned: Hex, level: float) -> Point:
        """Return the middle of a hexagon, in coordinates of the turned plane, on a level."""
        q, r = turned
        return self.size_of_hex * math.sqrt(3) * (q + r / 2), self.size_of_hex * 1.5 * SQUASH * r - self.lift * level

    def point(self, cell: Hex, level: float) -> Point:
        """Return the middle of a hexagon as if it lay on that level."""
        return self.at_level(Hexes.turned((cell,), self.sixths)[0], level)

    def in_front(self, cell: Hex) -> tuple[Hex, Hex]:
        """Return the two neighbours in front of a hexagon, which hide its walls if they are as high."""
        around = Hexes.beside(cell)
        return around[(1 - self.sixths) % 6], around[(2 - self.sixths) % 6]

    def wall(self, cell: Hex) -> Point | None:
        """Return the middle of the topmost visible band of a hexagon's walls; None if no wall is visible."""
        sides = [
            side
            for side, other in zip((1, -1), self.in_front(cell), strict=True)
            if self.levels.get(other, 0) < self.levels[cell]
        ]
        if not sides:
            return None
        (x, y), aside = self.middle(cell), sum(sides)
        down = self.size_of_hex * SQUASH * (0.75 if aside else 1.0)
        return x + aside * self.size_of_hex * math.sqrt(3) / 4, y + down + self.lift / 2

    def at(self, x: float, y: float) -> Hex | None:
        """Return the frontmost hexagon whose top or wall is under a point; None for none."""
        half = self.size_of_hex * math.sqrt(3) / 2
        for cell, spot in reversed(self.spots.items()):
            aside = abs(x - spot.x)
            if aside <= half:
                reach = (self.size_of_hex - aside / math.sqrt(3)) * SQUASH
                if -reach <= y - spot.y <= reach + self.lift * self.levels[cell]:
                    return cell
        return None


class Seen(Layout[Key], Generic[Key]):
    """The spots of a plane as a camera shows them, below round buttons that lie on the stage itself.

    `buttons` returns the buttons that exist at the moment.
    """

    def __init__(
        self, plane: Layout[Any], camera: Camera, buttons: Callable[[], Mapping[Key, Point]], button_size: float
    ) -> None:
        super().__init__(plane.spots)
        self._plane, self._camera = plane, camera
        self.buttons, self._button_size = buttons, button_size

    def middle(self, key: Key) -> Point:
        place = self.buttons().get(key)
        return place or self._camera.outside(*self._plane.middle(key))

    def size(self, key: Key) -> tuple[float, float]:
        if key in self.buttons():
            return self._button_size, self._button_size
        wide, high = self._plane.size(key)
        return wide * self._camera.zoom, high * self._camera.zoom

    def at(self, x: float, y: float) -> Key | None:
        for key, place in self.buttons().items():
            if math.dist(place, (x, y)) <= self._button_size / 2:
                return key
        if not self._camera.window.collidepoint(x, y):
            return None
        return self._plane.at(*self._camera.inside(x, y))

    def towards(self, start: Key | None, command: CommandName, among: Collection[Key]) -> Key | None:
        if start is None:
            middle = self._camera.window.center
            return min(among, key=lambda key: math.dist(self.middle(key), middle), default=None)
        return super().towards(start, command, among)
