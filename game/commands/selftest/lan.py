"""The part of the self-test that needs other processes: a match over loopback."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from game.commands.shared.errors import CommandError
from game.core.process.process_group import UNSEEN, worker_environment
from game.ground.program import own_command

HERE = "127.0.0.1"
SECONDS = 60.0
"""Seconds after which a match counts as failed."""


def check_lan() -> None:
    """Run a host and a player as processes, and check that both report the same end of their match."""
    words = ("host", "nullgame", "--seats", "open,random", "--address", HERE, "--port", "0", "--start-when-full")
    with started(*words, "--json") as host:
        assert host.stderr is not None
        port = json.loads(host.stderr.readline())["port"]
        with started("join", f"{HERE}:{port}", "--bot", "random", "--json") as guest:
            told = document_of(guest)
        (match,) = document_of(host)["matches"]
    if told["hash"] != match["hash"]:
        raise CommandError("cli.selftest.lan")


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Run this program with these words and folders of its own; end it afterwards."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        process = subprocess.Popen(
            own_command(words),
            env={**worker_environment(), "SOUK_HOME": home},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            creationflags=UNSEEN,
        )
        with process:
            try:
                yield process
            finally:
                process.kill()


def document_of(process: subprocess.Popen[str]) -> Any:
    """Return the JSON that a process printed when it ended. Raises CommandError for one that failed or is too slow."""
    try:
        told, complaint = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired as error:
        raise CommandError("cli.selftest.slow", words=_words(process.args)) from error
    if process.returncode:
        raise CommandError("cli.selftest.process", words=_words(process.args), why=complaint.strip()[-300:])
    return json.loads(told)


def _words(command: Any) -> str:
    return " ".join(map(str, command[-4:])) if isinstance(command, Sequence) else str(command)
