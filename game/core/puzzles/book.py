"""Puzzles: positions in which the side to move can force a win, and the machine that plays the other side."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from math import log2
from pathlib import Path
from typing import Any, ClassVar, Generic

import msgspec

from game.core.rules import ActionT, AnyRules, ViewT


class Puzzle(msgspec.Struct, frozen=True):
    """A position in which the side to move can force a win."""

    name: str
    """Identifies the puzzle in its game, across versions: a person's progress is kept under this name."""
    kind: str
    """The set that the puzzle belongs to, with the text `<game>.puzzle.kind.<kind>`."""
    level: int
    """How many moves the solver needs for the shortest win."""
    position: str
    """The position as a value of the game's option `position`."""
    nodes: int = 0
    """How many positions a search examines before it finds the win (build/puzzle_effort.py)."""
    wrong: int = 0
    """How many first moves look as good as the right one but do not win."""
    among: int = 1
    """Among how many first moves a person looks for the right one; of words, the hundreds of words that are as ordinary
    as it is or more."""

    @property
    def rating(self) -> int:
        """Difficulty of the puzzle on the scale of a person's rating: higher for more moves, nodes, wrong first moves
        and moves to look among. Only the last tells the easiest ones apart, which a search sees at once."""
        seen = log2(1 + self.nodes) + log2(1 + self.wrong) + log2(self.among)
        return round(300 + 120 * self.level + 60 * seen)


class SpotQuestion(msgspec.Struct, frozen=True):
    """A board on which all spots of a kind are to be found."""

    view: Any
    options: Any
    spots: frozenset[int]
    taken: frozenset[int]
    """Spots that cannot be an answer, because a piece lies there."""


class SpotQuiz(ABC):
    """A quiz of boards on which spots are to be found.

    The text `<game>.quiz.asked` says what to find, `<game>.more.quiz` is the name of the quiz.
    """

    @abstractmethod
    def questions(self, seed: int) -> Iterator[SpotQuestion]:
        """Yield boards in an order drawn from `seed`, more than a round has; each is made when it is asked for."""


def read_puzzles(path: Path) -> dict[Puzzle, str]:
    """Return the puzzles of a file that comes with the game, in its order, each with the moves of its win.

    Each line has these columns, separated by tabs: kind, level, position, win, nodes, wrong first moves, moves to
    look among.
    """
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, level, position, win, *effort = line.split("\t")
        name = blake2b(f"{kind} {position}".encode(), digest_size=6).hexdigest()
        found[Puzzle(name, kind, int(level), position, *map(int, effort))] = win
    return found


class PuzzleBook(ABC, Generic[ActionT, ViewT]):
    """The puzzles of a game, and the machine's play against the solver.

    Methods are called between two frames, so each must return within a tenth of a second.
    """

    pictured: ClassVar[bool] = True
    """Whether a small picture of a position shows enough of it."""

    @abstractmethod
    def puzzles(self) -> Sequence[Puzzle]:
        """Return all puzzles, the easier ones first within a kind."""

    @abstractmethod
    def options(self, puzzle: Puzzle) -> Any:
        """Return the options of the match for a puzzle; they must leave nothing to chance."""

    def rules(self, puzzle: Puzzle, usual: AnyRules) -> AnyRules:
        """Return the rules of a puzzle: the game's `usual` ones, or rules that begin from its position."""
        return usual

    @abstractmethod
    def best(self, puzzle: Puzzle, view: ViewT) -> ActionT | None:
        """Return the solver's next move towards a win; None where none is left."""

    @abstractmethod
    def holds(self, puzzle: Puzzle, view: ViewT, left: int) -> bool:
        """Return whether the solver, who has just moved, still wins; `left` is how many moves remain to the solver."""

    @abstractmethod
    def answer(self, puzzle: Puzzle, view: ViewT) -> ActionT:
        """Return the machine's answer: what refutes a wrong move, else what delays the win longest."""


class FollowedBook(PuzzleBook[ActionT, ViewT]):
    """Puzzles of a file that comes with the game; the machine follows a known win while the solver does."""

    file: ClassVar[Path]

    @abstractmethod
    def line(self, puzzle: Puzzle, win: str) -> Sequence[Any]:
        """Return the moves of a win, starting where `played` starts."""

    @abstractmethod
    def played(self, view: ViewT) -> Sequence[Any]:
        """Return the moves that led to this view, each written as in `line`."""

    @cached_property
    def _lines(self) -> dict[Puzzle, tuple[Any, ...]]:
        return {puzzle: tuple(self.line(puzzle, win)) for puzzle, win in read_puzzles(self.file).items()}

    def puzzles(self) -> Sequence[Puzzle]:
        return tuple(self._lines)

    def known(self, puzzle: Puzzle, view: ViewT) -> Any | None:
        """Return the next move of the known win; None at its end, or once another move was played."""
        line, played = self._lines[puzzle], tuple(self.played(view))
        return line[len(played)] if line[: len(played)] == played and len(played) < len(line) else None
