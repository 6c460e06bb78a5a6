"""One client of the Slime server: its incoming messages and its team."""

from __future__ import annotations

import socket
from collections.abc import Iterator

from game.cabinets.slime.net.wire import MALFORMED, ByteOrder, Reader, Received
from net.reception import Guest

_READ_AT_ONCE = 2048
"""Bytes that are read of a client between two frames of the window: far more than it needs, and so few that a stream
without end costs no frame.
"""


class Connection(Guest):
    """A client; it has a team once the server has given it one."""

    def __init__(self, link: socket.socket, address: str, now: float, byte_order: ByteOrder) -> None:
        super().__init__(link, address, now)
        self.team: int | None = None
        self.name: str | None = None
        """The name under which it waits in a hall or plays; None before it was let in."""
        self.early: list[Received] = []
        """What it sent before it was given a team."""
        self._reader = Reader(byte_order)

    def receive(self) -> Iterator[Received]:
        """Yield the messages that came in. Sets `lost` at the end of the stream; a message cut off there is
        malformed.
        """
        data = self.take(_READ_AT_ONCE)
        if data:
            if not self.leaving:
                yield from self._reader.feed(data)
        elif data is not None:
            if self._reader.incomplete:
                self.send(MALFORMED)
                self.flush()
            self.lost = True

    def leave(self, now: float) -> None:
        self.team = None
        super().leave(now)
