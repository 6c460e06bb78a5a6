"""The pace of a watched match, and its keys: the same in replays and at a contest's server."""

from __future__ import annotations

from enum import StrEnum


class Pace(StrEnum):
    """How a match goes on. The value is the key that chooses it."""

    MANUAL = "1"
    """One turn for each press of the space bar."""
    NORMAL = "2"
    FAST = "3"


ANIMATION_KEYS = ("?", "/")
"""Keys that switch animations: ?, and / which is the same key without Shift on many keyboards."""


def pace_of(key: str) -> Pace | None:
    """Return the pace that a key chooses, on the number pad too; None for other keys.

    >>> pace_of("2"), pace_of("[3]"), pace_of("4")
    (<Pace.NORMAL: '2'>, <Pace.FAST: '3'>, None)
    """
    digit = key.strip("[]")
    return Pace(digit) if digit in set(Pace) else None
