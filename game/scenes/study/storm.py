"""A storm: three minutes of puzzles that get harder; each miss costs ten seconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from game.core.puzzles.book import Puzzle

SECONDS = 180.0
PENALTY = 10.0
"""Seconds that a missed puzzle costs."""
STEPS = 24
"""After this many puzzles come the hardest ones."""


def rising(puzzles: Sequence[Puzzle], chance: Random) -> Iterator[Puzzle]:
    """Yield random puzzles without end, ever harder; none repeats while others are left."""
    left = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.name))
    number = 0
    while True:
        if not left:
            left = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.name))
        width = max(1, len(left) // STEPS)
        start = min(len(left) - width, round(min(1.0, number / STEPS) * (len(left) - width)))
        yield left.pop(start + chance.randrange(width))
        number += 1


@dataclass
class Storm:
    """The state of a running storm."""

    puzzles: Iterator[Puzzle]
    left: float = SECONDS
    """Seconds that are left."""
    solved: int = 0
    missed: list[Puzzle] = field(default_factory=list)
    hardest: int = 0
    """The rating of the hardest puzzle solved; 0 where none was."""

    @property
    def over(self) -> bool:
        return self.left <= 0

    def pass_by(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self.left = max(0.0, self.left - seconds)

    def count(self, puzzle: Puzzle, *, solved: bool) -> None:
        """Count a puzzle that was solved or missed."""
        if solved:
            self.solved += 1
            self.hardest = max(self.hardest, puzzle.rating)
        else:
            self.missed.append(puzzle)
            self.pass_by(PENALTY)
