"""Accepts programs of other people that speak their own protocol. It is polled, told the time, and never waits."""

from __future__ import annotations

import contextlib
import errno
import selectors
import socket
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from game.core.errors import SpokenError, reason

GREETING: Final = 10.0
"""Seconds in which a guest must say who it is."""
FAREWELL: Final = 2.0
"""Seconds that a leaving guest has to read the last bytes."""
MOST_UNREAD: Final = 1 << 17
"""The most bytes kept for a guest that does not read; a guest that exceeds it is dropped."""
_READ_AT_ONCE: Final = 1 << 16
"""Bytes taken from one guest before others have their turn."""
_DEAD: Final = 5_000
"""Milliseconds after which a machine that acknowledges nothing counts as gone, where the system supports that."""
_PROBES: Final = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
"""Seconds of silence before a machine is probed, seconds between probes, and how many go unanswered before it counts as
gone: one that was switched off never says so.
"""
_BACKLOG: Final = 32


class ListenError(SpokenError):
    """The program cannot listen at this address and port."""


class Guest:
    """A program that has connected. `lost` tells that its connection can no longer be used."""

    def __init__(self, link: socket.socket, address: str, now: float) -> None:
        link.setblocking(False)
        with contextlib.suppress(OSError):
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNREAD)
            if (user_timeout := getattr(socket, "TCP_USER_TIMEOUT", None)) is not None:
                link.setsockopt(socket.IPPROTO_TCP, user_timeout, _DEAD)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in _PROBES.items():
                if (option := getattr(socket, name, None)) is not None:
                    link.setsockopt(socket.IPPROTO_TCP, option, value)
        self.link = link
        self.address = address
        self.until: float | None = now + GREETING
        """Time at which the guest is closed, unless its greeting comes before; None for no such time."""
        self.deaf = False
        """Whether nothing more is read from the guest."""
        self.lost = False
        self.leaving = False
        """Whether the guest is sent only what is already kept for it."""
        self._unsent = bytearray()

    @property
    def waits_to_send(self) -> bool:
        """Whether bytes are kept until the guest reads."""
        return bool(self._unsent) and not self.lost

    def take(self, most: int = _READ_AT_ONCE) -> bytes | None:
        """Return the bytes that have arrived, at most so many; empty at the end of the stream, None if there are none
        now.
        """
        try:
            return self.link.recv(most)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:
            return b""

    def send(self, data: bytes) -> None:
        """Keep bytes for the next `flush`. A guest with too many unread bytes is given up."""
        self._unsent += data
        if len(self._unsent) > MOST_UNREAD:
            self.flush()
            if len(self._unsent) > MOST_UNREAD:
                self.hung_up()

    def flush(self) -> None:
        """Send kept bytes, as far as the guest reads."""
        try:
            while self._unsent:
                del self._unsent[: self.link.send(self._unsent)]
            if self.leaving:
                self.link.shutdown(socket.SHUT_WR)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.hung_up()

    def hung_up(self) -> None:
        """Note that nothing can be sent to the guest any more."""
        self.lost = True

    def leave(self, now: float) -> None:
        """Send nothing more; the connection is closed once the guest has hung up or had time to read.

        Closing with unread bytes would reset the connection and could lose the last words.
        """
        self.until = now + FAREWELL
        self.leaving = True
        self.flush()


GuestT = TypeVar("GuestT", bound=Guest)


class Reception(ABC, Generic[GuestT]):
    """Listens on several ports and keeps the guests that came in by them. A port's place in the list is called its
    door.
    """

    def __init__(self, address: str, ports: Sequence[int]) -> None:
        """Listen on these ports. An empty address means all addresses, port 0 any free port. Raises ListenError."""
        self.guests: list[GuestT] = []
        self._selector = selectors.DefaultSelector()
        self._doors: list[socket.socket] = []
        try:
            for number, port in enumerate(ports):
                self._doors.append(_listening_socket(address, port, _BACKLOG))
                self._selector.register(self._doors[-1], selectors.EVENT_READ, number)
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def welcome(self, link: socket.socket, address: str, door: int, now: float) -> GuestT | None:
        """Return the guest for a new connection; None to refuse it."""

    @abstractmethod
    def hear(self, guest: GuestT, now: float) -> None:
        """Read what a guest has sent."""

    @abstractmethod
    def gone(self, guest: GuestT, now: float) -> None:
        """Forget a guest whose connection was closed."""

    @property
    def numbers(self) -> list[int]:
        """The port of every door."""
        return [door.getsockname()[1] for door in self._doors]

    @property
    def idle(self) -> bool:
        """Whether no leaving guest still has bytes to read."""
        return not any(guest.leaving for guest in self.guests)

    def receive(self, now: float) -> None:
        """Let new guests in and read what guests have sent."""
        for key, mask in self._selector.select(0):
            if isinstance(key.data, int):
                self._open(key.data, now)
            elif mask & selectors.EVENT_READ and key.data in self.guests:
                self.hear(key.data, now)

    def tidy(self, now: float) -> None:
        """Send kept bytes, close guests that are lost or out of time, and watch for those that can be sent more."""
        for guest in list(self.guests):
            if guest.waits_to_send:
                guest.flush()
            if guest.lost or (guest.until is not None and now >= guest.until):
                self.let_go(guest, now)
                continue
            events = (0 if guest.deaf else selectors.EVENT_READ) | selectors.EVENT_WRITE * guest.waits_to_send
            listened = self._selector.get_map().get(guest.link)
            if (listened.events if listened else 0) == events:
                continue
            if listened:
                self._selector.unregister(guest.link)
            if events:
                self._selector.register(guest.link, events, guest)

    def let_go(self, guest: GuestT, now: float) -> None:
        """Close a guest's connection."""
        self.guests.remove(guest)
        if guest.link in self._selector.get_map():
            self._selector.unregister(guest.link)
        guest.lost = True
        guest.link.close()
        self.gone(guest, now)

    def sleep(self, seconds: float) -> None:
        """Wait until something arrives, at most for `seconds`."""
        self._selector.select(max(0.0, seconds))

    def close(self) -> None:
        """Close every connection and stop listening."""
        for guest in self.guests:
            guest.lost = True
            guest.link.close()
        for door in self._doors:
            door.close()
        self.guests.clear()
        self._selector.close()

    def _open(self, door: int, now: float) -> None:
        try:
            link, source = self._doors[door].accept()
        except OSError:
            return
        guest = self.welcome(link, source[0], door, now)
        if guest is None:
            link.close()
            return
        self.guests.append(guest)
        self._selector.register(link, selectors.EVENT_READ, guest)


def _listening_socket(address: str, port: int, backlog: int) -> socket.socket:
    """Return a listening socket that never waits; an empty address means all addresses. Raises ListenError."""
    try:
        if not address and socket.has_dualstack_ipv6():
            # On many systems "localhost" first means the address of IPv6.
            listener = socket.create_server(
                (address, port), family=socket.AF_INET6, backlog=backlog, dualstack_ipv6=True
            )
        else:
            listener = socket.create_server((address, port), backlog=backlog)
    except OSError as error:
        key = "net.error.port_taken" if error.errno == errno.EADDRINUSE else "net.error.listen"
        raise ListenError(key, port=port, why=reason(error)) from error
    listener.setblocking(False)
    return listener
