"""A commission for four over the LAN: two computers of the host, a generator of somebody's own that joins, a person."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.workshop.bots import level_for
from game.cabinets.workshop.commands.new import new_generator
from game.cabinets.workshop.rules import View
from game.core.forge.api import Made
from game.core.forge.formats.codes import read_level, write_level
from game.core.recording.replay import Playback, read_replay
from net.messages import Begun, Ended, Play, Stepped, Waiting, raw
from tests.cabinets.words.test_lan import sit_down
from tests.net.house import Peer
from tests.net.processes import host, join


def deliver(peer: Peer) -> tuple[Ended, int]:
    """Deliver the same level whenever one is asked; the end, and in how many steps that was.

    What a step waits for may be told again before an answer has arrived.
    """
    asked: set[int] = set()
    number = 0
    while True:
        message = peer.next()
        if isinstance(message, Ended):
            return message, len(asked)
        if isinstance(message, Begun | Stepped):
            number = msgspec.msgpack.decode(message.view, type=View).number or number
        if isinstance(message, Waiting) and message.asked:
            asked.add(message.number)
            level = level_for("digger-blind", number, (48, 36))
            peer.send(Play(message.number, raw(Made(write_level(level)))))


@pytest.mark.slow
def test_a_commission_for_four_over_the_lan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path, name = new_generator("my caves")
    with ExitStack() as stack:
        room = stack.enter_context(host(tmp_path, "workshop", "--seats", "open,open,bsp,rhythm", "--port", "0"))
        port = room.first_line()["port"]
        guest = stack.enter_context(join(tmp_path, port, "--bot", f"{path.resolve()}:{name}"))
        peer = Peer(port, 120)
        peer.enter("Mia")
        seat = sit_down(peer)
        end, asked = deliver(peer)
        assert asked == 2, "everybody is asked twice"
        peer.close()
        joined = guest.document()
        (match,) = room.document()["matches"]
    assert joined["hash"] == match["hash"] == end.hash
    replay = read_replay(Path(match["replay"]))
    playback = Playback(replay, CABINETS["workshop"].rules)
    playback.verify()
    playback.seek(len(playback))
    view = playback.view()
    made = [read_level(text) for text in view.made]
    assert {level.recipe.method for level in made} == {"bsp", "rhythm", "digger-blind", "my caves"}
    assert made[seat].recipe.method == "digger-blind"
    assert all(points.playable == 40 and points.same for points in view.points), "all four can be played"
