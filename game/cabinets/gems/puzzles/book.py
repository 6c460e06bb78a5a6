"""The puzzles of Gem Merchants: be first at the target once the decks are empty; made by build/gems_puzzles.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import LEVELS
from game.cabinets.gems.expert import board_of
from game.cabinets.gems.puzzles import notation
from game.cabinets.gems.puzzles.forced import Board, Prover, TooLongError, Turned, finished, turns_of
from game.cabinets.gems.puzzles.position import OPTIONS, GemsFrom, read_position
from game.cabinets.gems.rules import Gems
from game.cabinets.gems.state import Action, Options, View
from game.core.compiled import array
from game.core.puzzles.book import Puzzle
from game.core.puzzles.replayed import ReplayedBook
from game.core.rules import AnyRules

_NODES = 1200
"""Number of positions searched between two frames."""


class GemsPuzzles(ReplayedBook[Action, View]):
    """Puzzles whose first turn has one solution: any other is wrong at once. Later turns are proved when played."""

    file = Path(__file__).parents[1] / "data" / "puzzles.txt"
    usual: ClassVar[AnyRules] = Gems()

    def line(self, win: str) -> Sequence[Action]:
        return notation.read(win)

    def options(self, puzzle: Puzzle) -> Options:
        return OPTIONS

    def rules(self, puzzle: Puzzle, usual: AnyRules) -> AnyRules:
        return GemsFrom(puzzle.position)

    def best(self, puzzle: Puzzle, view: View) -> Action | None:
        known = self.known(puzzle, view)
        if known is not None:
            return known
        left = puzzle.level - _own_turns(puzzle, view)
        prover, board = Prover(_solver(puzzle), _NODES), _board(view)
        try:
            if view.phase == "act":
                turned = prover.winning(board, left)
            else:
                turned = next((turn for turn in finished(board, view.phase) if prover.holds(turn, left - 1)), None)
        except TooLongError:
            return None
        return turned.actions[0] if turned else None

    def holds(self, puzzle: Puzzle, view: View, left: int) -> bool:
        if self.on_line(puzzle, view):
            return True
        solver, own = _solver(puzzle), _own_turns(puzzle, view)
        if own < 2:
            return False
        prover, board = Prover(solver, _NODES), _board(view)
        try:
            if view.mover == solver:
                return any(prover.holds(turn, puzzle.level - own - 1) for turn in finished(board, view.phase))
            if view.phase != "act":
                return all(prover.stands(turn, puzzle.level - own) for turn in finished(board, view.phase))
            return prover.refuted(board, puzzle.level - own) is None
        except TooLongError:
            return False

    def answer(self, puzzle: Puzzle, view: View) -> Action:
        known = self.known(puzzle, view)
        if known is not None:
            return known
        board = _board(view)
        turned = self._refuting(puzzle, view, board) or next(_turns(board, view))
        return turned.actions[0]

    @staticmethod
    def _refuting(puzzle: Puzzle, view: View, board: Board) -> Turned | None:
        if view.phase != "act":
            return None
        try:
            return Prover(_solver(puzzle), _NODES).refuted(board, puzzle.level - _own_turns(puzzle, view))
        except TooLongError:
            return None


def _turns(board: Board, view: View) -> Iterator[Turned]:
    return turns_of(board) if view.phase == "act" else finished(board, view.phase)


def _board(view: View) -> Board:
    """Return the table of a view with empty decks, as in every puzzle."""
    cells = board_of(view, Random(0))
    cells[b.LEFT : b.LEFT + LEVELS] = [0] * LEVELS
    return array(cells)


def _solver(puzzle: Puzzle) -> int:
    return read_position(puzzle.position).cells[b.MOVER]


def _own_turns(puzzle: Puzzle, view: View) -> int:
    """Return how many turns the solver, who moved first, has ended."""
    return (view.turns - read_position(puzzle.position).cells[b.TURNS] + 1) // 2
