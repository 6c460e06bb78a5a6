"""A room and its gate for guests, each a process started as a person starts it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import ROOT
from tests.commands.command_line import environment


class Evening:
    """An open room, and the page by which guests join it."""

    def __init__(self, home: Path, *words: str) -> None:
        self._home = home
        self._processes: list[subprocess.Popen[str]] = []
        told = self.begin("host", *words, "--port", "0", "--address", "127.0.0.1", "--json", "--stay")
        self.port = int(told["port"])
        self.host = self._processes[-1]
        told = self.begin("phones", f"127.0.0.1:{self.port}", "--here", "--port", "0", "--json")
        self.page: str = told["phones"][0]
        self.gate = self._processes[-1]

    def begin(self, *words: str) -> dict:  # type: ignore[type-arg]
        """Start the program, and return the first line that it tells."""
        begun = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), *words],
            env=environment(self._home),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self._processes.append(begun)
        assert begun.stderr is not None
        line = begun.stderr.readline()
        try:
            return dict(json.loads(line))
        except ValueError:
            raise AssertionError(line + begun.stderr.read()) from None

    def close(self) -> None:
        for process in reversed(self._processes):
            process.terminate()
            process.wait(20)
            assert process.stderr is not None
            process.stderr.close()


@contextmanager
def evening(home: Path, *words: str) -> Iterator[Evening]:
    begun = Evening(home, *words)
    try:
        yield begun
    finally:
        begun.close()
