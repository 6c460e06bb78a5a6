"""Time as the loop sees it: real, or faked so that tests and pictures run animations at once."""

from __future__ import annotations

import time
from typing import Protocol

import pygame

LONGEST_FRAME = 0.1
"""Seconds a frame counts for at most: after a stall, animations go on where they were instead of jumping."""


class Clock(Protocol):
    """What the loop asks for the time."""

    real: bool
    """Whether time passes by itself, so that something may be left to a thread; else all is done in its turn."""

    def now(self) -> float:
        """Seconds since some fixed moment; never runs backwards."""

    def tick(self, frames_per_second: float) -> float:
        """Wait until the next frame is due; the seconds since the last one, at most `LONGEST_FRAME`."""


class SystemClock:
    """The machine's own time."""

    real = True

    def __init__(self) -> None:
        self._clock = pygame.time.Clock()

    def now(self) -> float:
        """Seconds since the machine began."""
        return time.monotonic()

    def tick(self, frames_per_second: float) -> float:
        """Sleep for the rest of the frame."""
        return min(self._clock.tick(frames_per_second) / 1000, LONGEST_FRAME)


class FakeClock:
    """A time that passes only when it is told to: one frame a tick.

    >>> clock = FakeClock()
    >>> clock.tick(50), clock.now()
    (0.02, 0.02)
    """

    real = False

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """Seconds that have been let pass."""
        return self._now

    def tick(self, frames_per_second: float) -> float:
        """Let exactly one frame pass, without waiting."""
        self.advance(1 / frames_per_second)
        return 1 / frames_per_second

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self._now += seconds
