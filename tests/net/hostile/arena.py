"""A host without sockets and with a clock that tests move: its connections speak to transports that keep all bytes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from net.changes import applied
from net.host.host import Connection, Host
from net.host.match.hosted_match import Terms
from net.host.room.core import RoomPlan
from net.host.room.room import Room
from net.host.room.seating import RoomSeat
from net.limits import FRAME_FROM_HOST, PROTOCOL, SECRET, HostLimits
from net.messages import (
    Begun,
    Changed,
    Hello,
    HostMessage,
    Play,
    Ready,
    RoomChanged,
    RoomState,
    Start,
    Stepped,
    Waiting,
    Welcome,
    raw,
)
from net.parts import ToHost
from net.proof import digest, lock
from net.states import LinkState
from net.wire import FrameReader, host_message, pack
from tests.games.relay import RELAY, SQUARES, Colour, Options

OWNER = b"o" * SECRET


class _Tag(msgspec.Struct):
    type: str


_TAG = msgspec.msgpack.Decoder(_Tag)


class FakeHost(Host):
    """A host that does at once what is due, and whose calls for later wait for the arena."""

    def __init__(self, room: Room, clock: Callable[[], float]) -> None:
        super().__init__(room, clock, flushes_aside=False)
        self.calls: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.calls.append((self.clock() + seconds, call))

    def wake(self) -> None:
        self.room.settle(self.clock())

    def run_calls(self) -> None:
        """Make the calls whose time has come."""
        due = [call for when, call in self.calls if when <= self.clock()]
        self.calls = [(when, call) for when, call in self.calls if when > self.clock()]
        for call in due:
            call()


class Wire(asyncio.Transport):
    """A peer and the transport to it: what the host sends is decoded, and kept where the peer is `curious`."""

    def __init__(self, arena: Arena, address: str, curious: bool) -> None:
        super().__init__({"peername": (address, 40000)})
        self.messages: list[HostMessage] = []
        self.curious = curious
        self.open = True
        self.ended = False
        """Whether the host has said that nothing follows."""
        self.reading = True
        self.told_to_go = 0
        self._reader = FrameReader(FRAME_FROM_HOST)
        self._room: RoomState | None = None
        self._arena = arena
        self.connection = Connection(arena.host)
        self.connection.connection_made(self)

    def send(self, message: ToHost) -> None:
        """Send a message to the host."""
        self.send_bytes(pack(message))

    def send_bytes(self, data: bytes) -> None:
        """Send anything to the host, as a socket would: not after the end, not while it does not read."""
        if self.open and self.reading:
            self.connection.data_received(data)

    def hang_up(self) -> None:
        """Close this end."""
        if self.open:
            self.open = False
            self.connection.connection_lost(None)

    def last(self, kind: type[Any]) -> Any:
        """The last message of a kind; None where there was none."""
        return next((message for message in reversed(self.messages) if isinstance(message, kind)), None)

    # What the host does with it.

    def write(self, data: Any) -> None:
        assert not self.ended, "bytes after the end"
        for body in self._reader.feed(bytes(data)):
            tag = _TAG.decode(body).type
            assert not self.told_to_go, f"{tag} after having been dropped"
            self.told_to_go += tag == "dropped"
            if self.curious:
                self.messages.append(self._whole(host_message(body)))
                del self.messages[:-200]

    def _whole(self, message: HostMessage) -> HostMessage:
        """A message, or the room after it where it says what has changed."""
        if isinstance(message, Welcome | RoomChanged):
            self._room = message.room
        elif isinstance(message, Changed):
            assert self._room is not None
            self._room = applied(self._room, message)
            return RoomChanged(self._room)
        return message

    def is_closing(self) -> bool:
        return not self.open

    def get_write_buffer_size(self) -> int:
        return 0

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.ended = True

    def pause_reading(self) -> None:
        self.reading = False

    def abort(self) -> None:
        self.hang_up()

    def close(self) -> None:
        self.hang_up()


class Arena:
    """A room with two honest players in a match that lasts, and whoever else comes."""

    def __init__(self, folder: Path, *, password: str = "", seats: int = 3, **limits: Any) -> None:
        self.now = 1000.0
        terms = Terms(RELAY, Options(turns=100_000), limit=2.0)
        self.room = Room(
            RoomPlan(
                name="arena",
                terms=terms,
                places=tuple(RoomSeat() for _ in range(seats)),
                journal=lambda game: folder / f"{secrets.token_hex(4)}.souk",
                owner_key=digest(OWNER),
                lock=lock(password) if password else None,
                seed=5,
                limits=HostLimits(**limits),
            )
        )
        self.host = FakeHost(self.room, lambda: self.now)
        self.honest: list[Wire] = []
        self.played = 0

    def wire(self, address: str = "10.0.0.66", *, curious: bool = True) -> Wire:
        """Somebody connects."""
        return Wire(self, address, curious)

    def hello(self, name: str, **fields: Any) -> Hello:
        """A greeting."""
        return Hello(PROTOCOL, name, secrets.token_bytes(SECRET), **fields)

    def seat_honest(self) -> None:
        """Two honest players come in and sit down; the first owns the room."""
        for number, name in enumerate(["Mia", "하늘"]):
            wire = self.wire(f"10.0.0.{number + 1}")
            wire.send(self.hello(name, owner=OWNER if number == 0 else b""))
            assert wire.last(Welcome), wire.messages
            wire.send(Ready(True))
            self.honest.append(wire)

    def start(self) -> None:
        """The owner begins the match."""
        self.honest[0].send(Start())
        assert all(wire.last(Begun) for wire in self.honest), self.honest[0].messages

    def pass_time(self, seconds: float) -> None:
        """Let the host do what is due."""
        self.now += seconds
        for connection in list(self.host.connected):
            connection.look(self.now)
        self.room.settle(self.now)
        self.host.run_calls()

    def play_honestly(self) -> None:
        """Whose turn it is among the honest plays, and both see it."""
        for seat, wire in enumerate(self.honest):
            waiting = wire.last(Waiting)
            if waiting is not None and waiting.asked and self.room.core.phase == "playing":
                square = self.played % SQUARES
                wire.send(Play(waiting.number, raw(Colour(square))))
                self.played += 1
                for other in self.honest:
                    told = [m for m in other.messages if isinstance(m, Stepped) and m.step.number == waiting.number]
                    assert told, f"seat {seat} played and {other.connection.address} was not told"
                    assert told[-1].step.events[0].data == {"seat": seat, "square": square}
                return

    def check(self) -> None:
        """What must hold whatever strangers do."""
        for wire in self.honest:
            assert wire.open
            assert wire.told_to_go == 0, wire.messages[-1]
        limits = self.room.core.limits
        assert self.host.connections <= limits.connections + 1
        assert len(self.room.core.people) <= limits.spectators + len(self.room.core.seating) + 1

    def dropped_once(self, wires: list[Wire]) -> None:
        """Everybody the host has finished with was told why, once, unless they left themselves."""
        for wire in wires:
            assert wire.told_to_go <= 1
            if wire.ended and wire.connection.state is LinkState.CLOSED and wire.connection.dropped:
                assert wire.told_to_go == 1
