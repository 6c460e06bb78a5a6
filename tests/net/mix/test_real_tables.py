"""Six people at two tables of a room whose host is a process of its own, killed and started again in between."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from select import select

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from net.messages import Ended, Play, Ready, raw
from net.mix import Mix, MixState, Salt
from net.proof import new_secret
from tests.net.house import Peer
from tests.net.processes import Souk
from tests.processes import PATIENCE

NAMES = ("Mia", "Omar", "Jun", "Ada", "Sol", "Kim")


def mix_of(peer: Peer) -> MixState | None:
    return peer.room.mix if peer.room else None


class People:
    """Six who answer what they are asked, and say on the first sight of a card that they know the game."""

    def __init__(self) -> None:
        self.peers: list[Peer] = []
        self._salted = set[int]()
        self._ready = set[tuple[int, int]]()

    def go_on(self, until: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < end, [(peer.room.phase, peer.room.table) for peer in self.peers if peer.room]
            readable, _, _ = select([peer.socket for peer in self.peers], [], [], 0.2)
            for peer in self.peers:
                if peer.socket in readable:
                    peer.next()
                while peer._seen < len(peer.messages):
                    peer.next()
                self._answer(peer)

    def _answer(self, peer: Peer) -> None:
        mix, asked = mix_of(peer), peer.waiting
        if mix and mix.stage == "salt" and peer.person not in self._salted:
            self._salted.add(peer.person)
            peer.send(Salt(new_secret()))
        if mix and mix.stage == "card" and (peer.person, mix.round) not in self._ready:
            self._ready.add((peer.person, mix.round))
            peer.send(Ready(True))
        if asked and asked.asked and asked.number > peer.played:
            legal = msgspec.msgpack.decode(asked.legal)
            peer.played = asked.number
            peer.send(Play(asked.number, raw(legal[asked.number % len(legal)])))

    def all_at(self, stage: str) -> bool:
        return all((mix := mix_of(peer)) is not None and mix.stage == stage for peer in self.peers)

    def come(self, port: int) -> None:
        """Come in, again by their tokens."""
        tokens = [peer.token for peer in self.peers] or [b""] * len(NAMES)
        self.close()
        self.peers = [Peer(port) for _ in NAMES]
        for peer, name, token in zip(self.peers, NAMES, tokens, strict=True):
            peer.enter(name, token=token)

    def close(self) -> None:
        for peer in self.peers:
            peer.close()


@pytest.mark.slow
def test_two_tables_of_a_real_host_go_on_after_a_kill_to_points_for_all(tmp_path: Path) -> None:
    people = People()
    off = tuple(game for game in CABINETS.places if game != "gems")
    try:
        with Souk(tmp_path, "host", "words", "--address", "127.0.0.1", "--json", "--seats", "open*6") as souk:
            people.come(souk.first_line()["port"])
            people.peers[0].send(Mix(rounds=1, off=off))
            people.go_on(lambda: all(peer.room is not None and peer.room.phase == "playing" for peer in people.peers))
            assert sorted(peer.room.table for peer in people.peers if peer.room) == [0, 0, 0, 1, 1, 1]
            people.go_on(lambda: all(peer.waiting is not None and peer.waiting.number > 4 for peer in people.peers))
            assert souk.process.stderr is not None
            journal = json.loads(souk.process.stderr.readline())["replay"]
            tables = [peer.room.table for peer in people.peers if peer.room]
        with Souk(tmp_path, "host", "gems", "--address", "127.0.0.1", "--json", "--resume", journal) as souk:
            people.come(souk.first_line()["port"])
            assert [peer.room.table for peer in people.peers if peer.room] == tables
            people.go_on(lambda: people.all_at("finale"))
            for peer in people.peers:
                assert any(isinstance(message, Ended) for message in peer.messages)
                mix = mix_of(peer)
                assert mix is not None and sum(one.points for one in mix.points) == 6 * 6 * 2
    finally:
        people.close()
