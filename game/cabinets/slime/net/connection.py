"""One client of the Slime server: its socket, what came in, what is still to be sent."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

from game.cabinets.slime.net.wire import MALFORMED, ByteOrder, Reader, Received

READ_AT_ONCE = 1 << 16
"""Bytes taken from one client before the others have their turn."""
MOST_UNREAD = 1 << 17
"""Bytes kept for a client that does not read: twice a whole match. One that lets more come together is dropped."""
DEAD = 5_000
"""Milliseconds after which a machine that does not even acknowledge is taken for gone, where the system offers it."""
FAREWELL = 1.0
"""Seconds that a client has to read the last bytes."""


class Connection:
    """A non-blocking socket. `lost` tells when it is of no use any more."""

    def __init__(self, link: socket.socket, until: float, byte_order: ByteOrder, address: str) -> None:
        link.setblocking(False)
        with contextlib.suppress(OSError):
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNREAD)
            if (user_timeout := getattr(socket, "TCP_USER_TIMEOUT", None)) is not None:
                link.setsockopt(socket.IPPROTO_TCP, user_timeout, DEAD)
        self.link = link
        self.address = address
        """Where it comes from."""
        self.until: float | None = until
        """When it is closed, on the server's clock: a greeting must come before, a farewell be read."""
        self.team: int | None = None
        """The team it plays."""
        self.lost = False
        self.leaving = False
        """Whether it is told nothing more but what is kept for it."""
        self._reader = Reader(byte_order)
        self._unsent = bytearray()

    @property
    def waits_to_send(self) -> bool:
        """Whether something is kept until the client reads."""
        return bool(self._unsent) and not self.lost

    def receive(self) -> Iterator[Received]:
        """The messages that came in. Sets `lost` at the end of the stream; a message cut off there is malformed."""
        try:
            data = self.link.recv(READ_AT_ONCE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.lost = True
            return
        if not data:
            if self._reader.incomplete:
                self.send(MALFORMED)
                self.flush()
            self.lost = True
        elif not self.leaving:
            yield from self._reader.feed(data)

    def send(self, data: bytes) -> None:
        """Keep for the next `flush`."""
        self._unsent += data
        if len(self._unsent) > MOST_UNREAD:
            self.flush()
            self.lost = self.lost or len(self._unsent) > MOST_UNREAD

    def flush(self) -> None:
        """Send what is kept, as far as the client reads."""
        try:
            while self._unsent:
                del self._unsent[: self.link.send(self._unsent)]
            if self.leaving:
                self.link.shutdown(socket.SHUT_WR)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.lost = True

    def leave(self, now: float) -> None:
        """Say nothing more, and close once the client read it all.

        To close with bytes unread would reset the connection, and could take the last state from the client.
        """
        self.team = None
        self.until = now + FAREWELL
        self.leaving = True
        self.flush()

    def close(self) -> None:
        self.lost = True
        self.link.close()
