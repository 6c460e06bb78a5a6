"""The camera of a pane, which looks smoothly ahead of its runner."""

from __future__ import annotations

import math
from typing import Any

from game.core.forge.physics import numbers as n

AHEAD = 3.0
"""Number of columns that the camera looks ahead of its runner."""
SECONDS = 0.25
"""Time constant of the camera's movement, in seconds."""
_STILL = 0.02


class Camera:
    """The point of the level, in squares, that is drawn in the middle of a pane."""

    def __init__(self, *, calm: bool) -> None:
        self._calm = calm
        self.x = self.y = 0.0
        self._ahead = AHEAD

    def look_at(self, numbers: Any, seconds: float, *, at_once: bool = False) -> None:
        """Follow a runner; sideways it stays in place exactly, only the look ahead and the height are smoothed."""
        ahead = -AHEAD if looks_left(numbers) else AHEAD
        y = (int(numbers[n.Y]) + n.TALL / 2) / n.SQUARE
        share = 1.0 if at_once or self._calm else 1 - math.exp(-seconds / SECONDS)
        self._ahead += (ahead - self._ahead) * share
        self.y += (y - self.y) * share
        if abs(ahead - self._ahead) < _STILL:
            self._ahead = ahead
        if abs(y - self.y) < _STILL:
            self.y = y
        self.x = (int(numbers[n.X]) + n.WIDE / 2) / n.SQUARE + self._ahead


def looks_left(numbers: Any) -> bool:
    """Return whether a runner faces left: by the direction held, else by its movement, else right."""
    held, speed = numbers[n.HELD], numbers[n.SPEED_X]
    way = bool(held & n.RIGHT) - bool(held & n.LEFT)
    return bool(way < 0 or (way == 0 and speed < 0))
