"""A match on the LAN between Linux, the bundle of Windows and Souk from source there, each of which is killed."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.commands.command_line import souk
from tests.net.processes import Souk, host, join
from tests.windows.wine import BUNDLE, PYTHON, SLOW, needs_bundle, run, start, windows_path

pytestmark = [needs_bundle, pytest.mark.slow, pytest.mark.timeout(600)]
COMMAND = BUNDLE / "souk-command.exe"
WORDS = ("--seats", "open,open", "--option", "smallest=40", "--grace", "120")
PACE = ("--pace", "0.6")


def on_windows(program: Path, home: Path, port: int, *words: str | Path) -> Souk:
    """A guest of a host on this machine."""
    return start(program, home, "join", f"127.0.0.1:{port}", "--json", *words)


def host_on_windows(home: Path, *words: str | Path) -> Souk:
    return start(COMMAND, home, "host", "nullgame", "--address", "127.0.0.1", "--json", "--start-when-full", *words)


def grown(journal: Path) -> None:
    """Wait until a move is recorded that was not before."""

    def size() -> int:
        return journal.stat().st_size if journal.exists() else 0

    before, end = size(), time.monotonic() + SLOW
    while size() <= before:
        assert time.monotonic() < end, "nobody has moved"
        time.sleep(0.05)


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
        eye = stack.enter_context(join(tmp_path / "eye", port, "--watch", "--name", "Eye"))
        guests: dict[str, Callable[[], Souk]] = {
            "bundle": lambda: on_windows(COMMAND, tmp_path / "b", port, "--bot", "random", "--name", "Mia", *PACE),
            "source": lambda: on_windows(PYTHON, tmp_path / "s", port, "--bot", "expert", "--name", "Omar", *PACE),
        }
        if hosting == "windows":
            guests["source"] = lambda: join(tmp_path, port, "--bot", "expert", "--name", "Omar", *PACE)
        running = {name: stack.enter_context(begin()) for name, begin in guests.items()}
        for name, begin in guests.items():
            grown(journal)
            running[name].kill()
            running[name] = stack.enter_context(begin())
        grown(journal)
        room.kill()
        room = stack.enter_context(opened(*WORDS, "--port", str(port), "--resume", kept))
        room.first_line()
        ends = {name: guest.document(240)["hash"] for name, guest in (*running.items(), ("eye", eye))}
        (match,) = room.document(240)["matches"]
    assert set(ends.values()) == {match["hash"]}
    for verified in (
        souk(tmp_path, "replay", journal, "--verify"),
        run(COMMAND, tmp_path, "replay", windows_path(journal), "--verify"),
    ):
        assert verified.returncode == 0, verified.stderr
        assert match["hash"] in verified.stdout
