"""The finished chunks of a tournament on disk, so that an interrupted one can go on."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from game.core.tournament_result import MatchLine


class _Record(msgspec.Struct, frozen=True):
    chunk: int
    lines: list[MatchLine]


class Journal:
    """One file in `folder`, a line a chunk; without a folder nothing is kept.

    What cannot be written is let go: the journal saves work and is never needed for a result.
    """

    def __init__(self, folder: Path | None, digest: str) -> None:
        self.path = folder / f"tournament-{digest}.jsonl" if folder else None

    def read(self) -> dict[int, list[MatchLine]]:
        """The finished chunks by their index. A line that was cut off and all after it are dropped."""
        found: dict[int, list[MatchLine]] = {}
        if self.path is None or not self.path.is_file():
            return found
        sound = b""
        for line in self.path.read_bytes().splitlines(keepends=True):
            try:
                record = msgspec.json.decode(line, type=_Record)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                break
            if not line.endswith(b"\n"):
                break
            found[record.chunk] = record.lines
            sound += line
        with contextlib.suppress(OSError):
            self.path.write_bytes(sound)
        return found

    def append(self, chunk: int, lines: list[MatchLine]) -> None:
        """Keep a finished chunk."""
        if self.path is None:
            return
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(_Record(chunk, lines)) + b"\n")

    def remove(self) -> None:
        """The tournament is complete: forget its chunks."""
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
