"""A match on the LAN between Linux, the bundle of Windows and Souk from source there, each of which is killed."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from net.messages import Begun
from tests.command_line import souk
from tests.net.house import Peer
from tests.net.processes import Souk, host, join
from tests.windows.wine import BUNDLE, PYTHON, needs_bundle, run, start, windows_path

pytestmark = [needs_bundle, pytest.mark.slow, pytest.mark.timeout(600)]
COMMAND = BUNDLE / "souk-command.exe"
WORDS = ("--seats", "open,open", "--option", "smallest=60", "--grace", "120")
PACE = ("--pace", "0.25")


def on_windows(program: Path, home: Path, port: int, *words: str | Path) -> Souk:
    """A guest of a host on this machine."""
    return start(program, home, "join", f"127.0.0.1:{port}", "--json", *words)


def host_on_windows(home: Path, *words: str | Path) -> Souk:
    return start(COMMAND, home, "host", "nullgame", "--address", "127.0.0.1", "--json", "--start-when-full", *words)


@pytest.mark.parametrize("hosting", ["linux", "windows"])
def test_three_who_are_killed_come_back_to_one_end(hosting: str, tmp_path: Path) -> None:
    journal = tmp_path / "match.souk"
    kept = journal if hosting == "linux" else windows_path(journal.parent) + "\\match.souk"
    opened: Callable[..., Souk] = (
        (lambda *words: host(tmp_path, "nullgame", *words))
        if hosting == "linux"
        else (lambda *words: host_on_windows(tmp_path / "host", *words))
    )
    with ExitStack() as stack:
        room = stack.enter_context(opened(*WORDS, "--port", "0", "--record", kept))
        port = room.first_line()["port"]
        eye = Peer(port)
        eye.enter("Eye", watch=True)
        guests: dict[str, Callable[[], Souk]] = {
            "bundle": lambda: on_windows(COMMAND, tmp_path / "b", port, "--bot", "random", "--name", "Mia", *PACE),
            "source": lambda: on_windows(PYTHON, tmp_path / "s", port, "--bot", "expert", "--name", "Omar", *PACE),
        }
        if hosting == "windows":
            guests["source"] = lambda: join(tmp_path, port, "--bot", "expert", "--name", "Omar", *PACE)
        running = {name: stack.enter_context(begin()) for name, begin in guests.items()}
        eye.until(Begun)
        for name, begin in guests.items():
            time.sleep(0.5)
            running[name].kill()
            running[name] = stack.enter_context(begin())
        time.sleep(0.5)
        room.kill()
        room = stack.enter_context(opened(*WORDS, "--port", str(port), "--resume", kept))
        room.first_line()
        eye = Peer(port)
        eye.enter("Eye", watch=True)
        ends = {name: guest.document(240)["hash"] for name, guest in running.items()}
        eye.close()
        (match,) = room.document(240)["matches"]
    assert set(ends.values()) == {match["hash"]}
    for verified in (
        souk(tmp_path, "replay", journal, "--verify"),
        run(COMMAND, tmp_path, "replay", windows_path(journal), "--verify"),
    ):
        assert verified.returncode == 0, verified.stderr
        assert match["hash"] in verified.stdout
