"""Omok's puzzles: wins by fours, as build/omok_puzzles.py made them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.cabinets.omok import notation, search
from game.cabinets.omok.board import NOWHERE, Board, allowed, five_points, put
from game.cabinets.omok.state import Action, Options, Place, View, board_of
from game.core.puzzles.book import FollowedBook, Puzzle

SIZE = 15
NODES = 3000
"""Of a win by fours that is looked for where the solver left the known one."""
_ANSWER_NODES = 300


class OmokPuzzles(FollowedBook[Action, View]):
    """Every stone of the solver must make a four, until five; the other answers where it must."""

    file = Path(__file__).with_name("data") / "puzzles.txt"

    def line(self, puzzle: Puzzle, win: str) -> Sequence[int]:
        """A pass stands where the other has no answer."""
        return notation.read(f"{puzzle.position} {win}", SIZE)

    def played(self, view: View) -> Sequence[int]:
        return view.moves

    def options(self, puzzle: Puzzle) -> Options:
        renju = puzzle.kind.startswith("renju")
        return Options(rule="renju" if renju else "free", colours="seat", passing="off", position=puzzle.position)

    def best(self, puzzle: Puzzle, view: View) -> Action | None:
        point = self.known(puzzle, view)
        if point in (None, notation.PASS):
            point = _win(board_of(view), view.colour)
        return None if point == NOWHERE else Place.on(point, view.size)

    def holds(self, puzzle: Puzzle, view: View, left: int) -> bool:
        if self.known(puzzle, view) not in (None, notation.PASS):
            return True
        board, mover = board_of(view), view.colour
        points = search.new_room(board, 0).found
        if five_points(board, mover, points, 0):
            return False
        ways = five_points(board, 3 - mover, points, 0)
        if ways == 0 or ways == 2 or not allowed(board, points[0], mover):
            return ways > 0
        put(board, int(points[0]), mover)
        return _win(board, 3 - mover) != NOWHERE

    def answer(self, puzzle: Puzzle, view: View) -> Action:
        board, mover = board_of(view), view.colour
        room = search.new_room(board, 8)
        point = search.choose(board, mover, room, _ANSWER_NODES, _ANSWER_NODES)
        if point == NOWHERE:
            point = next(free for free, stone in enumerate(board.stones) if not stone and allowed(board, free, mover))
        return Place.on(point, view.size)


def _win(board: Board, colour: int) -> int:
    return search.first_four(board, colour, search.new_room(board, 0), NODES)
