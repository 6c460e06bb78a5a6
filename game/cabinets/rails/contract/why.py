"""The reasons why a vehicle stands, as numbers."""

from __future__ import annotations

from enum import IntEnum


class Why(IntEnum):
    """The reason why a vehicle stands."""

    NOTHING = 0
    TRAIN = 1
    """Another vehicle holds the track or place that this one needs."""
    RING = 2
    """The vehicle is stuck with others for ever: a jam."""
    TRACK_ENDS = 3
    """No way: the track ends."""
    SIGNAL_FACES = 4
    """No way: a one-way signal faces the other way."""
    TOO_SHORT = 5
    """No way: every platform is shorter than the train."""
    FULL_LOAD = 6
    """The vehicle waits for cargo."""
    HALTED = 7
    """The vehicle's owner halted it."""
    NO_ORDERS = 8
    """The vehicle has no order that it can carry out."""
