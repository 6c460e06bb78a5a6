"""One phone as a pad: what it holds, judged by what it said last and by how long ago it said it.

A phone tells its whole state again and again, never an edge, so that nothing that is lost stays pressed. Times are
seconds of one clock of the gate.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from typing import NamedTuple

MESSAGE = struct.Struct(">BId")
"""The buttons that are held, the message's number, and the page's clock in milliseconds."""
BUTTONS = 0b11_1111
"""Every button that a message may name, in the order of `game.kit.held.Buttons`."""
SILENCE, ASLEEP, GONE = 0.25, 3.0, 8.0
"""Seconds without a message after which all is let go, the phone counts as asleep, and its pad is unplugged."""
LATE = 0.25
"""Seconds by which a message may come later than the quickest one and still press."""
DRIFT = 0.001
"""Seconds a second by which the quickest message is forgotten, since two clocks never go equally fast."""
RATE, BURST = 120.0, 240.0
"""Messages a second that are read, and how many may come at once after the network stood still."""

AGREED = "agreed"
"""Message of a page whose person has pressed the word it shows."""
ASKING = ("ready", "again")
"""States of the match in which the page shows a word to press."""
REFUSED = 4002
"""Code of the end of a connection whose peer is no page, or is not invited."""


class MessageError(Exception):
    """A peer sent what no page sends, or comes too late; its connection ends with `code`."""

    def __init__(self, reason: str, code: int = REFUSED) -> None:
        super().__init__(reason)
        self.code = code


class Chair(NamedTuple):
    """A seat as the page shows it."""

    seat: int
    name: str
    colour: str
    sign: str
    """Outline of the seat's shape, an SVG path within 100×100."""


class Change(NamedTuple):
    """What a phone does now."""

    phone: int
    mask: int
    seat: int | None
    plugged: bool = True
    """False when it has left for good."""


class Guest(NamedTuple):
    """A phone as the host sees it."""

    phone: int
    seat: int | None
    asleep: bool
    agrees: bool
    """Whether its person has pressed what the page offers now: *Ready*, or *Again*."""


@dataclass
class Allowance:
    """How many messages a connection may still send now."""

    left: float = BURST
    since: float = -math.inf

    def take(self, now: float) -> None:
        """Count a message. Raises MessageError if there were too many."""
        self.left = min(BURST, self.left + (now - self.since) * RATE)
        self.since = now
        if self.left < 1:
            raise MessageError("too many messages")
        self.left -= 1


@dataclass
class Phone:
    """A phone with a pad of its own, whether or not its page is connected now."""

    number: int
    """Its number at this gate, given once."""
    token: str
    heard: float
    """When it said something last."""
    seat: int | None = None
    mask: int = 0
    """The buttons that it holds."""
    agrees: bool = False
    """Whether its person has pressed the word that the page shows between two matches."""
    told: Change | None = None
    """What was told of it last."""
    _counted: int = field(default=-1, repr=False)
    _quickest: float = field(default=math.inf, repr=False)

    def connect(self, now: float) -> None:
        """Begin a connection, whose page counts and times its messages anew. Nothing is held."""
        self.heard, self.mask = now, 0
        self._counted, self._quickest = -1, math.inf

    def hear(self, message: bytes, now: float) -> None:
        """Take a message. One that was long on its way lets go and presses nothing. Raises MessageError."""
        if len(message) != MESSAGE.size:
            raise MessageError(f"{len(message)} bytes")
        mask, counted, clock = MESSAGE.unpack(message)
        if mask & ~BUTTONS or counted <= self._counted or not math.isfinite(clock):
            raise MessageError("a value that no page sends")
        offset = now - clock / 1000
        self._quickest = min(offset, self._quickest + DRIFT * (now - self.heard))
        self._counted, self.heard = counted, now
        self.mask = mask & self.mask if offset - self._quickest > LATE else mask

    def pass_time(self, now: float) -> None:
        """Let everything go if the phone has been silent for too long."""
        if now - self.heard > SILENCE:
            self.mask = 0

    def asleep(self, now: float) -> bool:
        """Return whether the page has been silent for so long that nobody plays there."""
        return now - self.heard > ASLEEP

    def gone(self, now: float) -> bool:
        """Return whether the phone has been silent for so long that its seat is free."""
        return now - self.heard > GONE
