"""The feed of a puzzle's match: a person solves it, the puzzle book answers, and nothing is recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.cabinets.listed import CABINETS
from game.core.analysis.reasons import Reason, better_by
from game.core.analyst import Question
from game.core.puzzles.book import Puzzle, PuzzleBook
from game.core.rules import Seat
from game.scenes.feeds.feed import Update
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan

PAUSE = 0.45
"""Seconds before the other seat answers."""


class PuzzleFeed(LocalFeed):
    """The match of a puzzle; the seat that moves first is the solver's."""

    def __init__(
        self,
        game: str,
        book: PuzzleBook[Any, Any],
        puzzle: Puzzle,
        names: tuple[str, str],
        roles: tuple[str, str] = ("", ""),
    ) -> None:
        """`names` and `roles`: those of the solver, then of the other seat."""
        usual, options = CABINETS[game], book.options(puzzle)
        cabinet = replace(usual, rules=book.rules(puzzle, usual.rules))
        first = cabinet.rules.ask(cabinet.rules.start(2, options))
        assert first is not None, "a puzzle is not over"
        (self.solver,) = first.seats
        seats = (SeatPlan(names[0]), SeatPlan(names[1], tuple(cabinet.table_bots)[-1]))
        plan = MatchPlan(game, seats if self.solver == 0 else seats[::-1], options, 0)
        self.game, self.book, self.puzzle = game, book, puzzle
        self.wrong = False
        """Whether the solver has given the win away."""
        self.frozen = False
        """Whether nobody may move any more."""
        self._before: tuple[Any, Any] | None = None
        """What the solver saw before the last move, and that move."""
        self._judged = 0
        """How many log entries have been judged."""
        self._answer_at: float | None = None
        super().__init__(cabinet, plan)
        told = roles if self.solver == 0 else roles[::-1]
        self.seats = tuple(replace(seat, role=role) for seat, role in zip(self.seats, told, strict=True))

    @property
    def solved(self) -> bool:
        """Whether the solver has won."""
        result = self.result
        return result is not None and result.seats[self.solver].rank < result.seats[1 - self.solver].rank

    @property
    def moves(self) -> int:
        """How many moves the solver has played."""
        return sum(self.solver in entry.movers for entry in self.entries)

    def _asked(self) -> Seat | None:
        seat = super()._asked()
        return seat if seat == self.solver and not self.wrong and not self.frozen else None

    @property
    def adviser(self) -> str | None:
        return None

    def play(self, seat: Seat, action: Any) -> str | None:
        before = self.match.view(seat)
        refused = super().play(seat, action)
        if refused is None and seat == self.solver:
            self._before = before, action
        return refused

    def missed(self) -> Reason | None:
        """Return what the right move does that the wrong one does not; None where nothing is wrong, or it cannot be
        said.
        """
        analyst = CABINETS[self.game].analyst
        if not self.wrong or self._before is None or analyst is None:
            return None
        view, tried = self._before
        right = self.book.best(self.puzzle, view)
        if right is None:
            return None
        question = Question[Any, Any](view, self.match.options, self.match.seats, self.solver, 0)
        return better_by(self.game, analyst(), question, right, tried)

    def poll(self, now: float) -> list[Update]:
        updates = super().poll(now)
        if len(self.entries) != self._judged:
            self._judged = len(self.entries)
            self._judge()
        if not self.over and 1 - self.solver in self.match.waiting_for:
            if self._answer_at is None:
                self._answer_at = now + PAUSE
            elif now >= self._answer_at:
                self._answer_at = None
                view = self.match.view(1 - self.solver)
                super().play(1 - self.solver, self.book.answer(self.puzzle, view))
        return updates

    def _judge(self) -> None:
        """Find out whether the last move gave the win away."""
        if self.over:
            self.wrong = not self.solved
        elif self.entries and self.solver in self.entries[-1].movers:
            view = self.match.view(self.solver)
            self.wrong = self.wrong or not self.book.holds(self.puzzle, view, self.puzzle.level - self.moves)

    def undo(self) -> bool:
        done = super().undo()
        if done:
            self.wrong, self._answer_at, self._judged = False, None, len(self.entries)
        return done

    def best(self) -> Any:
        """Return the next move that wins; None if it is not the solver's turn or no move wins."""
        return self.book.best(self.puzzle, self.view) if self.choice is not None else None
