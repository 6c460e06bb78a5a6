"""A bot's log for its author: what the bot printed and why it failed, of limited size."""

from __future__ import annotations

import contextlib
import glob
import threading
from pathlib import Path

from game.core.moving import move_file, remove_file

MOST_BYTES = 256 << 10
"""Bytes after which a log is renamed to `<name>.old`, replacing the one before, and begun anew."""
MOST_BEGINNING = 400
LAST_LINES = 8
"""How many lines at the end of the log go into the report of a failure."""
MOST_LINE = 300
"""Most characters of a log line in the report of a failure."""


class BotLog:
    """A log file that is created when something is first written to it. Write errors are ignored."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._size = 0
        self._begun = False
        self._lock = threading.Lock()
        self.printed = 0
        """How many bytes the bot has printed, kept or not."""
        self.beginning = b""
        """The first of them, at most `MOST_BEGINNING`."""

    def write(self, data: bytes) -> None:
        """Append bytes that a bot printed."""
        self.printed += len(data)
        if len(self.beginning) < MOST_BEGINNING:
            self.beginning = (self.beginning + data)[:MOST_BEGINNING]
        self._write(data)

    def _write(self, data: bytes) -> None:
        if self.path is None or not data:
            return
        with self._lock, contextlib.suppress(OSError):
            for begin in range(0, len(data), MOST_BYTES):
                self._append(self.path, data[begin : begin + MOST_BYTES])

    def note(self, text: str) -> None:
        """Append a line written by the match and not by the bot."""
        self._write(f"[souk] {text}\n".encode())

    def last_lines(self) -> tuple[str, ...]:
        """Return the last lines of the log, with unprintable characters replaced;
        none if the log was just set aside."""
        if self.path is None or not self._begun:
            return ()
        try:
            with self._lock, self.path.open("rb") as file:
                file.seek(max(0, self._size - LAST_LINES * MOST_LINE))
                lines = file.read().decode("utf-8", "replace").splitlines()[-LAST_LINES:]
        except OSError:
            return ()
        return tuple("".join(sign if sign.isprintable() else "·" for sign in line)[:MOST_LINE] for line in lines)

    def keep_beside(self, number: int, data: bytes) -> str | None:
        """Write a document beside the log, with `number` in its name; number 1 first deletes all earlier ones.

        Returns the path; None where it could not be written.
        """
        if self.path is None:
            return None
        name = f"{self.path.stem}.incident-"
        path = self.path.with_name(f"{name}{number}.json")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if number == 1:
                for old in path.parent.glob(f"{glob.escape(name)}*.json"):
                    remove_file(old)
            path.write_bytes(data)
        except OSError:
            return None
        return str(path)

    @property
    def written(self) -> str | None:
        """Path of the log; None while nothing was written."""
        return str(self.path) if self._begun else None

    def _append(self, path: Path, data: bytes) -> None:
        if not self._begun:
            path.parent.mkdir(parents=True, exist_ok=True)
            remove_file(path)
            self._begun = True
        elif self._size + len(data) > MOST_BYTES:
            move_file(path, path.with_name(path.name + ".old"))
            self._size = 0
        with path.open("ab") as file:
            file.write(data)
        self._size += len(data)
