"""Cisterns over a LAN: a guest and a host that are killed in mid-match are back, and nobody hears the number before."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from game.cabinets.cisterns.bots import GreedyBot
from game.cabinets.cisterns.knowledge import Knowledge
from game.cabinets.cisterns.rules.state import GUIDE, Options
from game.cabinets.listed import CABINETS
from game.core.bots import BotSetup
from game.core.recording.replay import Playback, read_replay
from game.core.recording.views import read_view_recording
from game.core.rules import SPECTATOR
from net.client.remote_match import RemoteMatch
from net.messages import Begun, Bye, Play, Ready, raw
from tests.net.house import Peer
from tests.net.processes import Souk, host, join

CISTERNS = CABINETS["cisterns"]
OPTIONS = Options(level=GUIDE)


class Player:
    """Somebody who plays as the greedy computer does, and keeps every byte."""

    def __init__(self, port: int, name: str, token: bytes = b"") -> None:
        self.peer, self.match = Peer(port), RemoteMatch(CISTERNS.info)
        self.peer.enter(name, games={"cisterns": CISTERNS.info.version}, token=token)
        self.peer.send(Ready(True))
        self._head = GreedyBot(BotSetup("cisterns", 0, 2, OPTIONS, None, 1))
        self._answered = -1

    def play(self, turns: int) -> None:
        """Answer so many turns, or to the end of the match."""
        while turns and self.match.ended is None:
            message = self.peer.next()
            if self.match.begun or isinstance(message, Begun):
                self.match.take(message, 0.0)
            question = self.match.question
            if question is None or not question.asked or question.number <= self._answered:
                continue
            known = Knowledge(self.match.view, self.match.viewer)
            self._answered, turns = question.number, turns - 1
            self.peer.send(Play(question.number, raw(self._head.choose(known))))


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["coop", "rivals"])
def test_a_guest_and_a_host_that_are_killed_in_mid_match_are_back(tmp_path: Path, mode: str) -> None:
    recording, views = tmp_path / "match.souk", tmp_path / "eye.views"
    words = ("--seats", "open,open", "--option", "level=guide", "--option", f"mode={mode}", "--grace", "20")
    with ExitStack() as stack:

        def start(souk: Souk) -> Souk:
            return stack.enter_context(souk)

        first = start(host(tmp_path, "cisterns", *words, "--port", "0", "--record", recording))
        port = first.first_line()["port"]
        eye = start(join(tmp_path, port, "--watch", "--name", "Eye", "--record", views))
        mia = Player(port, "Mia")
        mia.peer.until_room(lambda room: room.watching == 1)
        omar = start(join(tmp_path, port, "--bot", "greedy", "--name", "Omar"))
        mia.play(6)
        omar.kill()
        omar = start(join(tmp_path, port, "--bot", "greedy", "--name", "Omar"))
        mia.play(6)
        first.kill()
        mia.peer.rest()
        kept = read_replay(recording).steps
        secret = int(kept[0].moves[0].action) + 1
        second = start(host(tmp_path, "cisterns", *words, "--port", str(port), "--resume", recording))
        second.first_line()
        back = Player(port, "Mia", mia.peer.token)
        back.play(6)
        assert back.match.viewer == mia.match.viewer and len(back.match.steps) > 12, (
            "in her seat again, and knows it all"
        )
        for heard in (mia.peer, back.peer):
            assert secret.to_bytes(8, "big") not in heard.received and str(secret).encode() not in heard.received
        back.play(1000)
        ended = back.match.ended
        assert ended is not None
        back.peer.send(Bye())
        back.peer.close()
        told = {guest.document()["hash"] for guest in (omar, eye)}
        (match,) = second.document()["matches"]
    assert {ended.hash, *told} == {match["hash"]}
    playback = Playback(read_replay(recording), CISTERNS.rules)
    playback.verify()
    steps = playback.replay.steps
    assert len(kept) > 8 and steps[: len(kept)] == kept, "what was on the disk is played on"
    assert not any(move.forced for step in steps for move in step.moves)
    assert back.match.view == playback.view(back.match.viewer) and back.match.view.number == secret
    seen = read_view_recording(views)
    assert all(not seen.view(position, CISTERNS.info).number for position in range(len(steps)))
    assert seen.view(len(steps), CISTERNS.info) == playback.view(SPECTATOR)
