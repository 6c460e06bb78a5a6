"""Strangers with real sockets who attack a host, and the honest who play in it meanwhile."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import socket
import sys
import time
from collections.abc import Callable
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random

import msgspec

from game.cabinets.listed import offered
from net.evening import Wish
from net.limits import OPTION, PING, PROTOCOL, SECRET, STANDARD
from net.messages import Hello, HostMessage, Ping, Play, Pong, Ready, Start, Stepped, raw
from net.wire import pack
from tests.core.dear_options import dear_options as dear
from tests.games.relay import SQUARES, Colour
from tests.net.hostile import frames
from tests.net.lan_host import OWNER, HostProcess, hosted
from tests.net.lan_peer import Address, Peer, drive, welcomed

STRANGER = "127.0.0.66"
"""The address that attacks come from; the honest are at another."""
STORM = 200_000
ANSWERED = 77_777
"""The stamp of the ping after all that a stranger says."""
PIECES = "SOUK_STORM_PIECES"
"""The variable that says how many pieces a `storm` has, where it is not STORM."""


class Honest:
    """Two players who move as soon as they may, and a spectator; every move is timed until all three have seen it."""

    def __init__(self, host: HostProcess, password: str = "") -> None:
        self.host = host
        self.peers = [
            Peer(host.address, "Mia", owner=OWNER, password=password),
            Peer(host.address, "하늘", password=password),
            Peer(host.address, "watcher", watch=True, password=password),
        ]
        self.taken: list[float] = []
        self._sent: dict[int, float] = {}
        self._seen: dict[int, int] = {}
        self._due = self._pinged = 0.0
        for peer in self.peers:
            peer.greet()
            drive(self.peers, lambda: peer.welcome is not None)  # noqa: B023
            peer.on_message = self._note
        self.peers[1].send(Ready(True))
        drive(self.peers, lambda: any(seat.ready for seat in self.peers[0].room.seats))
        self.peers[0].send(Start())
        drive(self.peers, lambda: all(peer.begun for peer in self.peers))

    def _note(self, message: HostMessage) -> None:
        if isinstance(message, Stepped):
            number = message.step.number
            self._seen[number] = self._seen.get(number, 0) + 1
            if self._seen[number] == len(self.peers):
                self.taken.append(time.perf_counter() - self._sent.pop(number))

    def play(self, until: Callable[[], bool], seconds: float = 60, pace: float = 0.01) -> None:
        """Play a move every `pace` seconds until something holds."""

        def step() -> bool:
            now = time.perf_counter()
            for peer in self.peers[:2]:
                waiting = peer.waiting
                if waiting is not None and waiting.asked and waiting.number not in self._sent and now >= self._due:
                    self._sent[waiting.number] = time.perf_counter()
                    peer.waiting = None
                    peer.send(Play(waiting.number, raw(Colour(waiting.number % SQUARES))))
                    self._due = now + pace
            if now - self._pinged > PING:
                self._pinged = now
                for peer in self.peers:
                    peer.send(Ping(1))
            for peer in self.peers:
                assert not peer.closed, peer.dropped
                del peer.messages[:-50]
            return until()

        drive(self.peers, step, seconds)

    @property
    def slowest(self) -> float:
        """The time that 99 of 100 moves took at the most."""
        return sorted(self.taken)[int(len(self.taken) * 0.99)]


class Waiting:
    """Two people and a spectator who wait for a match; every ping is timed until it is answered."""

    def __init__(self, host: HostProcess, password: str = "") -> None:
        self.host = host
        self.peers = [
            Peer(host.address, name, owner=owner, watch=watch, password=password)
            for name, owner, watch in (("Mia", OWNER, False), ("하늘", b"", False), ("watcher", b"", True))
        ]
        self.taken: list[float] = []
        self._sent: dict[int, float] = {}
        self._count, self._due = 0, 0.0
        for peer in self.peers:
            peer.greet()
            drive(self.peers, lambda: peer.welcome is not None)  # noqa: B023
            peer.on_message = self._note

    def _note(self, message: HostMessage) -> None:
        if isinstance(message, Pong):
            self.taken.append(time.perf_counter() - self._sent.pop(message.stamp))

    def play(self, until: Callable[[], bool], seconds: float = 60, pace: float = 0.01) -> None:
        """Ping every `pace` seconds, one after another, until something holds."""

        def step() -> bool:
            now = time.perf_counter()
            if now >= self._due:
                self._due = now + pace
                self._count += 1
                self._sent[self._count] = now
                self.peers[self._count % len(self.peers)].send(Ping(self._count))
            for peer in self.peers:
                assert not peer.closed, peer.dropped
                del peer.messages[:-50]
            return until()

        drive(self.peers, step, seconds)

    @property
    def slowest(self) -> float:
        """The time that 99 of 100 answers took at the most."""
        return sorted(self.taken)[int(len(self.taken) * 0.99)]


Attack = Callable[[Address, int], None]
"""What runs in a process of its own, given where to attack and a seed."""


def raw_socket(address: Address) -> socket.socket:
    """A connection that knows nothing."""
    connection = socket.create_connection(address, 10, (STRANGER, 0))
    connection.settimeout(20)
    return connection


def hello(**fields: object) -> bytes:
    """A greeting as a frame."""
    return pack(Hello(PROTOCOL, "rude", bytes(SECRET), **fields))  # type: ignore[arg-type]


def farewell(connection: socket.socket) -> bytes:
    """All that comes until the host closes."""
    received = bytearray()
    with contextlib.suppress(ConnectionError):
        while data := connection.recv(1 << 16):
            received += data
    return bytes(received)


def told_once(received: bytes, *reasons: str) -> None:
    """The last thing that was said is one of these reasons, and it was said once."""
    assert received.count(b"\xa4type\xa7dropped") == 1, received[-200:]
    last = received[received.index(b"dropped") :]
    assert any(why.encode() in last for why in reasons), last


def idle_crowd(address: Address, seed: int) -> None:
    """Five hundred connections that say nothing, and then an honest one."""
    crowd = [raw_socket(address) for _ in range(500)]
    peer = Peer(address, "late", watch=True).greet()
    drive([peer], lambda: welcomed([peer]), 5, "nobody gets in")
    peer.close()
    for connection in crowd:
        connection.close()


def half_frames(address: Address, seed: int) -> None:
    """Frames that begin and never end, outside and inside."""
    crowd = []
    for number in range(24):
        connection = raw_socket(address)
        if number % 2:
            connection.sendall(hello(watch=True))
        connection.sendall(frames.frame(frames.body(Random(seed), "say"))[:-2])
        crowd.append(connection)
    for number, connection in enumerate(crowd):
        told_once(farewell(connection), "too_slow" if number % 2 else "idle")


def announced_gigabytes(address: Address, seed: int) -> None:
    """Frames of four gigabytes, with a lot of bytes behind the announcement."""
    for number in range(60):
        connection = raw_socket(address)
        with contextlib.suppress(ConnectionError, TimeoutError):
            if number % 2:
                connection.sendall(hello(watch=True))
            connection.sendall(b"\xff\xff\xff\xff" + bytes(1 << 20))
        connection.close()
    connection = raw_socket(address)
    connection.sendall(b"\xff\xff\xff\xff")
    told_once(farewell(connection), "too_long")


def fast_talkers(address: Address, seed: int) -> None:
    """Ten thousand pings a second each, as long as it is let."""
    ping = frames.frame(frames.body(Random(seed), "ping"))
    for _ in range(8):
        connection = raw_socket(address)
        connection.sendall(hello(watch=True))
        begun = time.monotonic()
        sent = 0
        with contextlib.suppress(ConnectionError, TimeoutError):
            while time.monotonic() - begun < 1:
                connection.sendall(ping * 100)
                sent += 100
                time.sleep(max(0.0, begun + sent / 10_000 - time.monotonic()))
        connection.close()


def doorbell(address: Address, seed: int) -> None:
    """Somebody who comes in to watch and goes again, as quickly as possible."""
    begun = time.monotonic()
    while time.monotonic() - begun < 4:
        with contextlib.suppress(ConnectionError, TimeoutError):
            connection = raw_socket(address)
            connection.sendall(hello(watch=True))
            connection.recv(1 << 16)
            connection.close()


def deaf(address: Address, seed: int) -> None:
    """Spectators who never read a byte, and talk."""
    crowd = [socket.socket() for _ in range(12)]
    for connection in crowd:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.bind((STRANGER, 0))
        connection.connect(address)
        connection.sendall(hello(watch=True))
    until = time.monotonic() + 4
    number = 0
    while time.monotonic() < until:
        number += 1
        for connection in crowd:
            with contextlib.suppress(OSError):
                connection.sendall(frames.frame(frames.body(Random(number), "say")))
        time.sleep(0.05)


def bombs(address: Address, seed: int) -> None:
    """Every bomb, before and after the greeting."""
    for body in frames.BOMBS.values():
        for inside in (False, True):
            connection = raw_socket(address)
            with contextlib.suppress(ConnectionError, TimeoutError):
                if inside:
                    connection.sendall(hello(watch=True))
                connection.sendall(frames.frame(body))
            connection.close()


def noise(address: Address, seed: int) -> None:
    """Random and mutated frames, one stranger after the other."""
    random = Random(seed)
    begun = time.monotonic()
    while time.monotonic() - begun < 5:
        connection = raw_socket(address)
        with contextlib.suppress(ConnectionError, TimeoutError):
            if random.random() < 0.5:
                connection.sendall(hello(watch=True))
            for _ in range(random.randint(1, 40)):
                connection.sendall(frames.rude_bytes(random))
        connection.close()


def guesses(address: Address, seed: int) -> None:
    """Wrong passwords, sixteen at a time; the first of them waits until it is told."""
    random = Random(seed)
    first = raw_socket(address)
    first.sendall(hello() + frames.frame(frames.body(random, "proof")))
    for _ in range(40):
        crowd = [raw_socket(address) for _ in range(16)]
        for connection in crowd:
            with contextlib.suppress(ConnectionError, TimeoutError):
                connection.sendall(hello() + frames.frame(frames.body(random, "proof")))
        for connection in crowd:
            connection.close()
    told_once(farewell(first), "password", "idle")


def storm(address: Address, seed: int) -> None:
    """Pieces of rubbish by thirty strangers at a time, most of whom have come in to watch.

    Each comes back as soon as it is dropped, ten times a second at the most.
    """
    random, pieces = Random(seed), int(os.environ.get(PIECES, STORM))
    crowd: list[socket.socket | None] = [None] * 30
    came = [0.0] * len(crowd)
    sent = 0
    while sent < pieces:
        place = random.randrange(len(crowd))
        link = crowd[place]
        if link is not None and _goes_on(link):
            with contextlib.suppress(OSError):
                link.send(frames.rude_bytes(random) if random.random() < 0.2 else frames.frame(frames.body(random)))
            sent += 1
        elif time.monotonic() - came[place] > 0.1:
            if link is not None:
                link.close()
            crowd[place], came[place] = _stranger(address, random), time.monotonic()
        else:
            time.sleep(0.0005)


def dear_options(address: Address, seed: int) -> None:
    """Wishes for the dearest options of every game, by eight strangers at a time who send as many as they may.

    Each is new once it has sent what is allowed at once, since that is more than is allowed in the long run.
    """
    wishes = [
        pack(Wish(game, options, ("open",) * cabinet.info.usual_seats))
        for game, cabinet in offered().items()
        for options in dear(game, OPTION)
    ]
    Random(seed).shuffle(wishes)
    burst = int(STANDARD.changes_burst)
    for begin in range(0, len(wishes), 8 * burst):
        crowd = [raw_socket(address) for _ in range(8)]
        for number, connection in enumerate(crowd):
            connection.sendall(hello(watch=True))
            for frame in wishes[begin + number * burst : begin + (number + 1) * burst]:
                connection.sendall(frame)
        for connection in crowd:
            connection.sendall(pack(Ping(ANSWERED)))
        for connection in crowd:
            received = b""
            while pack(Pong(ANSWERED)) not in received:
                received += connection.recv(1 << 16)
            assert b"too_often" not in received and b"dropped" not in received
            connection.close()
        time.sleep(1)


def _stranger(address: Address, random: Random) -> socket.socket | None:
    """A connection from one of thirty addresses, in one of its states."""
    link = socket.socket()
    link.bind((f"127.0.2.{random.randrange(1, 31)}", 0))
    try:
        link.connect(address)
        if random.random() < 0.7:
            link.sendall(hello(watch=random.random() < 0.8))
    except OSError:
        link.close()
        return None
    link.setblocking(False)
    return link


def _goes_on(link: socket.socket) -> bool:
    """Whether the host has not hung up; what it says is thrown away."""
    try:
        while data := link.recv(1 << 16):
            if b"dropped" in data[-400:]:
                return False
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def _begin(ready: Event, attack: Attack, address: Address) -> None:
    """Attack, once this process has loaded what it needs; where processes have a priority, with the least."""
    if sys.platform == "linux" and os.sched_getparam(0).sched_priority > 1:
        os.sched_setparam(0, os.sched_param(1))
    ready.set()
    attack(address, 7)


class Outcome(msgspec.Struct):
    """How the honest fared. Times are seconds from a move until all three had seen it."""

    moves: int
    quiet: float
    """What 99 of 100 took at the most before the attack…"""
    middle: float
    p99: float
    """…and during it."""
    worst: float
    memory: tuple[int, int]
    """The most bytes the host had held before, and after it."""
    attack: str
    files: int
    """Files and sockets it holds open afterwards."""


def under(folder: Path, attack: Attack, password: str = "", after: int = 200) -> Outcome:
    """Play until the attack is over, `after` moves at the least. Fails where the honest are dropped or kept out.

    While an attack is upon a waiting room, the honest wait in it.
    """
    extra = ("--password", password) if password else ()
    waits = attack is dear_options
    with hosted(folder, *extra, *(("--games",) if waits else ())) as host:
        honest = Waiting(host, password) if waits else Honest(host, password)
        honest.play(lambda: len(honest.taken) >= 50)
        quiet, memory = honest.slowest, host.memory
        context = multiprocessing.get_context("spawn")
        ready = context.Event()
        process = context.Process(target=_begin, args=(ready, attack, host.address))
        process.start()
        try:
            honest.play(ready.is_set)
            honest.taken.clear()
            honest.play(lambda: process.exitcode is not None and len(honest.taken) >= after, seconds=900)
        finally:
            process.kill()
            process.join()
        assert process.exitcode == 0, "the attack did not meet what it expected"
        newcomer = Peer(host.address, "newcomer", watch=True, password=password).greet()
        drive([newcomer], lambda: newcomer.welcome is not None)
        for peer in (*honest.peers, newcomer):
            peer.close()
        taken = sorted(honest.taken)
        middle = taken[len(taken) // 2]
        return Outcome(
            len(taken), quiet, middle, honest.slowest, taken[-1], (memory, host.memory), attack.__name__, host.files
        )
