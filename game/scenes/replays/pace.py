"""The pace of a match that is watched, and the keys for it: the same in replays and at a contest's server."""

from __future__ import annotations

from enum import StrEnum


class Pace(StrEnum):
    """How a match goes on. The value is the key that chooses it."""

    MANUAL = "1"
    """A turn when the space bar says so."""
    NORMAL = "2"
    FAST = "3"


ANIMATION_KEYS = ("?", "/")
"""What switches animations on and off; where ? needs Shift, its key does without."""


def pace_of(key: str) -> Pace | None:
    """The pace that a key chooses, on the number pad too.

    >>> pace_of("2"), pace_of("[3]"), pace_of("4")
    (<Pace.NORMAL: '2'>, <Pace.FAST: '3'>, None)
    """
    digit = key.strip("[]")
    return Pace(digit) if digit in set(Pace) else None
