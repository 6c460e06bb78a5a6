"""The nursery of drawers ends at once, even while it still loads what drawers need."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import ROOT
from tests.processes import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks drawers")

_WARMS_UP = """
import os, sys, time
from game.scenes.guests import nursery
from net.address import Address
from net.web.guest import USUAL, Knock, Order

def warms_up(*_):
    print(os.getppid(), os.getpid(), flush=True)
    time.sleep(600)

nursery._serve = warms_up
made = nursery.Nursery(Address("127.0.0.1", 1), "", Order(Knock("", "0" * 32, "Souk", *USUAL, "en")))
sys.stdin.readline()
if sys.argv[1] == "close":
    made.close()
    print("closed", flush=True)
else:
    os.kill(os.getpid(), 9)
"""


def _runs(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


@pytest.mark.slow
@pytest.mark.parametrize("end", ["close", "kill"])
def test_it_ends_at_once_while_it_warms_up(end: str, tmp_path: Path) -> None:
    environment = {**os.environ, "SOUK_HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    words = [sys.executable, "-c", _WARMS_UP, end]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=environment, encoding="utf-8"
    ) as gate:
        assert gate.stdin is not None and gate.stdout is not None
        processes = [int(process) for process in gate.stdout.readline().split()]
        try:
            gate.stdin.write("\n")
            gate.stdin.close()
            gate.wait(PATIENCE)
            until = time.monotonic() + PATIENCE
            while any(map(_runs, processes)):
                assert time.monotonic() < until, "it goes on"
                time.sleep(0.01)
            assert (gate.stdout.readline() == "closed\n") == (end == "close")
        finally:
            gate.kill()
            for process in filter(_runs, processes):
                os.kill(process, 9)
