"""The state of trains in flat arrays: what a tick reads and writes, and nothing else.

One number per train and field, so that a copy is a copy of short rows and compiled code runs over them.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

AWAY, STOPPED, WAITING, MOVING, WRECKED = range(5)
"""States: not on the map; at a stop of its orders; waiting for a reservation; moving; wrecked (`classic`)."""

KEPT: Final = 8
"""Blocked pieces that a failed search keeps."""


class Trains(NamedTuple):
    """Rows of one number per train; lengths in units, times in ticks. -1 is none."""

    state: Any
    halted: Any
    """1 where the owner stopped it: it finishes what it has reserved, or its stop, and asks for nothing further."""
    company: Any
    limit: Any
    """Top speed of the engine, units a tick."""
    gain: Any
    """Acceleration."""
    length: Any
    wagons: Any
    orders: Any
    """Which list of orders it follows."""
    order: Any
    """Where in that list it is."""
    goal: Any
    """Where it is bound for: a row of distances of the network, by station and shortest platform that will do."""
    cargo: Any
    capacity: Any
    load: Any
    rate: Any
    """Units it unloads or loads a tick."""
    stopped: Any
    """Ticks of the stop so far, at most 4; then it unloads and loads."""
    speed: Any
    left: Any
    """From the head to the end of the reservation."""
    ahead: Any
    """From the head to the end of its piece."""
    behind: Any
    """From the tail to the end of its piece."""
    bend: Any
    """How much further the head must go until the limit of bends ends; 0 outside of bends."""
    head: Any
    tail: Any
    end: Any
    """Nodes of its path: of the head's leg, the tail's, and the last one reserved."""
    since: Any
    """The tick in which it began to wait."""
    waited: Any
    """Ticks it has waited in all its life."""
    patience: Any
    """The tick from which a detour will do."""
    searched: Any
    blocked: Any
    """`KEPT` pieces a train that stopped its last search, the nearest to its goal first; -1 beyond the last."""
    stops: Any
    """How many stopped it: more than `KEPT` are not kept."""
    jammed: Any
    """1 for those of a jam that was proved."""
