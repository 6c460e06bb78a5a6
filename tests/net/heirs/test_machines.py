"""A room moves between machines: network namespaces with a cable, and the first machine is gone afterwards."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from net.ledger.lines import signing_installed
from tests.commands.command_line import ROOT, environment
from tests.net.namespaces import Lab, Namespace
from tests.processes import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")]
HERE, THERE = "10.77.0.1", "10.77.0.2"


class Window:
    """A program on a machine, with all that it told."""

    def __init__(self, machine: Namespace, home: Path, *words: str) -> None:
        command = machine.command(sys.executable, "-m", "tests.net.heirs.guest_process", *words)
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self.told: list[dict[str, Any]] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.told.append(json.loads(line))

    def order(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def of(self, what: str, **more: Any) -> list[dict[str, Any]]:
        return [one for one in self.told if one["what"] == what and more.items() <= one.items()]

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self._reader.join()


@contextmanager
def window(machine: Namespace, home: Path, *words: str) -> Iterator[Window]:
    made = Window(machine, home, *words)
    try:
        yield made
    finally:
        made.close()


def until(holds: Callable[[], object], *windows: Window) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, [one.told[-4:] for one in windows]
        time.sleep(0.02)


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
