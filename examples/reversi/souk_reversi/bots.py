"""The bots of Reversi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.bots import Bot, RandomBot, Request
from souk_reversi.rules import EMPTY, Place, View, moves_of, turned

DEPTH = 3
_QUARTER = (20, -3, 11, 8, -3, -7, -4, 1, 11, -4, 2, 2, 8, 1, 2, -3)
"""The worth of a stone on each square of the upper left quarter, row by row."""
WORTH = tuple(_QUARTER[min(row, 7 - row) * 4 + min(column, 7 - column)] for row in range(8) for column in range(8))


def value(board: list[int], seat: int, depth: int, alpha: float, beta: float) -> float:
    """Return how well `seat`, which is to move, stands after a search of `depth` stones.

    A finished game is valued by its stones, any other by the squares held and the moves available.
    """
    moves = moves_of(board, seat)
    if not moves and not moves_of(board, 1 - seat):
        return 1000.0 * (board.count(seat) - board.count(1 - seat))
    if depth == 0:
        squares = sum((worth, -worth)[owner != seat] for worth, owner in zip(WORTH, board, strict=True) if owner >= 0)
        return squares + 4.0 * (len(moves) - len(moves_of(board, 1 - seat)))
    if not moves:
        return -value(board, 1 - seat, depth, -beta, -alpha)
    for move in sorted(moves, key=lambda square: -WORTH[square]):
        alpha = max(alpha, -value(after(board, seat, move), 1 - seat, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def after(board: list[int], seat: int, square: int) -> list[int]:
    """Return the board after `seat` has placed a stone on `square`."""
    changed = {square, *turned(board, seat, square)}
    return [seat if place in changed else owner for place, owner in enumerate(board)]


class ExpertBot(Bot[View, Place]):
    """Looks three stones ahead, and to the end once few squares are empty."""

    def decide(self, request: Request) -> Place:
        board, seat = list(request.view.board), self.setup.seat
        depth = 7 if board.count(EMPTY) <= 7 else DEPTH

        def worth(square: int) -> float:
            return -value(after(board, seat, square), 1 - seat, depth - 1, float("-inf"), float("inf"))

        return Place(max(moves_of(board, seat), key=worth))


BOTS: Mapping[str, type[Bot[Any, Any]]] = {"random": RandomBot, "expert": ExpertBot}
