"""Windows without pictures in processes of their own, each with a home and, where asked for, a machine."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.commands.command_line import ROOT, environment
from tests.net.namespaces import Namespace
from tests.processes import PATIENCE


class Window:
    """A program on a machine, with all that it told."""

    def __init__(self, machine: Namespace | None, home: Path, *words: str) -> None:
        command = [sys.executable, "-m", "tests.net.heirs.guest_process", *words]
        command = machine.command(*command) if machine is not None else command
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

    def kill(self) -> None:
        """End it without a goodbye."""
        self.process.kill()
        self.process.wait(20)

    def close(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self._reader.join()


@contextmanager
def window(machine: Namespace | None, home: Path, *words: str) -> Iterator[Window]:
    made = Window(machine, home, *words)
    try:
        yield made
    finally:
        made.close()


def until(holds: Callable[[], object], *windows: Window) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, [one.told[-30:] for one in windows]
        time.sleep(0.02)
