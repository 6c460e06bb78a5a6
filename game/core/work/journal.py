"""The finished chunks of a tournament on disk, so that an interrupted one can go on."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from game.core.errors import UNDECODABLE

DoneT = TypeVar("DoneT")


class _Record(msgspec.Struct, Generic[DoneT], frozen=True):
    chunk: int
    done: DoneT
    key: int = 0
    """The key of the tournament (`Tournament.key`)."""


class Journal(Generic[DoneT]):
    """One file in `folder`, a line a chunk; without a folder nothing is kept.

    What cannot be written is let go: the journal saves work and is never needed for a result.
    """

    def __init__(self, folder: Path | None, digest: str, kind: Any) -> None:
        """`kind` is the type of what a chunk gives."""
        self.path = folder / f"tournament-{digest}.jsonl" if folder else None
        self._decoder: msgspec.json.Decoder[_Record[DoneT]] = msgspec.json.Decoder(_Record[kind])

    def read(self) -> tuple[int | None, dict[int, DoneT]]:
        """The key that the tournament was begun with, None without any chunk, and its finished chunks by their index.

        A line that was cut off and all after it are dropped. Chunks of another key than the first line's are passed
        over: two programs may have begun the same tournament at once.
        """
        found: dict[int, DoneT] = {}
        key: int | None = None
        if self.path is None or not self.path.is_file():
            return key, found
        written = self.path.read_bytes()
        sound = 0
        for line in written.splitlines(keepends=True):
            try:
                record = self._decoder.decode(line)
            except UNDECODABLE:
                break
            if not line.endswith(b"\n"):
                break
            key = record.key if key is None else key
            if record.key == key:
                found[record.chunk] = record.done
            sound += len(line)
        if sound < len(written):
            with contextlib.suppress(OSError):
                os.truncate(self.path, sound)
        return key, found

    def append(self, chunk: int, done: DoneT, key: int = 0) -> None:
        """Keep a finished chunk; it is on the disk when this returns."""
        if self.path is None:
            return
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(_Record(chunk, done, key)) + b"\n")
                file.flush()
                os.fsync(file.fileno())

    def remove(self) -> None:
        """The tournament is complete: forget its chunks."""
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
