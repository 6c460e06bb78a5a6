"""Whole matches of Gem Merchants and Volcano Isle over the LAN, as processes of their own: all end with one hash."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest

from game.core.recording.replay import read_replay
from tests.command_line import ROOT
from tests.net.processes import host, join

MERCHANT = f"cmd:node {ROOT / 'examples/bots/merchant.js'}"
NEEDS_NODE = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here to run the example with")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "guest"),
    [
        pytest.param("gems", "open,greedy", MERCHANT, marks=NEEDS_NODE, id="gems-two"),
        pytest.param("volcano", "greedy,open,random", "greedy", id="volcano-three"),
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
