"""The machine's interfaces to local networks, and datagrams over each of them.

A broadcast to 255.255.255.255 leaves by one interface only, and by none without a default route. So each interface has
a socket bound to its address, which sends to the broadcast address of that network.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from ipaddress import IPv4Address, IPv4Interface
from typing import NamedTuple, Protocol

import ifaddr

LOOPBACK = IPv4Interface("127.0.0.1/8")
MOST_BYTES = 512
"""The most bytes of a datagram that is sent or read."""
REFRESH_SECONDS = 3.0
"""Seconds between two looks at the machine's interfaces."""
MOST_AT_ONCE = 128
"""The most datagrams that one `receive` takes from one socket, so that a flood blocks nothing."""

_LARGEST_LOCAL_PREFIX = 30
_SO_TIMESTAMPNS = 35
"""Number of the socket option on Linux that Python has no name for."""
_TIMESTAMP = struct.Struct("@qq")


class Datagram(NamedTuple):
    """A datagram that arrived: its content, its sender, and its time by the clock of its network."""

    data: bytes
    host: str
    port: int
    stamp: float


class Network(Protocol):
    """What discovery needs of the local networks. Time stamps are seconds of a clock of the network's own."""

    def refresh(self, now: float) -> None:
        """Look now and then for interfaces that came or went. `now` is in seconds of any one clock."""

    def broadcast(self, data: bytes) -> float:
        """Send to everybody on every network. Return the time stamp of sending."""

    def answer(self, data: bytes, host: str, port: int) -> None:
        """Send to one address and port."""

    def receive(self) -> Iterator[Datagram]:
        """Yield what has arrived, a limited number at a time, without waiting."""

    def reaches(self, host: str) -> bool:
        """Return whether an address belongs to one of these networks."""

    def fileno(self) -> int:
        """Return the file descriptor that others' broadcasts arrive on; -1 if they cannot be heard."""

    def close(self) -> None:
        """Close the sockets."""


def interfaces() -> tuple[IPv4Interface, ...]:
    """Return this machine's IPv4 addresses with their networks, ascending, including loopback.

    Networks without a broadcast address (prefixes of 31 and 32, RFC 3021), as tunnels have, are left out.
    """
    found = {LOOPBACK}
    with contextlib.suppress(OSError):
        for adapter in ifaddr.get_adapters():
            for address in adapter.ips:
                if address.is_IPv4 and 1 <= address.network_prefix <= _LARGEST_LOCAL_PREFIX:
                    found.add(IPv4Interface(f"{address.ip}/{address.network_prefix}"))
    return tuple(sorted(found))


class LocalNetwork:
    """The machine's local IPv4 networks: a socket for each, and one that hears what is sent to `port`.

    Several processes of one machine may listen at the same time.
    """

    def __init__(self, port: int, listed: Callable[[], Sequence[IPv4Interface]] = interfaces) -> None:
        self.port = port
        self._listed = listed
        self._ears: socket.socket | None = None
        self._mouths: dict[IPv4Interface, socket.socket] = {}
        self._next_look = float("-inf")
        self._look()

    @property
    def interfaces(self) -> tuple[IPv4Interface, ...]:
        """The interfaces on which datagrams are sent."""
        return tuple(self._mouths)

    @property
    def hears(self) -> bool:
        """Whether broadcasts of others can be heard; not while another program holds the port for itself."""
        return self._ears is not None

    def refresh(self, now: float) -> None:
        """Look for interfaces that came or went, and for a port that became free, every REFRESH_SECONDS."""
        if now >= self._next_look:
            self._look()
            self._next_look = now + REFRESH_SECONDS

    def _look(self) -> None:
        listed = set(self._listed())
        for gone in set(self._mouths) - listed:
            self._mouths.pop(gone).close()
        for interface in sorted(listed - set(self._mouths)):
            with contextlib.suppress(OSError):
                self._mouths[interface] = _opened(str(interface.ip), 0)
        if self._ears is None:
            with contextlib.suppress(OSError):
                self._ears = _opened("0.0.0.0", self.port)

    def broadcast(self, data: bytes) -> float:
        """Send to everybody on every network. Return the time stamp of sending.

        On loopback it is also sent to this machine's address, as not every system broadcasts there.
        """
        stamp = time.time()
        for interface, mouth in self._mouths.items():
            _send(mouth, data, str(interface.network.broadcast_address), self.port)
            if interface.is_loopback:
                _send(mouth, data, str(interface.ip), self.port)
        return stamp

    def answer(self, data: bytes, host: str, port: int) -> None:
        """Send to one address and port; errors are ignored, as any datagram may be lost."""
        if self._ears is not None:
            _send(self._ears, data, host, port)

    def receive(self) -> Iterator[Datagram]:
        """Yield what has arrived, at most MOST_AT_ONCE from each socket, without waiting."""
        for ear in (self._ears, *self._mouths.values()):
            if ear is not None:
                yield from _arrived(ear)

    def reaches(self, host: str) -> bool:
        """Return whether an address belongs to one of these networks."""
        address = IPv4Address(host)
        return any(address in interface.network for interface in self._mouths)

    def fileno(self) -> int:
        """Return the file descriptor that others' broadcasts arrive on; -1 if they cannot be heard."""
        return -1 if self._ears is None else self._ears.fileno()

    def close(self) -> None:
        """Close the sockets."""
        for opened in (self._ears, *self._mouths.values()):
            if opened is not None:
                opened.close()
        self._ears = None
        self._mouths = {}


def _opened(host: str, port: int) -> socket.socket:
    """Return a UDP socket that never waits, may broadcast and shares its port. Raises OSError."""
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        opened.setblocking(False)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if sys.platform == "linux":
            opened.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
        opened.bind((host, port))
    except OSError:
        opened.close()
        raise
    return opened


def _send(mouth: socket.socket, data: bytes, host: str, port: int) -> None:
    with contextlib.suppress(OSError):
        mouth.sendto(data, (host, port))


def _arrived(ear: socket.socket) -> Iterator[Datagram]:
    for _ in range(MOST_AT_ONCE):
        try:
            yield _read(ear)
        except BlockingIOError:
            return
        except OSError:  # Windows reports here that an earlier datagram reached nobody, or was too long
            continue


def _read(ear: socket.socket) -> Datagram:
    """Return the next datagram; of one that is too long, one byte more than the limit. Raises OSError.

    The kernel stamps its arrival where it can: a window reads once a frame, which would hide the latency.
    """
    if sys.platform != "linux":
        data, (host, port) = ear.recvfrom(MOST_BYTES + 1)
        return Datagram(data, host, port, time.time())
    data, ancillary, _, (host, port) = ear.recvmsg(MOST_BYTES + 1, socket.CMSG_SPACE(_TIMESTAMP.size))
    stamp = time.time()
    for level, kind, value in ancillary:
        if level == socket.SOL_SOCKET and kind == _SO_TIMESTAMPNS and len(value) == _TIMESTAMP.size:
            seconds, nanoseconds = _TIMESTAMP.unpack(value)
            stamp = seconds + nanoseconds / 1e9
    return Datagram(data, host, port, stamp)
