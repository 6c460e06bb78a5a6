"""Hosts and guests as processes of their own, as people start them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.commands.command_line import ROOT, environment
from tests.processes import PATIENCE


class Souk:
    """One `main.py` in the background; its output is read when it has ended. Killed with the block, if need be.

    `program` begins another one, with `variables` in its environment.
    """

    def __init__(
        self,
        home: Path,
        *words: str | Path,
        program: Sequence[str] = (sys.executable, str(ROOT / "main.py")),
        variables: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.words = words
        self.process = subprocess.Popen(
            [*program, *map(str, words)],
            env=environment(home, **variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def __enter__(self) -> Souk:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def first_line(self) -> dict[str, Any]:
        """The JSON line a host prints on standard error once it listens."""
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        assert line, f"{self.words} ended at once"
        told: dict[str, Any] = json.loads(line)
        return told

    def document(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """What it printed at its end, which is waited for."""
        out, err = self.process.communicate(timeout=timeout)
        assert self.process.returncode == 0, f"{self.words}: {err}"
        told: dict[str, Any] = json.loads(out)
        return told

    def lines(self, timeout: float = PATIENCE) -> list[dict[str, Any]]:
        """The JSON lines it printed until its end, which is waited for."""
        out, err = self.process.communicate(timeout=timeout)
        assert self.process.returncode == 0, f"{self.words}: {err}"
        return [json.loads(line) for line in out.splitlines()]

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait(10)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


def host(home: Path, game: str, *words: str | Path) -> Souk:
    """A host on a free port of this machine alone, for one match."""
    return Souk(home, "host", game, "--address", "127.0.0.1", "--json", "--start-when-full", *words)


def join(home: Path, port: int, *words: str | Path) -> Souk:
    """A guest of that host."""
    return Souk(home, "join", f"127.0.0.1:{port}", "--json", *words)
