"""Whole matches of Word Lanterns over the LAN, in processes of their own: all end with one hash; who writes is seen."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.words.state import GiveUp
from game.core.recording.replay import Playback, read_replay
from net.messages import Ended, Gesture, Gestured, Play, Ready, Stepped, Take, Waiting, raw
from tests.net.house import Peer
from tests.net.processes import host, join

TYPED = {"chain": "기ㅊ", "quiz": "2"}


def sit_down(peer: Peer) -> int:
    """Take the seat that is left, ready to begin; its number."""
    room = peer.until_room(lambda room: [seat.kind for seat in room.seats].count("open") == 1)
    (seat,) = (number for number, seat in enumerate(room.seats) if seat.kind == "open")
    peer.send(Take(seat))
    peer.send(Ready(True))
    return seat


def give_up(peer: Peer, typed: str) -> tuple[Ended, int]:
    """Write something whenever one is asked, and give up; the end, and how often that was.

    No byte tells a hidden word before it is revealed.
    """
    asked = 0
    while True:
        before = bytes(peer.received)
        message = peer.next()
        if isinstance(message, Ended):
            return message, asked
        if isinstance(message, Stepped):
            hidden = [event.data["word"] for event in message.step.events if event.kind == "revealed"]
            assert all(word.encode() not in before and repr(word).encode() not in before for word in hidden)
        if isinstance(message, Waiting) and message.asked:
            asked += 1
            peer.send(Gesture(message.number, "typing", typed.encode()))
            peer.send(Play(message.number, raw(GiveUp())))


def watched(eye: Peer) -> set[tuple[int, str, str]]:
    """What somebody who looks on saw being written up to the end."""
    seen = set()
    while not isinstance(message := eye.next(), Ended):
        if isinstance(message, Gestured):
            seen.add((message.seat, message.kind, message.data.decode()))
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["chain", "quiz"])
def test_a_whole_match_over_the_lan(tmp_path: Path, mode: str) -> None:
    options = [word for option in (f"mode={mode}", "rounds=1", "seconds=10") for word in ("--option", option)]
    with ExitStack() as stack:
        room = stack.enter_context(host(tmp_path, "words", "--seats", "open,open,skilled", "--port", "0", *options))
        port = room.first_line()["port"]
        eye = Peer(port, 60)
        eye.enter("Eye", watch=True)
        guest = stack.enter_context(join(tmp_path, port, "--bot", "skilled"))
        peer = Peer(port, 60)
        peer.enter("Mia")
        seat = sit_down(peer)
        end, asked = give_up(peer, TYPED[mode])
        assert asked or mode == "chain"
        assert watched(eye) == ({(seat, "typing", TYPED[mode])} if asked else set())
        for each in (peer, eye):
            each.close()
        joined = guest.document()
        (match,) = room.document()["matches"]
    assert joined["hash"] == match["hash"] == end.hash
    playback = Playback(read_replay(Path(match["replay"])), CABINETS["words"].rules)
    playback.verify()
