"""The camera of a pane, which looks smoothly ahead of its runner."""

from __future__ import annotations

import math
from typing import Any

from game.core.forge.physics import numbers as n

AHEAD = 3.0
"""Number of columns that the camera looks ahead of its runner."""
SECONDS = 0.25
"""Time constant of the camera's movement, in seconds."""
HIGH = 4.5
"""Rows above the last ground from which on the camera follows a runner upwards; a jump leads up 4.4."""
LANDING = 4.0
"""Rows above the last ground up to which the camera then looks, so that one sees where a spring's flight comes down."""
ABOVE = 4.5
"""Rows above its middle up to which the camera leaves a runner."""
PAUSED = 1.0
"""Seconds after which a runner that does not move pauses; in a single frame as long as this it does, too."""
_STILL = 0.02


class Camera:
    """The point of the level, in squares, that is drawn in the middle of a pane."""

    def __init__(self, *, calm: bool) -> None:
        self._calm = calm
        self.x = self.y = 0.0
        self._ahead = AHEAD
        self._stood = 0.0
        """The height of the runner when it last stood or climbed."""
        self._seen_at = (0, 0)
        self._paused = 0.0
        """Seconds for which the runner has not moved."""

    def look_at(self, numbers: Any, seconds: float, *, at_once: bool = False) -> None:
        """Follow a runner; sideways it stays in place exactly, only the look ahead and the height are smoothed."""
        ahead = -AHEAD if looks_left(numbers) else AHEAD
        y = self._height(numbers, forgets=at_once or self._pauses(numbers, seconds))
        share = 1.0 if at_once or self._calm else 1 - math.exp(-seconds / SECONDS)
        self._ahead += (ahead - self._ahead) * share
        self.y += (y - self.y) * share
        if abs(ahead - self._ahead) < _STILL:
            self._ahead = ahead
        if abs(y - self.y) < _STILL:
            self.y = y
        self.x = (int(numbers[n.X]) + n.WIDE / 2) / n.SQUARE + self._ahead

    def _height(self, numbers: Any, *, forgets: bool) -> float:
        """Return the height to look at, which a jump does not change: that of the last ground, unless the runner falls
        below it or rises `HIGH` rows above it; then both stay in sight while they fit. A camera that `forgets` the
        ground looks at the runner itself.
        """
        y = (int(numbers[n.Y]) + n.TALL / 2) / n.SQUARE
        if forgets or numbers[n.GROUND] or numbers[n.ON_LADDER]:
            self._stood = y
        self._stood = max(self._stood, y)
        if y > self._stood - HIGH:
            return self._stood
        return min(max(y, self._stood - LANDING), y + ABOVE)

    def _pauses(self, numbers: Any, seconds: float) -> bool:
        """Return whether a runner has been still for long. Then the ground is forgotten, since the picture at rest must
        be that of a camera which sees the runner for the first time.
        """
        here = int(numbers[n.X]), int(numbers[n.Y])
        still = here == self._seen_at or seconds >= PAUSED
        self._paused = self._paused + seconds if still else 0.0
        self._seen_at = here
        return self._paused >= PAUSED


def looks_left(numbers: Any) -> bool:
    """Return whether a runner faces left: by the direction held, else by its movement, else right."""
    held, speed = numbers[n.HELD], numbers[n.SPEED_X]
    way = bool(held & n.RIGHT) - bool(held & n.LEFT)
    return bool(way < 0 or (way == 0 and speed < 0))
