"""Tablut's puzzles: forced wins of either side, as build/tablut_puzzles.py made them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.cabinets.tablut.players.bots import after, board_of, move_of
from game.cabinets.tablut.players.mates import still_wins, winning_move, wins_now
from game.cabinets.tablut.players.values import weights_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.state import Action, Options, View
from game.core.compiled import array, filled
from game.core.puzzles.book import FollowedBook, Puzzle


class TablutPuzzles(FollowedBook[Action, View]):
    """The win that is known is followed as long as the solver does; then it is looked for anew."""

    file = Path(__file__).parents[1] / "data" / "puzzles.txt"

    def line(self, puzzle: Puzzle, win: str) -> Sequence[int]:
        return [b.code_of(*pair) for pair in notation.read(win)]

    def played(self, view: View) -> Sequence[int]:
        return [b.code_of(turn.origin, turn.target) for turn in view.moves]

    def options(self, puzzle: Puzzle) -> Options:
        return Options(puzzle.kind.split("_")[0], sides="seat", position=puzzle.position)  # type: ignore[arg-type]

    def best(self, puzzle: Puzzle, view: View) -> Action | None:
        code = self.known(puzzle, view) or winning_move(board_of(view), self._left(puzzle, view))
        return move_of(code) if code else None

    def holds(self, puzzle: Puzzle, view: View, left: int) -> bool:
        return bool(self.known(puzzle, view)) or still_wins(board_of(view), left)

    def answer(self, puzzle: Puzzle, view: View) -> Action:
        known = self.known(puzzle, view)
        return move_of(known or self._refuting(view, self._left(puzzle, view)))

    def _refuting(self, view: View, left: int) -> int:
        """A move after which nothing is forced any more; where there is none, the one that looks best."""
        board, weights = board_of(view), array(weights_of(view.law, view.side))
        at_once = int(wins_now(board, filled(b.MOST_MOVES), 0))
        if at_once:
            return at_once
        sign = 1 if view.side == b.ATTACKER else -1
        codes = sorted(b.codes_of(board), key=lambda code: -sign * after(board, weights, code))
        for code in codes:
            with b.played(board, code):
                lost = left > 0 and winning_move(board, left)
            if not lost:
                return code
        return codes[0]

    def _left(self, puzzle: Puzzle, view: View) -> int:
        """How many moves the solver has, who moved first."""
        return puzzle.level - (len(view.moves) + 1) // 2
