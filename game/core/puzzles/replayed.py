"""Puzzles of games whose views do not list the moves played: the known win is replayed once to find each view in it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from game.core.match.match import Match
from game.core.puzzles.book import Puzzle, PuzzleBook, read_puzzles
from game.core.rules import ActionT, AnyRules, ViewT

SEATS = 2


class ReplayedBook(PuzzleBook[ActionT, ViewT]):
    """Puzzles of a file that comes with the game, for games without secrets: every viewer sees the same view."""

    file: ClassVar[Path]
    usual: ClassVar[AnyRules]

    def __init__(self) -> None:
        self._played: dict[Puzzle, Mapping[ViewT, ActionT | None]] = {}

    @abstractmethod
    def line(self, win: str) -> Sequence[ActionT]:
        """Return the moves from the puzzle's position to the end of a win."""

    @cached_property
    def wins(self) -> Mapping[Puzzle, str]:
        """Every puzzle with its win as the file writes it."""
        return read_puzzles(self.file)

    def puzzles(self) -> Sequence[Puzzle]:
        return tuple(self.wins)

    def on_line(self, puzzle: Puzzle, view: ViewT) -> bool:
        """Return whether this view occurs in the known win."""
        return view in self._line(puzzle)

    def known(self, puzzle: Puzzle, view: ViewT) -> ActionT | None:
        """Return the next move of the known win; None at its end, or once another move was played."""
        return self._line(puzzle).get(view)

    def _line(self, puzzle: Puzzle) -> Mapping[ViewT, ActionT | None]:
        """Return the views of the known win, each with the action that follows; None at its end."""
        if puzzle not in self._played:
            match = Match(self.rules(puzzle, self.usual), SEATS, self.options(puzzle), 0)
            match.tick(0.0)
            views: dict[ViewT, ActionT | None] = {}
            for action in self.line(self.wins[puzzle]):
                (seat,) = match.waiting_for
                views[match.view(seat)] = action
                match.offer(seat, action)
                match.tick(0.0)
            views[match.view(0)] = None
            self._played[puzzle] = views
        return self._played[puzzle]
