"""Why a piece is taken, or is not: what is hostile at its four sides, and how many closed sides are missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.law import Law


class Reason(NamedTuple):
    """What is hostile to a piece where it stands."""

    sides: tuple[int, ...]
    """Above, right, below, left: what makes each side hostile, an index into `board.BY_NAMES`; 0 for an open side."""
    closed: int
    """How many of the sides that matter are closed."""
    needs: int
    """How many sides must be closed; 2 means opposite sides."""

    @property
    def verdict(self) -> str:
        """The last part of the text key for the number of missing sides; `moved_in` if none is missing."""
        if self.closed >= self.needs:
            return "moved_in"
        return f"more_{2 - self.closed}" if self.needs == 2 else "more_many"


def why(squares: Sequence[int], law: Law, square: int) -> Reason:
    """Return what is hostile to the piece on a square. Raises ValueError if the square is empty."""
    piece, index = squares[square], b.INDEXES[square]
    if not piece:
        raise ValueError(f"no piece on {square}")
    board = b.new_board(squares, b.ATTACKER, law)
    sides = hostile_sides(board, index)
    closed, needs = closed_sides(board) if piece == b.KING else (_opposite(sides), 2)
    return Reason(sides, closed, needs)


def hostile_sides(board: b.Board, index: int) -> tuple[int, ...]:
    """Return what makes the places above, right of, below and left of a piece hostile to it."""
    return tuple(int(b.hostile(board, index + step, board.cells[index])) for step in b.STEPS)


def closed_sides(board: b.Board) -> tuple[int, int]:
    """Return how many of the sides that matter around the king are closed, and how many must be."""
    king, needs = int(board.info[b.KING_AT]), int(b.king_needs(board))
    sides = hostile_sides(board, king)
    if needs == 2:
        return _opposite(sides), needs
    beside = [king + step for step in b.STEPS if needs == 4 or king + step != b.THRONE]
    return sum(bool(b.hostile(board, at, b.KING)) for at in beside), needs


def _opposite(sides: Sequence[int]) -> int:
    """Return how many of the two sides on one line are closed, on the line where there are more."""
    above, right, below, left = map(bool, sides)
    return max(above + below, right + left)


def dangers(squares: Sequence[int], side: int, law: Law, origin: int) -> frozenset[int]:
    """Return the squares where the piece on `origin` may go and could be taken by the next move."""
    board = b.new_board(squares, side, law)
    start, found = b.INDEXES[origin], set()
    for target in b.reached(board, start):
        with b.played(board, start << 7 | target):
            if not board.info[b.END] and may_take(board, target):
                found.add(b.square_of(target))
    return frozenset(found)


def may_take(board: b.Board, square: int) -> bool:
    """Return whether the side to move can take the piece on a place of the arrays."""
    king, piece = board.info[b.KING_AT] == square, board.cells[square]
    for code in b.codes_of(board):
        with b.played(board, code):
            if board.cells[square] != piece or (king and board.info[b.END] == b.ATTACKER):
                return True
    return False
