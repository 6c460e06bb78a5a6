"""A host in a thread of this process, and a blunt peer that says whatever a test wants and keeps every byte."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from game.cabinets.listed import CABINETS
from game.core.cabinet import Cabinet
from net.changes import applied
from net.host.host import Host
from net.host.match.hosted_match import Terms
from net.host.room.core import RoomPlan
from net.host.room.room import Room
from net.host.room.seating import RoomSeat
from net.limits import FRAME_FROM_HOST, PROTOCOL, HostLimits
from net.messages import (
    Begun,
    Challenge,
    Changed,
    Ended,
    Hello,
    HostMessage,
    Ping,
    Play,
    Pong,
    Proof,
    Ready,
    Rewound,
    RoomChanged,
    RoomState,
    Waiting,
    Welcome,
)
from net.parts import ToHost
from net.proof import digest, key_of, lock, mac_of, new_secret
from net.wire import FrameReader, host_message, pack

T = TypeVar("T")
OWNER_KEY = b"k" * 32
_HEARD = 77_777
"""Stamps the ping that follows what a host must have heard."""
QUICK = HostLimits(
    greeting=20.0,
    frame=20.0,
    idle=30.0,
    grace=0.3,
    wrong_password=0.05,
    wrong_password_most=0.2,
    farewell=0.1,
    kicked=0.0,
)
"""Limits for tests: what a test waits for takes little time, and what a loaded machine could exceed has plenty."""


_locked = cache(lock)
"""Each lock takes tens of thousands of rounds."""


def plan_of(folder: Path, cabinet: Cabinet | None = None, *, seats: int = 2, **changes: Any) -> RoomPlan:
    """A plan of a room with open seats; `changes` are fields of RoomPlan, of Terms, or `password`."""
    cabinet = cabinet or CABINETS["nullgame"]
    bots = list(cabinet.bots)
    terms = Terms(cabinet, cabinet.info.options(), stand_in=bots[0] if bots else "")
    numbers = iter(range(1000))
    plan = RoomPlan(
        name="Test",
        terms=terms,
        places=tuple(RoomSeat() for _ in range(seats)),
        journal=lambda game: folder / f"match-{next(numbers)}.souk",
        owner_key=digest(OWNER_KEY),
        seed=5,
        limits=QUICK,
    )
    if password := changes.pop("password", None):
        changes["lock"] = _locked(password)
    own = set(RoomPlan.__dataclass_fields__)
    plan = replace(plan, **{name: value for name, value in changes.items() if name in own})
    return replace(plan, terms=replace(terms, **{n: v for n, v in changes.items() if n not in own}))


@dataclass
class House:
    """A running host."""

    room: Room
    host: Host
    loop: asyncio.AbstractEventLoop

    @property
    def port(self) -> int:
        return self.host.port

    def ask(self, question: Callable[[], T]) -> T:
        """What a question says in the host's thread, between two of its steps."""

        async def answer() -> T:
            return question()

        return asyncio.run_coroutine_threadsafe(answer(), self.loop).result(10)


@contextmanager
def house(plan: RoomPlan, room: Room | None = None) -> Iterator[House]:
    """A host of this plan on a free port of 127.0.0.1, ended with the block."""
    host = Host(room or Room(plan))
    ready: list[asyncio.AbstractEventLoop] = []
    listening = threading.Event()
    problems: list[BaseException] = []

    async def serve() -> None:
        await host.listen(0, "127.0.0.1")
        ready.append(asyncio.get_running_loop())
        listening.set()
        await host.run()

    def work() -> None:
        try:
            asyncio.run(serve())
        except BaseException as error:
            problems.append(error)
            listening.set()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert listening.wait(10)
        if problems:
            raise problems[0]
        yield House(host.room, host, ready[0])
    finally:
        if ready and not problems:
            with suppress(RuntimeError):  # the host ended by itself, as its room has moved
                ready[0].call_soon_threadsafe(host.stop)
        thread.join(10)
    assert not thread.is_alive(), "the host does not end"
    assert problems == []


class Peer:
    """A connection to a host that blocks, with everything it received in `received`."""

    def __init__(self, port: int, timeout: float = 30.0) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self.received = bytearray()
        self.messages: list[HostMessage] = []
        self.token = b""
        self.person = 0
        self.room: RoomState | None = None
        self.waiting: Waiting | None = None
        self.nonce = new_secret()
        self._reader = FrameReader(FRAME_FROM_HOST)
        self._seen = 0
        self.played = -1

    def send(self, message: ToHost) -> None:
        self.socket.sendall(pack(message))

    def send_body(self, body: bytes) -> None:
        self.socket.sendall(len(body).to_bytes(4, "big") + body)

    def hello(self, name: str = "Mia", **more: Any) -> None:
        self.send(Hello(**{"protocol": PROTOCOL, "name": name, "nonce": self.nonce, **more}))

    def enter(self, name: str = "Mia", password: str = "", **more: Any) -> Welcome:
        """Come in, with a password if one is asked for."""
        self.hello(name, **more)
        message = self.next()
        if isinstance(message, Challenge):
            key = key_of(password, message.salt, message.rounds)
            self.send(Proof(mac_of(key, message.nonce, self.nonce)))
            message = self.next()
        assert isinstance(message, Welcome), message
        return message

    def next(self) -> HostMessage:
        """The next message. Raises EOFError at the end."""
        while self._seen == len(self.messages):
            data = self.socket.recv(1 << 16)
            if not data:
                raise EOFError
            self.received += data
            for body in self._reader.feed(data):
                self._take(host_message(body))
        self._seen += 1
        return self.messages[self._seen - 1]

    def until(self, kind: type[T], accept: Callable[[T], bool] = lambda message: True) -> T:
        """The next message of this type that is accepted; what comes before it is passed over."""
        while True:
            message = self.next()
            if isinstance(message, kind) and accept(message):
                return message

    def until_room(self, accept: Callable[[RoomState], bool]) -> RoomState:
        """The room once it is as wanted."""
        while self.room is None or not accept(self.room):
            self.next()
        return self.room

    def rest(self) -> list[HostMessage]:
        """Everything up to the end of the connection."""
        rest: list[HostMessage] = []
        try:
            while True:
                rest.append(self.next())
        except (EOFError, ConnectionError):
            return rest

    def to_move(self) -> Waiting:
        """What is asked of this peer and was not answered by it, once there is something."""
        while self.waiting is None or not self.waiting.asked or self.waiting.number <= self.played:
            self.next()
        return self.waiting

    def play_to_the_end(self) -> Ended:
        """Answer whatever is asked with the first legal action."""
        while True:
            message = self.next()
            if isinstance(message, Ended):
                return message
            if isinstance(message, Waiting) and message.asked:
                self.play_first(message)

    def play_first(self, waiting: Waiting) -> None:
        self.played = waiting.number
        legal = msgspec.msgpack.decode(waiting.legal)
        self.send(Play(waiting.number, msgspec.Raw(msgspec.msgpack.encode(legal[0]))))

    def close(self) -> None:
        self.socket.close()

    def _take(self, message: HostMessage) -> None:
        if isinstance(message, Changed):
            assert self.room is not None
            message = RoomChanged(applied(self.room, message))
        self.messages.append(message)
        match message:
            case Welcome(person=person, token=token, room=room):
                self.person, self.token, self.room = person, token, room
            case RoomChanged(room=room):
                self.room = room
            case Waiting():
                self.waiting = message
            case Begun(number=number) | Rewound(number=number):
                self.waiting, self.played = None, number - 1


def begin(peers: list[Peer], owner: Peer) -> None:
    """Everybody says they are ready and the owner begins; each has seen that.

    What the owner knows of the room may be of before the last choice, so that readiness is asked of the host itself.
    """
    from net.messages import Start

    for peer in peers:
        peer.send(Ready(True))
        peer.send(Ping(_HEARD))
        peer.until(Pong, lambda pong: pong.stamp == _HEARD)
    owner.send(Start())
    for peer in peers:
        peer.until(Begun)


def play_for_two(folder: Path, cabinet: Cabinet) -> None:
    """A whole match of two peers, who are told the same end."""
    with house(plan_of(folder, cabinet)) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        assert len(finish([one, other])) == 1
        one.close()
        other.close()


def finish(peers: list[Peer]) -> set[str]:
    """Play to the end; the final hashes that were told."""
    waiting = {id(peer): peer for peer in peers}
    hashes = set()
    for peer in peers:
        if peer.waiting is not None and peer.waiting.asked:
            peer.play_first(peer.waiting)
    while waiting:
        for key, peer in list(waiting.items()):
            peer.socket.settimeout(0.02)
            try:
                message = peer.next()
            except TimeoutError:
                continue
            if isinstance(message, Ended):
                hashes.add(message.hash)
                del waiting[key]
            elif isinstance(message, Waiting) and message.asked:
                peer.play_first(message)
    for peer in peers:
        peer.socket.settimeout(10)
    return hashes
