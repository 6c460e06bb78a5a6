"""Finished chunks of a tournament on disk, so that an interrupted tournament can go on."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from game.core.errors import UNDECODABLE
from game.core.moving import remove_file

DoneT = TypeVar("DoneT")


class _Record(msgspec.Struct, Generic[DoneT], frozen=True):
    chunk: int
    done: DoneT
    key: int = 0
    """The key of the tournament's matches (`Tournament.key`)."""


class Journal(Generic[DoneT]):
    """A file in `folder` with a line for each finished chunk; without a folder nothing is kept.

    Write errors are ignored: the journal saves work, but no result depends on it.
    """

    def __init__(self, folder: Path | None, digest: str, kind: Any) -> None:
        """`digest` identifies the tournament; `kind` is the type of a chunk's result."""
        self.path = folder / f"tournament-{digest}.jsonl" if folder else None
        self._decoder: msgspec.json.Decoder[_Record[DoneT]] = msgspec.json.Decoder(_Record[kind])

    def read(self) -> tuple[int | None, dict[int, DoneT]]:
        """Return the key of the tournament (None without any chunk) and the results of its finished chunks by their
        index.

        Incomplete lines are skipped, and so are chunks with another key than the first line's, because two programs may
        play the same tournament at once.
        """
        found: dict[int, DoneT] = {}
        key: int | None = None
        if self.path is None or not self.path.is_file():
            return key, found
        for line in self.path.read_bytes().splitlines(keepends=True):
            try:
                record = self._decoder.decode(line)
            except UNDECODABLE:
                continue
            if not line.endswith(b"\n"):
                continue
            key = record.key if key is None else key
            if record.key == key:
                found[record.chunk] = record.done
        return key, found

    def append(self, chunk: int, done: DoneT, key: int = 0) -> None:
        """Write the result of a finished chunk; it is on the disk when this returns."""
        if self.path is None:
            return
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a+b") as file:
                end = file.seek(0, os.SEEK_END)
                file.seek(max(0, end - 1))
                torn = end > 0 and file.read(1) != b"\n"
                file.write(b"\n" * torn + msgspec.json.encode(_Record(chunk, done, key)) + b"\n")
                file.flush()
                os.fsync(file.fileno())

    def remove(self) -> None:
        """Delete the file, because the tournament is complete."""
        if self.path is not None:
            with contextlib.suppress(OSError):
                remove_file(self.path)
