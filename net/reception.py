"""Accepts programs of other people that speak a protocol of their own.

It is polled and told the time, and never waits.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from net.listening import listening_socket

GREETING: Final = 10.0
"""Seconds in which a guest must have said who it is."""
FAREWELL: Final = 2.0
"""Seconds that a guest has to read the last bytes."""
MOST_UNREAD: Final = 1 << 17
"""Bytes kept for a guest that does not read. One that lets more come together is dropped."""
_READ_AT_ONCE: Final = 1 << 16
"""Bytes taken from one guest before the others have their turn."""
_DEAD: Final = 5_000
"""Milliseconds after which a machine that does not even acknowledge is taken for gone, where the system offers it."""
_BACKLOG: Final = 32


class Guest:
    """A program that has connected. `lost` tells when it is of no use any more."""

    def __init__(self, link: socket.socket, address: str, now: float) -> None:
        link.setblocking(False)
        with contextlib.suppress(OSError):
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNREAD)
            if (user_timeout := getattr(socket, "TCP_USER_TIMEOUT", None)) is not None:
                link.setsockopt(socket.IPPROTO_TCP, user_timeout, _DEAD)
        self.link = link
        self.address = address
        self.until: float | None = now + GREETING
        """When it is closed, unless its greeting comes before, or once its farewell had time to be read."""
        self.deaf = False
        """Whether nothing more is taken from it."""
        self.lost = False
        self.leaving = False
        """Whether it is sent only what is already kept for it."""
        self._unsent = bytearray()

    @property
    def waits_to_send(self) -> bool:
        """Whether something is kept until it reads."""
        return bool(self._unsent) and not self.lost

    def take(self) -> bytes | None:
        """What has come; empty at the end of its stream, None while there is nothing."""
        try:
            return self.link.recv(_READ_AT_ONCE)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:
            return b""

    def send(self, data: bytes) -> None:
        """Keep for the next `flush`."""
        self._unsent += data
        if len(self._unsent) > MOST_UNREAD:
            self.flush()
            if len(self._unsent) > MOST_UNREAD:
                self.hung_up()

    def flush(self) -> None:
        """Send what is kept, as far as it reads."""
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
        """Note that it cannot be sent anything more."""
        self.lost = True

    def leave(self, now: float) -> None:
        """Send nothing more; the connection is closed once the guest has hung up or had time to read. Closing with
        bytes unread would reset it, and could lose the last words.
        """
        self.until = now + FAREWELL
        self.leaving = True
        self.flush()


GuestT = TypeVar("GuestT", bound=Guest)


class Reception(ABC, Generic[GuestT]):
    """Listens on a number of ports and keeps the guests that came in by them.

    The port's place in the list is the door.
    """

    def __init__(self, address: str, ports: Sequence[int]) -> None:
        """An empty address is all of them; 0 is any port that is free. Raises ListenError."""
        self.guests: list[GuestT] = []
        self._selector = selectors.DefaultSelector()
        self._doors: list[socket.socket] = []
        try:
            for number, port in enumerate(ports):
                self._doors.append(listening_socket(address, port, _BACKLOG))
                self._selector.register(self._doors[-1], selectors.EVENT_READ, number)
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def welcome(self, link: socket.socket, address: str, door: int, now: float) -> GuestT | None:
        """The guest that has come in; None where it is not let in."""

    @abstractmethod
    def hear(self, guest: GuestT, now: float) -> None:
        """Take what a guest has sent."""

    @abstractmethod
    def gone(self, guest: GuestT, now: float) -> None:
        """Forget a guest that was let go."""

    @property
    def numbers(self) -> list[int]:
        """The port of every door."""
        return [door.getsockname()[1] for door in self._doors]

    @property
    def idle(self) -> bool:
        """Whether nobody is left who has yet to read the end."""
        return not any(guest.leaving for guest in self.guests)

    def receive(self, now: float) -> None:
        """Let guests in and take what they sent."""
        for key, mask in self._selector.select(0):
            if isinstance(key.data, int):
                self._open(key.data, now)
            elif mask & selectors.EVENT_READ and key.data in self.guests:
                self.hear(key.data, now)

    def tidy(self, now: float) -> None:
        """Send what is kept, drop guests that are gone, and watch for those that can be sent more."""
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
        """Wait until something arrives, at most so long."""
        self._selector.select(max(0.0, seconds))

    def close(self) -> None:
        """End every connection, and listen no more."""
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
