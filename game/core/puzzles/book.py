"""Puzzles: positions from which one seat wins by force, and the machine that plays the other."""

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
    """A position in which whoever is to move wins."""

    name: str
    """Tells it apart from all others of its game, in every version: progress is kept by it."""
    kind: str
    """The set it belongs to; `<game>.puzzle.kind.<kind>` in texts."""
    level: int
    """How many moves of one's own the shortest win takes."""
    position: str
    """As the game's option of that name takes it."""
    nodes: int = 0
    """Positions that a search looks at before it sees the win (build/puzzle_effort.py)."""
    wrong: int = 0
    """First moves that look as good as the right one and do not win."""

    @property
    def rating(self) -> int:
        """How hard it is, in the points of a person's rating: more for moves, for nodes and for wrong first moves."""
        return round(600 + 120 * self.level + 60 * log2(1 + self.nodes) + 60 * log2(1 + self.wrong))


class SpotQuestion(msgspec.Struct, frozen=True):
    """A position on which all spots of a kind are to be found."""

    view: Any
    options: Any
    spots: frozenset[int]
    taken: frozenset[int]
    """Spots that cannot be among them, since something lies there."""


class SpotQuiz(ABC):
    """Boards with something to be found; `<game>.quiz.asked` says what, `<game>.more.quiz` names it."""

    @abstractmethod
    def questions(self, seed: int) -> Iterator[SpotQuestion]:
        """Boards in an order by chance, more than a round has; each is made when it is asked for."""


def read_puzzles(path: Path) -> dict[Puzzle, str]:
    """The puzzles of a file of ours, in its order, each with the moves of its win.

    A line has, between tabs, kind, level, position, win, nodes and wrong first moves.
    """
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, level, position, win, nodes, wrong = line.split("\t")
        name = blake2b(f"{kind} {position}".encode(), digest_size=6).hexdigest()
        found[Puzzle(name, kind, int(level), position, int(nodes), int(wrong))] = win
    return found


class PuzzleBook(ABC, Generic[ActionT, ViewT]):
    """The puzzles of a game and the machine's side of them.

    Every question is asked between two frames, so an answer must not take longer than a tenth of a second.
    """

    pictured: ClassVar[bool] = True
    """Whether a small picture of a position shows enough of it."""

    @abstractmethod
    def puzzles(self) -> Sequence[Puzzle]:
        """Every one, the easier ones first within a kind."""

    @abstractmethod
    def options(self, puzzle: Puzzle) -> Any:
        """What the match of a puzzle begins with; nothing in it is left to chance."""

    def rules(self, puzzle: Puzzle, usual: AnyRules) -> AnyRules:
        """The rules of a puzzle: the game's `usual` ones, or rules that begin from its position."""
        return usual

    @abstractmethod
    def best(self, puzzle: Puzzle, view: ViewT) -> ActionT | None:
        """The next move of a win for the one to move; None where there is no more."""

    @abstractmethod
    def holds(self, puzzle: Puzzle, view: ViewT, left: int) -> bool:
        """Whether the one who has just moved still wins; `left` moves of theirs remain of the puzzle's level."""

    @abstractmethod
    def answer(self, puzzle: Puzzle, view: ViewT) -> ActionT:
        """What the other plays: what refutes a wrong move, else what makes the win longest."""


class FollowedBook(PuzzleBook[ActionT, ViewT]):
    """Puzzles of a file of ours, whose known wins are followed as long as the solver does."""

    file: ClassVar[Path]

    @abstractmethod
    def line(self, puzzle: Puzzle, win: str) -> Sequence[Any]:
        """What is played from the beginning of `played` to the end of a win."""

    @abstractmethod
    def played(self, view: ViewT) -> Sequence[Any]:
        """What was played so far, each written as in `line`."""

    @cached_property
    def _lines(self) -> dict[Puzzle, tuple[Any, ...]]:
        return {puzzle: tuple(self.line(puzzle, win)) for puzzle, win in read_puzzles(self.file).items()}

    def puzzles(self) -> Sequence[Puzzle]:
        return tuple(self._lines)

    def known(self, puzzle: Puzzle, view: ViewT) -> Any | None:
        """What comes next in the win that is known; None at its end, and where it was left."""
        line, played = self._lines[puzzle], tuple(self.played(view))
        return line[len(played)] if line[: len(played)] == played and len(played) < len(line) else None
