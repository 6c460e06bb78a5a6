"""A person's progress in a game's puzzles, kept in files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from datetime import date
from hashlib import blake2b
from typing import TypeVar

import msgspec

from game.core.errors import UNDECODABLE
from game.core.puzzles.book import Puzzle
from game.core.puzzles.rating import Attempt, Rating, rating_of, streak_of
from game.ground import files, paths

LineT = TypeVar("LineT", bound=msgspec.Struct)


class Kept(msgspec.Struct):
    """The progress in one puzzle."""

    tries: int = 0
    hints: int = 0
    solved: bool = False


class StormRun(msgspec.Struct, frozen=True):
    """The result of a storm."""

    day: str
    """The day of the storm, as an ISO date."""
    solved: int
    wrong: int
    hardest: int
    """The rating of the hardest puzzle solved; 0 where none was."""


class Progress:
    """The progress in one game. An unreadable file counts as no progress; write errors are ignored."""

    def __init__(self, game: str, puzzles: Sequence[Puzzle] = (), today: Callable[[], date] = date.today) -> None:
        """Read the progress in a game that has these puzzles."""
        folder = paths.config() / "puzzles"
        self._path = folder / f"{game}.json"
        self._tried = folder / f"{game}-tries.jsonl"
        self._stormed = folder / f"{game}-storms.jsonl"
        self._puzzles = {puzzle.name: puzzle for puzzle in puzzles}
        self._today = today
        self._kept: dict[str, Kept] = {}
        self._rating, self._rated = Rating(), 0
        self._read()
        self.attempts: list[Attempt] = _lines(self._tried.read_bytes, Attempt)
        self.storms: list[StormRun] = _lines(self._stormed.read_bytes, StormRun)

    def _read(self) -> None:
        """Add what the file says; another window may have written it."""
        with suppress(OSError, *UNDECODABLE):
            self._kept |= msgspec.json.decode(self._path.read_bytes(), type=dict[str, Kept])

    def of(self, puzzle: Puzzle) -> Kept:
        return self._kept.get(puzzle.name) or Kept()

    def tried(self, puzzle: Puzzle, *, solved: bool) -> None:
        """Count a try of a puzzle, right or wrong."""
        self._add(puzzle, Kept(1, 0, solved))

    def hinted(self, puzzle: Puzzle) -> None:
        """Count a hint: a move of the puzzle was shown."""
        self._add(puzzle, Kept(0, 1, solved=False))

    def stormed(self, solved: int, wrong: int, hardest: int) -> None:
        """Keep the result of a storm."""
        run = StormRun(self._today().isoformat(), solved, wrong, hardest)
        self.storms.append(run)
        with suppress(OSError), files.only_writer(self._stormed):
            files.append_lines(self._stormed, msgspec.json.encode(run) + b"\n")

    def solved(self, puzzles: Sequence[Puzzle]) -> int:
        """Return how many of these puzzles are solved."""
        return sum(self.of(puzzle).solved for puzzle in puzzles)

    @property
    def rating(self) -> Rating:
        """The person's rating from their first tries."""
        if self._rated != len(self.attempts):
            self._rating, self._rated = rating_of(self.attempts, self._puzzles), len(self.attempts)
        return self._rating

    @property
    def of_today(self) -> Puzzle | None:
        """The day's puzzle; None for a game without puzzles."""
        return puzzle_of(self._today(), tuple(self._puzzles.values())) if self._puzzles else None

    @property
    def streak(self) -> int:
        """On how many days in a row the day's puzzle was solved."""
        return streak_of(self.attempts, self._today())

    @property
    def best_storm(self) -> int:
        """The most puzzles ever solved in one storm."""
        return max((run.solved for run in self.storms), default=0)

    def _add(self, puzzle: Puzzle, more: Kept) -> None:
        """Add to the progress in a puzzle; keep what other windows wrote about it and others."""
        with ExitStack() as held:
            with suppress(OSError):  # the disk cannot be written: go on without keeping
                held.enter_context(files.only_writer(self._path))
                self._read()
            kept = self.of(puzzle)
            now = Kept(kept.tries + more.tries, kept.hints + more.hints, kept.solved or more.solved)
            self._kept[puzzle.name] = now
            with suppress(OSError):
                files.write_whole(self._path, msgspec.json.encode(self._kept, order="sorted"))
        self._note(puzzle, more.solved, first=kept == Kept())

    def _note(self, puzzle: Puzzle, solved: bool, *, first: bool) -> None:
        """Keep a try that counts for the rating or for the days in a row."""
        daily = puzzle == self.of_today
        if not first and not (daily and solved):
            return
        attempt = Attempt(puzzle.name, self._today().isoformat(), solved, first, daily)
        self.attempts.append(attempt)
        with suppress(OSError), files.only_writer(self._tried):
            files.append_lines(self._tried, msgspec.json.encode(attempt) + b"\n")


def _lines(read: Callable[[], bytes], kind: type[LineT]) -> list[LineT]:
    """Decode the lines of a file; unreadable lines are skipped."""
    found: list[LineT] = []
    with suppress(OSError):
        for line in read().splitlines():
            with suppress(*UNDECODABLE):
                found.append(msgspec.json.decode(line, type=kind))
    return found


def puzzle_of(day: date, puzzles: Sequence[Puzzle]) -> Puzzle:
    """Return the day's puzzle: the same for everybody who has the same puzzles."""
    digest = blake2b(day.isoformat().encode(), digest_size=8).digest()
    return puzzles[int.from_bytes(digest) % len(puzzles)]
