"""Somebody else's program that speaks lines, and that may hang, flood the output, or end."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from game.core.errors import SpokenError, reason
from game.core.process.process_group import UNSEEN

SILENT: Final = "analysis.engine.silent"
"""The text key of the error that a program did not answer in time."""
_MOST_LINE = 1 << 20
_MOST_UNREAD = 1000
"""Most lines that wait to be read; after that the program must wait."""


class EngineError(SpokenError):
    """An engine cannot be started, does not answer, or answers something invalid."""


class LineProgram:
    """A running program that is sent lines, and whose lines are read with a time limit.

    Its standard error is the same as that of this process.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program. Raises EngineError."""
        self.name = Path(command[0]).name
        try:
            self._process = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=UNSEEN
            )
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise EngineError("analysis.engine.no_start", engine=self.name, why=why) from error
        self._lines: queue.Queue[bytes] = queue.Queue(_MOST_UNREAD)
        self._until, self._seconds = 0.0, 0.0
        self._thread = threading.Thread(target=self._read, name="souk-engine", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self._process.stdout.readline(_MOST_LINE):
                self._lines.put(line)
        self._lines.put(b"")

    def send(self, line: str) -> None:
        """Send the program a line. Raises EngineError where the program has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\r\n")
            self._process.stdin.flush()
        except OSError as error:
            raise EngineError("analysis.engine.ended", engine=self.name) from error

    def give(self, seconds: float) -> None:
        """Give the program so many seconds, counted from now, for everything that `receive` reads."""
        self._until, self._seconds = time.monotonic() + seconds, seconds

    def receive(self) -> str:
        """Return the program's next line. Raises EngineError when its time is up or it has ended."""
        left = self._until - time.monotonic()
        try:
            line = self._lines.get(timeout=left) if left > 0 else None
        except queue.Empty:
            line = None
        if line is None:
            raise EngineError(SILENT, engine=self.name, seconds=f"{self._seconds:g}")
        if not line:
            raise EngineError("analysis.engine.ended", engine=self.name)
        return line.decode(errors="replace")

    def close(self) -> None:
        """Kill the program. May be called twice."""
        self._process.kill()
        self._process.wait()
        while self._thread.is_alive():
            with contextlib.suppress(queue.Empty):
                self._lines.get(timeout=0.01)
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()
