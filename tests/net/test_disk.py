"""A slow disk: the room goes on, and nothing of the match is told before it is kept."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.core.recording.replay import read_replay
from net.messages import Accepted, Begun, Ended, Past, Ping, Pong, RoomChanged, Say, Start, Stepped, Told, Waiting
from tests.net.house import House, Peer, begin, house, plan_of
from tests.processes import wait_until


class SlowDisk:
    """Flushes wait while it is `held`."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._open = threading.Event()
        self._open.set()
        self._flush = os.fsync
        self.error: OSError | None = None
        self._quick: set[int] = set()
        patch.setattr("os.fsync", self._slowly)

    def _slowly(self, descriptor: int) -> None:
        assert descriptor in self._quick or self._open.wait(20)
        if self.error is not None:
            raise self.error
        self._flush(descriptor)

    def spare(self, patch: pytest.MonkeyPatch) -> None:
        """Hold up the record of the seats alone, not the journal."""
        copy = os.dup

        def noted(descriptor: int) -> int:
            copied = copy(descriptor)
            self._quick.add(copied)
            return copied

        patch.setattr("os.dup", noted)

    @contextmanager
    def held(self) -> Iterator[None]:
        self._open.clear()
        try:
            yield
        finally:
            self._open.set()


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> SlowDisk:
    return SlowDisk(monkeypatch)


@pytest.fixture
def table(tmp_path: Path, disk: SlowDisk) -> Iterator[tuple[House, Peer, Peer]]:
    """A match of nullgame between two people has begun; the first owns the room."""
    with house(plan_of(tmp_path)) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        yield running, one, other
        one.close()
        other.close()


def heard_so_far(peer: Peer) -> list[type]:
    """What was said before the answer to a ping."""
    mark = len(peer.messages)
    peer.send(Ping(9))
    peer.until(Pong)
    return [type(message) for message in peer.messages[mark:]]


def steps_of(running: House) -> int:
    """How many steps the match has, told or not."""
    match = running.room.play.match
    assert match is not None
    return match.match.number


def test_chat_and_pings_go_on_while_a_move_waits_for_the_disk(
    table: tuple[House, Peer, Peer], disk: SlowDisk, tmp_path: Path
) -> None:
    _, one, other = table
    waiting = one.to_move()
    with disk.held():
        one.play_first(waiting)
        one.send(Say("The disk sleeps."))
        for peer in (one, other):
            heard_so_far(peer)
            assert not any(isinstance(m, Stepped) and m.step.number == waiting.number for m in peer.messages)
        assert not any(isinstance(message, Accepted) for message in one.messages)
    one.until(Accepted)
    assert len(read_replay(tmp_path / "match-0.souk").steps) == waiting.number + 1
    for peer in (one, other):
        assert peer.until(Stepped).step.number == waiting.number
    assert other.to_move().number == waiting.number + 1


def test_the_end_is_told_once_it_is_kept(table: tuple[House, Peer, Peer], disk: SlowDisk, tmp_path: Path) -> None:
    _, one, other = table
    peers = {0: one, 1: other}
    while True:
        for peer in peers.values():
            while peer.waiting is None or any(isinstance(m, Ended) for m in peer.messages):
                peer.next()
        asked = next((peer for peer in peers.values() if peer.waiting and peer.waiting.asked), None)
        assert asked is not None and asked.waiting is not None
        heap = asked.waiting.number
        with disk.held():
            asked.play_first(asked.waiting)
            assert Ended not in heard_so_far(asked)
            phases = [m.room.phase for m in asked.messages if isinstance(m, RoomChanged)]
            assert phases[-1] == "playing"
        for peer in peers.values():
            peer.until(Stepped, lambda stepped: stepped.step.number == heap)  # noqa: B023
            peer.send(Ping(8))
            peer.until(Pong)
        if any(isinstance(message, Ended) for message in one.messages):
            break
    end = read_replay(tmp_path / "match-0.souk").end
    told = next(message for message in one.messages if isinstance(message, Ended))
    assert end is not None and end.hash == told.hash
    one.until_room(lambda room: room.phase == "after")


@pytest.mark.parametrize("journal", ["slow", "quick"])
def test_a_match_is_shown_once_its_seats_are_kept(
    tmp_path: Path, disk: SlowDisk, journal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if journal == "quick":
        disk.spare(monkeypatch)
    with house(plan_of(tmp_path)) as running:
        one, late = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        with disk.held():
            one.send(Start("random"))
            assert Begun not in heard_so_far(one)
            late.enter("Nora", watch=True)
            assert Begun not in heard_so_far(late)
        assert (tmp_path / "match-0.souk.room").exists() or one.until(Begun)
        assert late.until(Begun).viewer == -2
        assert one.to_move().asked
        for peer in (one, late):
            told = [type(message) for message in peer.messages if isinstance(message, Begun | Past | Stepped | Waiting)]
            assert told[0] is Begun


def test_a_disk_that_refuses_late_is_said_and_does_not_end_the_match(
    table: tuple[House, Peer, Peer], disk: SlowDisk
) -> None:
    running, one, other = table
    waiting = one.to_move()
    disk.error = OSError(28, "No space left on device")
    with disk.held():
        one.play_first(waiting)
    other.until(Told, lambda told: told.key == "net.log.journal")
    assert other.to_move().number == waiting.number + 1
    assert running.ask(lambda: running.room.play.match and running.room.play.match.writer.failure) is not None


def test_a_host_that_ends_keeps_what_was_on_its_way_to_the_disk(tmp_path: Path, disk: SlowDisk) -> None:
    with house(plan_of(tmp_path)) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        number = one.to_move().number
        with disk.held():
            one.play_first(one.to_move())
            wait_until(lambda: running.ask(lambda: steps_of(running)) == number + 1, "the move to be played")
            running.loop.call_soon_threadsafe(running.host.stop)
    assert len(read_replay(tmp_path / "match-0.souk").steps) == number + 1
