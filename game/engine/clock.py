"""Time as the loop sees it: real, or faked so that tests and pictures run animations at once."""

from __future__ import annotations

import time
from typing import Protocol

import pygame

LONGEST_FRAME = 0.1
"""Longest time in seconds that one frame counts for: after a stall, animations continue instead of jumping ahead."""


class Clock(Protocol):
    """What the loop needs of a clock."""

    real: bool
    """Whether time passes by itself, so that work may be left to a thread; if not, all work is done in its frame."""

    def now(self) -> float:
        """Return seconds since some fixed moment; never runs backwards."""

    def tick(self, frames_per_second: float) -> float:
        """Wait until the next frame is due. Return the seconds since the last frame, at most `LONGEST_FRAME`."""


class SystemClock:
    """The clock of the machine."""

    real = True

    def __init__(self) -> None:
        self._clock = pygame.time.Clock()

    def now(self) -> float:
        """Return seconds since some fixed moment, such as the start of the machine."""
        return time.monotonic()

    def tick(self, frames_per_second: float) -> float:
        """Sleep until the next frame is due. Return the seconds since the last frame, at most `LONGEST_FRAME`."""
        return min(self._clock.tick(frames_per_second) / 1000, LONGEST_FRAME)


class FakeClock:
    """A clock that advances only when it is told to: by one frame for each `tick`.

    >>> clock = FakeClock()
    >>> clock.tick(50), clock.now()
    (0.02, 0.02)
    """

    real = False

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """Return the seconds that the clock was advanced by, plus its start."""
        return self._now

    def tick(self, frames_per_second: float) -> float:
        """Advance by exactly one frame without waiting. Return the seconds of that frame."""
        self.advance(1 / frames_per_second)
        return 1 / frames_per_second

    def advance(self, seconds: float) -> None:
        """Advance the clock by `seconds`."""
        self._now += seconds
