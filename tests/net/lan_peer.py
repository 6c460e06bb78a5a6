"""Players and spectators for tests that need many, or rude ones: a socket, messages, and nothing that helps."""

from __future__ import annotations

import contextlib
import secrets
import selectors
import socket
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any

from net.changes import applied
from net.limits import FRAME_FROM_HOST, PROTOCOL, SECRET
from net.messages import (
    Begun,
    Challenge,
    Changed,
    Dropped,
    Ended,
    Hello,
    HostMessage,
    Proof,
    RoomChanged,
    Waiting,
    Welcome,
)
from net.parts import ToHost
from net.proof import key_of, mac_of
from net.wire import FrameReader, host_message, pack

Address = tuple[str, int]


class Peer:
    """One end of a connection to a host. What arrives is kept in `messages`, its last state beside."""

    def __init__(
        self, address: Address, name: str = "Mia", *, password: str = "", source: str = "", **hello: Any
    ) -> None:
        self.name = name
        self.password = password
        self.nonce = secrets.token_bytes(SECRET)
        self.messages: list[HostMessage] = []
        self.welcome: Welcome | None = None
        self.room: Any = None
        self.waiting: Waiting | None = None
        self.begun: Begun | None = None
        self.ended: Ended | None = None
        self.dropped: Dropped | None = None
        self.closed = False
        self.on_message: Callable[[HostMessage], None] = lambda message: None
        self._reader = FrameReader(FRAME_FROM_HOST)
        self._unsent = bytearray()
        self._hello = Hello(PROTOCOL, name, self.nonce, **hello)
        self.socket = socket.create_connection(address, 10, (source, 0) if source else None)
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def greet(self) -> Peer:
        """Say hello."""
        self.send(self._hello)
        return self

    def send(self, message: ToHost) -> None:
        """Send a message."""
        self.send_bytes(pack(message))

    def send_bytes(self, data: bytes) -> None:
        """Send anything; what does not go at once goes with the next polls."""
        self._unsent += data
        self._flush()

    def _flush(self) -> None:
        while self._unsent and not self.closed:
            try:
                sent = self.socket.send(memoryview(self._unsent)[: 1 << 16])
            except BlockingIOError:
                return
            except OSError:
                self._unsent.clear()
                return
            del self._unsent[:sent]

    def poll(self) -> None:
        """Take in what arrived, answer a challenge."""
        self._flush()
        while not self.closed:
            try:
                data = self.socket.recv(1 << 16)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self.close()
                return
            for body in self._reader.feed(data):
                self._take(host_message(body))

    def _take(self, message: HostMessage) -> None:
        if isinstance(message, Changed):
            message = RoomChanged(applied(self.room, message))
        self.messages.append(message)
        match message:
            case Challenge(nonce=nonce, salt=salt, rounds=rounds):
                self.send(Proof(mac_of(key_of(self.password, salt, rounds), nonce, self.nonce)))
            case Welcome(room=room):
                self.welcome, self.room = message, room
            case RoomChanged(room=room):
                self.room = room
            case Begun():
                self.begun, self.waiting, self.ended = message, None, None
            case Waiting():
                self.waiting = message
            case Ended():
                self.ended, self.waiting = message, None
            case Dropped():
                self.dropped = message
        self.on_message(message)

    def count(self, kind: type[HostMessage]) -> int:
        """How many messages of a kind came."""
        return sum(isinstance(message, kind) for message in self.messages)

    def close(self) -> None:
        """Hang up."""
        self.closed = True
        self.socket.close()


def drive(peers: Sequence[Peer], done: Callable[[], bool], seconds: float = 20, why: str = "") -> None:
    """Let the peers take in what arrives until `done`; fails with `why` when that takes too long."""
    end = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for peer in peers:
            if not peer.closed:
                selector.register(peer.socket, selectors.EVENT_READ, peer)
        while not done():
            assert time.monotonic() < end, why or "it did not come to that"
            for key, _ in selector.select(0.02):
                key.data.poll()
                if key.data.closed:
                    with contextlib.suppress(KeyError, ValueError):
                        selector.unregister(key.fileobj)
            for peer in peers:
                peer._flush()


def welcomed(peers: Collection[Peer]) -> bool:
    """Whether all were let in."""
    return all(peer.welcome is not None for peer in peers)
