"""Gem Merchants and Volcano Isle over the LAN: whole matches end with one hash, and hidden cards stay hidden."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.msgpack import decode

from game.cabinets.gems.cabinet import GEMS
from game.core.recording.replay import read_replay
from net.messages import Play, Waiting
from tests.commands.command_line import ROOT
from tests.net.house import Peer, begin, house, plan_of
from tests.net.processes import host, join

MERCHANT = f"cmd:node {ROOT / 'examples/bots/merchant.js'}"
CHOOSER = f"cmd:{sys.executable} {ROOT / 'examples/bots/chooser.py'}"
NEEDS_NODE = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here to run the example with")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "guest"),
    [
        pytest.param("gems", "open,greedy,random", MERCHANT, marks=NEEDS_NODE, id="gems-three-javascript"),
        pytest.param("volcano", "greedy,open,random,random", CHOOSER, id="volcano-four-python"),
    ],
)
def test_a_whole_match_over_the_lan(tmp_path: Path, game: str, seats: str, guest: str) -> None:
    option = {"gems": "target=6", "volcano": "tiles=6"}[game]
    with ExitStack() as stack:
        room = stack.enter_context(host(tmp_path, game, "--seats", seats, "--port", "0", "--option", option))
        joined = stack.enter_context(join(tmp_path, room.first_line()["port"], "--bot", guest))
        end = joined.document()
        (match,) = room.document()["matches"]
    assert end["hash"] == match["hash"]
    steps = read_replay(Path(match["replay"])).steps
    assert {move.seat for step in steps for move in step.moves} >= set(range(len(seats.split(","))))
    assert not any(move.forced for step in steps for move in step.moves)


def cards_in(told: Any, field: str = "") -> Iterator[int]:
    """The numbers of cards in a message, wherever an event, a view or a list of actions names one."""
    match told:
        case dict():
            for key, value in told.items():
                yield from cards_in(value, str(key))
        case list():
            for value in told:
                yield from cards_in(value, field)
        case int() if field in ("card", "bought", "market"):
            yield told


def answer(peers: list[Peer], wanted: dict[str, Any] | None = None) -> Peer:
    """Who is asked plays what is wanted, or the first action of the list."""
    asked = [(peer, peer.until(Waiting, lambda waiting, peer=peer: waiting.number > peer.played)) for peer in peers]  # type: ignore[misc]
    mover, waiting = next((peer, waiting) for peer, waiting in asked if waiting.asked)
    for peer in peers:
        peer.played = waiting.number
    legal = decode(waiting.legal)
    chosen = wanted if wanted in legal else legal[0]
    mover.send(Play(waiting.number, msgspec.Raw(msgspec.msgpack.encode(chosen))))
    return mover


def test_no_frame_to_others_names_a_card_drawn_from_a_deck(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, GEMS, seats=2)) as running:
        peers = [Peer(running.port), Peer(running.port)]
        for number, peer in enumerate(peers):
            peer.enter(f"Player {number}")
        begin(peers, peers[0])
        owner = answer(peers, {"do": "draw", "level": 3})
        for _ in range(8):
            answer(peers)
        (other,) = (peer for peer in peers if peer is not owner)
        told = [
            {card for each in peer.messages for card in cards_in(decode(msgspec.msgpack.encode(each))) if card > 70}
            for peer in (owner, other)
        ]
        hidden, known = told[0] - told[1], told[1]
        assert len(hidden) == 1 and len(known) >= 4
