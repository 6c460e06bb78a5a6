"""What a person has tried and solved of a game's puzzles, kept from one day to the next."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from datetime import date
from hashlib import blake2b
from pathlib import Path

import msgspec

from game import files, paths
from game.core.errors import UNDECODABLE
from game.core.puzzles import Puzzle


class Kept(msgspec.Struct):
    """Of one puzzle."""

    tries: int = 0
    hints: int = 0
    solved: bool = False


class Progress:
    """The progress in one game. A file that cannot be read counts as none; one that cannot be written is left out."""

    def __init__(self, game: str) -> None:
        self._path: Path = paths.config() / "puzzles" / f"{game}.json"
        self._kept: dict[str, Kept] = {}
        self._read()

    def _read(self) -> None:
        """Take over what the file says, which another window may have written since."""
        with suppress(OSError, *UNDECODABLE):
            self._kept |= msgspec.json.decode(self._path.read_bytes(), type=dict[str, Kept])

    def of(self, puzzle: Puzzle) -> Kept:
        return self._kept.get(puzzle.name) or Kept()

    def tried(self, puzzle: Puzzle, *, solved: bool) -> None:
        """One more try, a right one or a wrong one."""
        self._add(puzzle, Kept(1, 0, solved))

    def hinted(self, puzzle: Puzzle) -> None:
        """A move was shown."""
        self._add(puzzle, Kept(0, 1, solved=False))

    def solved(self, puzzles: Sequence[Puzzle]) -> int:
        """How many of these."""
        return sum(self.of(puzzle).solved for puzzle in puzzles)

    def _add(self, puzzle: Puzzle, more: Kept) -> None:
        """Add to what is known of a puzzle, and leave what other windows wrote of it and of others."""
        with ExitStack() as held:
            with suppress(OSError):  # a disk that cannot be written: the day is played without being kept
                held.enter_context(files.only_writer(self._path))
                self._read()
            kept = self.of(puzzle)
            now = Kept(kept.tries + more.tries, kept.hints + more.hints, kept.solved or more.solved)
            self._kept[puzzle.name] = now
            with suppress(OSError):
                files.write_whole(self._path, msgspec.json.encode(self._kept, order="sorted"))


def puzzle_of(day: date, puzzles: Sequence[Puzzle]) -> Puzzle:
    """The day's puzzle: the same for everybody who has the same ones."""
    digest = blake2b(day.isoformat().encode(), digest_size=8).digest()
    return puzzles[int.from_bytes(digest) % len(puzzles)]
