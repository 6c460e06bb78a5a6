"""A room moves between machines: network namespaces with a cable, and the first machine is gone afterwards."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from net.ledger.lines import signing_installed
from tests.commands.command_line import ROOT, environment
from tests.net.heirs.windows import until, window
from tests.net.namespaces import Lab

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")]
HERE, THERE = "10.77.0.1", "10.77.0.2"


@pytest.mark.parametrize("game", ["nullgame", "gems", "marrakech"])
def test_the_first_machine_leaves_the_network_after_the_move(machines: Lab, tmp_path: Path, game: str) -> None:
    here, there = machines.machine(), machines.machine()
    machines.cable(here, f"{HERE}/24", there, f"{THERE}/24")
    words = ["host", game, "--seats", "open,open,open", "--json", "--stay", "--port", "25999"]
    if game == "nullgame":
        words += ["--option", "smallest=40"]
    command = here.command(sys.executable, str(ROOT / "main.py"), *words)
    with ExitStack() as stack:
        host = stack.enter_context(
            subprocess.Popen(command, env=environment(tmp_path / "host"), stderr=subprocess.PIPE, encoding="utf-8")
        )
        stack.callback(host.kill)
        assert host.stderr is not None
        opened = json.loads(host.stderr.readline())
        mia = stack.enter_context(window(here, tmp_path / "mia", "Mia", "127.0.0.1", "25999", opened["owner"]))
        until(lambda: mia.of("line", key="lobby.log.sat"), mia)
        beside = stack.enter_context(window(here, tmp_path / "beside", "Beside", "127.0.0.1", "25999"))
        until(lambda: beside.of("line", key="lobby.log.sat"), beside)
        assert not mia.of("heir"), "a window on the host's own computer is no heir"
        omar = stack.enter_context(window(there, tmp_path / "omar", "Omar", HERE, "25999"))
        until(lambda: mia.of("heir", name="Omar"), mia, omar)
        for guest in (beside, omar):
            guest.order("ready")
        mia.order("start")
        until(lambda: all(len(one.of("steps")) > 3 for one in (mia, beside, omar)), omar, mia)
        mia.order("home")
        until(lambda: all(one.of("line", key="net.log.moved") for one in (beside, omar)), omar, beside)
        assert host.wait(30) == 0
        (home,) = mia.of("home")
        for one, at in ((omar, "127.0.0.1"), (beside, THERE)):
            until(lambda: len(one.of("steps", room=at)) > 3, omar, beside)  # noqa: B023
            assert not one.of("line", key="net.log.differs") and not one.of("line", key="net.log.went_back")
        step = min(said["at"] for said in omar.of("steps", room="127.0.0.1"))
        assert step - home["at"] < 30, "seconds from the press to the next step elsewhere"
