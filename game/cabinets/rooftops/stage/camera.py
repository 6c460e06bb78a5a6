"""Where a pane looks: ahead of its runner, eased."""

from __future__ import annotations

import math
from typing import Any

from game.core.forge.physics import numbers as n

AHEAD = 3.0
"""Columns that it looks ahead."""
SECONDS = 0.25
"""How long it takes to follow."""
_STILL = 0.02


class Camera:
    """A point of the level in squares that is seen in the middle of a pane."""

    def __init__(self, *, calm: bool) -> None:
        self._calm = calm
        self.x = self.y = 0.0
        self._ahead = AHEAD

    def look_at(self, numbers: Any, seconds: float, *, at_once: bool = False) -> None:
        """Follow a runner: across it is always in sight, only the look ahead and the height are eased."""
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
    """Which way a runner faces: where it is steered to, else where it moves, else right."""
    held, speed = numbers[n.HELD], numbers[n.SPEED_X]
    way = bool(held & n.RIGHT) - bool(held & n.LEFT)
    return bool(way < 0 or (way == 0 and speed < 0))
