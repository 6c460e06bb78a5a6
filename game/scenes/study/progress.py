"""What a person has tried and solved of a game's puzzles, kept from one day to the next."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
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
        with suppress(OSError, *UNDECODABLE):
            self._kept = msgspec.json.decode(self._path.read_bytes(), type=dict[str, Kept])

    def of(self, puzzle: Puzzle) -> Kept:
        return self._kept.get(puzzle.name) or Kept()

    def tried(self, puzzle: Puzzle, *, solved: bool) -> None:
        """One more try, a right one or a wrong one."""
        kept = self.of(puzzle)
        self._keep(puzzle, Kept(kept.tries + 1, kept.hints, kept.solved or solved))

    def hinted(self, puzzle: Puzzle) -> None:
        """A move was shown."""
        kept = self.of(puzzle)
        self._keep(puzzle, Kept(kept.tries, kept.hints + 1, kept.solved))

    def solved(self, puzzles: Sequence[Puzzle]) -> int:
        """How many of these."""
        return sum(self.of(puzzle).solved for puzzle in puzzles)

    def _keep(self, puzzle: Puzzle, kept: Kept) -> None:
        self._kept[puzzle.name] = kept
        with suppress(OSError):
            files.write_whole(self._path, msgspec.json.encode(self._kept, order="sorted"))


def puzzle_of(day: date, puzzles: Sequence[Puzzle]) -> Puzzle:
    """The day's puzzle: the same for everybody who has the same ones."""
    digest = blake2b(day.isoformat().encode(), digest_size=8).digest()
    return puzzles[int.from_bytes(digest) % len(puzzles)]
