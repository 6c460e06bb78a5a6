"""A room and its gate for guests, each a process started as a person starts it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import ROOT
from tests.commands.command_line import environment
from tests.processes import children, wait_until


class Evening:
    """An open room, and the page by which guests join it."""

    def __init__(
        self, home: Path, *words: str, through: Callable[[int], int] = lambda port: port, forks: bool = True
    ) -> None:
        """`through`: gives the port by which guests reach the host, for that of the host. `forks`: whether drawers are
        forked where the system can, or started as on other systems.
        """
        self._home = home
        self.forks = forks and sys.platform == "linux"
        self._processes: list[subprocess.Popen[str]] = []
        try:
            told = self.begin("host", *words, "--port", "0", "--address", "127.0.0.1", "--json", "--stay")
            self.port = int(told["port"])
            self.owner = bytes.fromhex(told["owner"])
            self.host = self._processes[-1]
            page = ["--here", "--port", "0", "--json", "--game", words[0], *([] if self.forks else ["--started"])]
            told = self.begin("phones", f"127.0.0.1:{through(self.port)}", *page)
            self.page: str = told["phones"][0]
            self.gate = self._processes[-1]
        except BaseException:
            self.close()
            raise

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

    @property
    def nursery(self) -> int:
        """The process that begins drawers, which are its children: the gate itself where they are started; where they
        are forked, one that another keeps, and that one is the gate's.
        """
        if not self.forks:
            return self.gate.pid
        (keeper,) = children(self.gate.pid)
        (found,) = wait_until(lambda: children(keeper), "the nursery")
        return found

    def close(self) -> None:
        for process in reversed(self._processes):
            process.terminate()
            process.wait(20)
            assert process.stderr is not None
            process.stderr.close()


@contextmanager
def evening(
    home: Path, *words: str, through: Callable[[int], int] = lambda port: port, forks: bool = True
) -> Iterator[Evening]:
    begun = Evening(home, *words, through=through, forks=forks)
    try:
        yield begun
    finally:
        begun.close()
