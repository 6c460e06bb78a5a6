"""What a person has tried and solved of a game's puzzles, kept from one day to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from datetime import date
from hashlib import blake2b
from typing import TypeVar

import msgspec

from game import files, paths
from game.core.errors import UNDECODABLE
from game.core.puzzles.book import Puzzle
from game.core.puzzles.rating import Attempt, Rating, rating_of, streak_of

LineT = TypeVar("LineT", bound=msgspec.Struct)


class Kept(msgspec.Struct):
    """What is kept of one puzzle."""

    tries: int = 0
    hints: int = 0
    solved: bool = False


class StormRun(msgspec.Struct, frozen=True):
    """How a storm came out."""

    day: str
    """The day it was run, as an ISO date."""
    solved: int
    wrong: int
    hardest: int
    """The rating of the hardest that was solved; 0 where none was."""


class Progress:
    """The progress in one game. A file that cannot be read counts as none; one that cannot be written is left out."""

    def __init__(self, game: str, puzzles: Sequence[Puzzle] = (), today: Callable[[], date] = date.today) -> None:
        """Of a game that has these puzzles."""
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
        """Take over what the file says, which another window may have written since."""
        with suppress(OSError, *UNDECODABLE):
            self._kept |= msgspec.json.decode(self._path.read_bytes(), type=dict[str, Kept])

    def of(self, puzzle: Puzzle) -> Kept:
        return self._kept.get(puzzle.name) or Kept()

    def tried(self, puzzle: Puzzle, *, solved: bool) -> None:
        """Note a try of a puzzle, a right one or a wrong one."""
        self._add(puzzle, Kept(1, 0, solved))

    def hinted(self, puzzle: Puzzle) -> None:
        """Note that a move of the puzzle was shown."""
        self._add(puzzle, Kept(0, 1, solved=False))

    def stormed(self, solved: int, wrong: int, hardest: int) -> None:
        """Note how a storm came out."""
        run = StormRun(self._today().isoformat(), solved, wrong, hardest)
        self.storms.append(run)
        with suppress(OSError), files.only_writer(self._stormed):
            files.append_lines(self._stormed, msgspec.json.encode(run) + b"\n")

    def solved(self, puzzles: Sequence[Puzzle]) -> int:
        """How many of these puzzles are solved."""
        return sum(self.of(puzzle).solved for puzzle in puzzles)

    @property
    def rating(self) -> Rating:
        """The person's rating by their first tries."""
        if self._rated != len(self.attempts):
            self._rating, self._rated = rating_of(self.attempts, self._puzzles), len(self.attempts)
        return self._rating

    @property
    def of_today(self) -> Puzzle | None:
        """The day's puzzle; None of a game without any."""
        return puzzle_of(self._today(), tuple(self._puzzles.values())) if self._puzzles else None

    @property
    def streak(self) -> int:
        """On how many days in a row the day's puzzle was solved."""
        return streak_of(self.attempts, self._today())

    @property
    def best_storm(self) -> int:
        """The most puzzles that were ever solved in one storm."""
        return max((run.solved for run in self.storms), default=0)

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
    """What the lines of a file say; one that cannot be read is passed over."""
    found: list[LineT] = []
    with suppress(OSError):
        for line in read().splitlines():
            with suppress(*UNDECODABLE):
                found.append(msgspec.json.decode(line, type=kind))
    return found


def puzzle_of(day: date, puzzles: Sequence[Puzzle]) -> Puzzle:
    """The day's puzzle: the same for everybody who has the same ones."""
    digest = blake2b(day.isoformat().encode(), digest_size=8).digest()
    return puzzles[int.from_bytes(digest) % len(puzzles)]
