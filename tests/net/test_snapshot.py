"""Coming late into a match with a fat past: it is sent in pieces, as fast as the newcomer reads."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from net.heirs import Moved
from net.host.match.stream import PAST_BYTES, Stream
from net.limits import FRAME_FROM_HOST, HostLimits
from net.messages import Begun, Dropped, Past, Play, Rewound, Stepped, Waiting, raw
from net.parts import PastStep, WireEvent
from net.wire import FrameReader, host_message, pack
from tests.games.scribble import SCRIBBLE, Stroke
from tests.net.hostile.arena import Arena
from tests.net.house import House, Peer, begin, house, plan_of

SMALL = 1 << 13
"""Bytes that the system itself holds for a connection, at either end."""
STROKES = 150
LIMITS = HostLimits(unread=3 * PAST_BYTES, greeting=10.0, grace=10.0, farewell=5.0)


class SlowPeer(Peer):
    """Reads a little at a time; `hear` is called between."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.bytes = 0

    def read(self, most: int) -> bool:
        """Read at most so many bytes; whether there were any."""
        data = self.socket.recv(most)
        self.bytes += len(data)
        for body in self._reader.feed(data):
            self._take(host_message(body))
        return bool(data)


def connect(port: int) -> SlowPeer:
    """A peer for whom the system holds next to nothing."""
    original = socket.create_connection

    def small(address: tuple[str, int], timeout: float) -> socket.socket:
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        made.settimeout(timeout)
        made.connect(address)
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "create_connection", small)
        peer = SlowPeer(port)
    assert socket.create_connection is original
    return peer


@contextmanager
def drawing(folder: Path, strokes: int) -> Iterator[tuple[House, list[Peer]]]:
    """A match of so many strokes, in a house whose own buffers are small."""
    plan = plan_of(folder, SCRIBBLE, limits=LIMITS)
    with house(plan) as running:
        server = running.host._server
        assert server is not None
        server.sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        peers = [Peer(running.port), Peer(running.port)]
        for number, peer in enumerate(peers):
            peer.enter(f"Player {number}")
        begin(peers, peers[0])
        draw(peers, strokes)
        yield running, peers
        for peer in peers:
            peer.close()


def draw(peers: list[Peer], strokes: int, begin: int = 0) -> None:
    """Draw so many strokes, each when all have seen the one before; all have seen the last, too."""
    for number in range(begin, begin + strokes + 1):
        for peer in peers:
            while peer.waiting is None or peer.waiting.number < number:
                peer.next()
        if number < begin + strokes:
            peers[number % 2].send(Play(number, raw(Stroke(number))))


def test_a_slow_reader_comes_late_into_a_fat_match_and_misses_nothing(tmp_path: Path) -> None:
    with drawing(tmp_path, STROKES) as (running, players):
        late = connect(running.port)
        late.hello("Late", watch=True)
        while not any(isinstance(message, Begun) for message in late.messages):
            assert late.read(1 << 12)
        draw(players, 3, STROKES)  # while the past is still on its way
        most = 0
        while not any(isinstance(m, Waiting) and m.number == STROKES + 3 for m in late.messages):
            assert late.read(1 << 12), [m for m in late.messages if isinstance(m, Dropped)]
            held = running.ask(lambda: [c.unread for c in running.host.connected])
            most = max(most, *held)
            time.sleep(0)
        assert late.bytes > 2 * LIMITS.unread
        assert most <= LIMITS.unread
        begun = next(message for message in late.messages if isinstance(message, Begun))
        past = [step for message in late.messages if isinstance(message, Past) for step in message.steps]
        lived = [message.step for message in late.messages if isinstance(message, Stepped)]
        assert [step.number for step in past] == list(range(begun.number))
        assert [step.number for step in (*past, *lived)] == list(range(STROKES + 3))
        late.close()


def test_who_does_not_read_the_past_at_all_is_dropped_in_the_end(tmp_path: Path) -> None:
    with drawing(tmp_path, 80) as (running, players):
        deaf = connect(running.port)
        deaf.hello("Deaf", watch=True)
        players[0].until_room(lambda room: room.watching == 1)
        draw(players, 80, 80)
        players[0].until_room(lambda room: room.watching == 0)
        deaf.close()


def test_a_piece_of_the_past_fits_a_frame_however_fat_the_steps_are() -> None:
    stream = Stream(Begun(0, 0, (), raw(None), raw(None)))
    for number in range(130):
        points = list(range(10)) if number < 60 else list(range(60_000))
        step = PastStep(number, (0,), (), (WireEvent("drawn", {"points": points}),), number)
        stream.push(0.0, Stepped(step, raw(None)))
    stream.due(0.0)
    told = [host_message(frame[4:]) for frame in stream.snapshot(0.0)]
    past = [message for message in told if isinstance(message, Past)]
    assert [step.number for piece in past for step in piece.steps] == list(range(130))
    sizes = [(len(piece.steps), len(pack(piece))) for piece in past]
    assert sizes[0][0] == 60 and all(count == 1 for count, _ in sizes[1:])
    assert max(size for _, size in sizes) <= FRAME_FROM_HOST
    assert sum(size for _, size in sizes[1:65]) > FRAME_FROM_HOST, "64 of them in one message would not"
    assert all(size <= PAST_BYTES + 100 for count, size in sizes if count > 1)


def test_frames_stay_whole_while_a_past_is_poured(tmp_path: Path) -> None:
    """Whoever leaves in the middle of their past is told nothing torn."""
    with drawing(tmp_path, 60) as (running, players):
        late = connect(running.port)
        late.hello("Late", watch=True)
        players[0].until_room(lambda room: room.watching == 1)
        running.ask(lambda: list(running.host.connected)[-1].drop("kicked"))
        reader = FrameReader(FRAME_FROM_HOST)
        kinds = []
        while data := late.socket.recv(1 << 16):
            kinds += [type(host_message(body)) for body in reader.feed(data)]
        assert not reader.partial
        assert kinds[-1] is Dropped
        late.close()


def test_a_past_that_was_rewound_is_told_as_it_is_now() -> None:
    stream = Stream(Begun(0, 0, (), raw(None), raw(None)))
    for number in range(300):
        stream.push(0.0, Stepped(PastStep(number, (0,), (), (), number), raw(None)))
    stream.push(0.0, Rewound(130, raw(None)))
    stream.push(0.0, Stepped(PastStep(130, (1,), (), (), 130), raw(None)))
    stream.due(0.0)
    told = [host_message(frame[4:]) for frame in stream.snapshot(0.0)]
    past = [step for message in told if isinstance(message, Past) for step in message.steps]
    assert [step.number for step in past] == list(range(131)) and past[-1].movers == (1,)


def test_where_a_room_moves_is_told_to_who_is_still_being_shown_the_match(tmp_path: Path) -> None:
    moved = Moved(1, 1, "127.0.0.1", 25250, b"k" * 32)
    with drawing(tmp_path, STROKES) as (running, _):
        late = connect(running.port)
        late.hello("Late", watch=True)
        while not any(isinstance(message, Begun) for message in late.messages):
            assert late.read(1 << 12)
        running.ask(lambda: running.host.room.heirs._tell_moved(moved))
        while not any(isinstance(message, Dropped) for message in late.messages):
            assert late.read(1 << 12)
        assert moved in late.messages
        late.close()


def test_where_a_room_moved_is_told_to_who_comes_in_before_its_host_has_ended(tmp_path: Path) -> None:
    moved = Moved(1, 1, "127.0.0.1", 25250, b"k" * 32)
    arena = Arena(tmp_path)
    arena.seat_honest()
    arena.room.heirs._tell_moved(moved)
    back = arena.wire()
    back.send(arena.hello("Back"))
    arena.room.close(arena.now)
    for wire in (*arena.honest, back):
        assert wire.messages.index(moved) < wire.messages.index(Dropped("closing"))
