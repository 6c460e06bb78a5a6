"""Raw sockets that speak to a Slime server in this process, which is told the time by the test."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from game.cabinets.slime import field as f
from game.cabinets.slime.net.server import TURN_LIMIT, SlimeServer, Speed
from game.cabinets.slime.net.wire import STATE, ByteOrder
from game.cabinets.slime.rules import Options, Slime, View
from game.core.match.match import Journal, Match, Step
from game.core.rules import SPECTATOR, Move
from tests.processes import PATIENCE

MALFORMED = b"\xff"
"""Seconds after which a test that waits has failed."""


def hello(team: int, name: str) -> bytes:
    return bytes([team]) + name.encode().ljust(23, b"\0")


def command(turn: int, *headings: int, order: str = "<") -> bytes:
    return struct.pack(f"{order}H5B", turn, *headings)


def message(text: str) -> bytes:
    return b"\xff" + text.encode().ljust(40, b"\0")


class Client:
    """One raw socket. Its answers are read in full before a test looks at them."""

    def __init__(self, room: Room, *, receive_buffer: int | None = None) -> None:
        self.room = room
        self.link = socket.socket()
        if receive_buffer is not None:
            self.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.link.connect(("127.0.0.1", room.server.port))
        room.pump()
        self.link.setblocking(False)
        self.data = b""
        self.ended = False

    def send(self, data: bytes) -> None:
        """Send all of it, the server reading meanwhile."""
        while data:
            with suppress(BlockingIOError):
                data = data[self.link.send(data) :]
            self.room.pump()

    def pull(self) -> None:
        """Take what has come."""
        try:
            while not self.ended:
                more = self.link.recv(1 << 16)
                self.ended = not more
                self.data += more
        except BlockingIOError:
            return
        except OSError:
            self.ended = True

    def take(self, count: int) -> bytes:
        """The next bytes, waited for."""

        def come() -> bool:
            self.pull()
            return len(self.data) >= count

        self.room.until(come)
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def state(self) -> bytes:
        return self.take(STATE)

    def gone(self) -> bool:
        """Whether the server has ended this connection."""
        self.pull()
        return self.ended

    def nothing_comes(self) -> bool:
        """Whether there is nothing to read, once the server has dealt with all that was sent."""
        for _ in range(5):
            self.room.pump()
        self.pull()
        return self.data == b""

    def close(self) -> None:
        self.link.close()


class Room:
    """A server and the clock it is told: time goes on only where a test says so."""

    def __init__(
        self,
        speed: Speed = Speed.MANUAL,
        byte_order: ByteOrder = "little",
        seed: int = 1,
        turn_limit: float = TURN_LIMIT,
    ) -> None:
        self.names: list[Sequence[str]] = []
        self.seed = seed
        self.journal: Journal | None = None
        self.now = 0.0
        self.steps: list[Step] = []
        self.server = SlimeServer(
            self.new_match, address="127.0.0.1", speed=speed, turn_limit=turn_limit, byte_order=byte_order
        )
        self.clients: list[Client] = []

    def new_match(self, names: Sequence[str]) -> Match:
        self.names.append(names)
        return Match(Slime(), 2, Options(), self.seed, journal=self.journal)

    @property
    def match(self) -> Match:
        assert self.server.match is not None
        return self.server.match

    def pump(self) -> None:
        self.steps += self.server.poll(self.now)

    def until(self, condition: Callable[[], bool]) -> None:
        """Serve until it is so."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "the server did not answer"
            self.server.wait(self.now, 0.01)
            self.pump()

    def client(self, greeting: bytes | None = None, *, receive_buffer: int | None = None) -> Client:
        client = Client(self, receive_buffer=receive_buffer)
        self.clients.append(client)
        if greeting is not None:
            client.send(greeting)
        return client

    def pair(self) -> tuple[Client, Client]:
        """Two clients that were given their teams and the first state."""
        first, second = self.client(hello(0, "One")), self.client(hello(1, "Two"))
        assert (first.take(1), second.take(1)) == (b"\0", b"\1")
        assert first.state() == second.state()
        return first, second

    def turn(self) -> None:
        """Play one turn at manual speed."""
        turn = self.server.turn
        self.server.step()
        self.until(lambda: self.server.turn == turn + 1)

    def close(self) -> None:
        for client in self.clients:
            client.close()
        self.server.close()


@contextmanager
def opened_rooms() -> Iterator[Callable[..., Room]]:
    """What opens rooms; they are closed afterwards."""
    opened: list[Room] = []

    def make(speed: Speed = Speed.MANUAL, byte_order: ByteOrder = "little", turn_limit: float = TURN_LIMIT) -> Room:
        opened.append(Room(speed, byte_order, turn_limit=turn_limit))
        return opened[-1]

    yield make
    for room in opened:
        room.close()


def headings_of(room: Room, team: int) -> list[int]:
    view: View = room.match.view(SPECTATOR)
    return [int(slime.heading) for slime in view.slimes[team * f.TEAM : (team + 1) * f.TEAM]]


def moves_of(room: Room, turn: int) -> tuple[Move, ...]:
    """The orders of a turn, counted from 0."""
    ordered = [step for step in room.match.steps if len(step.moves) == 2]
    return ordered[turn].moves
