"""Nothing of a bot survives its match, whatever it does to hide (Linux)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.process.confine import descendants
from game.core.process.process_group import ProcessGroup, worker_command, worker_environment
from tests.commands.command_line import ROOT
from tests.core.bot.hidden import HIDDEN, check_what_is_hidden_ends
from tests.processes import alive, wait_until

if sys.platform != "linux":
    pytest.skip("only Linux gives orphans a parent of our choice", allow_module_level=True)


def bot(script: str) -> list[str]:
    return worker_command(["--memory", str(1 << 31), "--exec", "/bin/sh", "-c", script])


@pytest.mark.parametrize("end", ["exec sleep 318", "exit 3"])
def test_what_a_bot_has_hidden_ends_with_it(end: str) -> None:
    check_what_is_hidden_ends(ProcessGroup(bot(HIDDEN + end), worker_environment()), end)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_what_a_bot_has_hidden_ends_with_whoever_wanted_the_bot(number: signal.Signals) -> None:
    program = (
        "import signal, sys\nsignal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
        "from game.core.process.process_group import ProcessGroup, worker_environment\n"
        f"group = ProcessGroup({bot(HIDDEN + 'exec sleep 318')!r}, worker_environment())\n"
        "print(group.pipes[1].readline().decode(), flush=True)\nsys.stdin.read()\n"
    )
    words = [sys.executable, "-c", program]
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as running:
        assert running.stdout is not None
        hidden = int(running.stdout.readline())
        assert alive(hidden)
        os.kill(running.pid, number)
        running.wait(10)
        wait_until(lambda: not alive(hidden), "the end of what it hid")


def test_a_process_that_ends_while_it_is_looked_at_has_no_descendants(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(folder: Path) -> Iterator[Path]:
        raise FileNotFoundError(folder)

    assert descendants(os.getppid())
    monkeypatch.setattr(Path, "iterdir", gone)
    assert descendants(os.getppid()) == []


def test_a_bot_whose_program_ended_before_it_began_ends_at_once() -> None:
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    environment = {**worker_environment(), "SOUK_BOT": f"{gone.pid}-0"}
    words = bot("echo begun; exec sleep 319")
    ended = subprocess.run(
        words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=240, check=False
    )
    assert (ended.returncode, ended.stdout) == (128 + signal.SIGTERM, b"")
