"""Computer players of Tablut. They count nodes, not time."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from game.cabinets.tablut import board as b
from game.cabinets.tablut.state import Action, Move, View
from game.cabinets.tablut.values import WEIGHTS, value, win_in, worths_of
from game.core.bots import Bot, RandomBot, Request
from game.core.compiled import array, plain


def board_of(view: View) -> b.Board:
    """The board of a view, with what its pieces are worth."""
    return b.new_board(view.squares, view.side, view.law, worths_of(view.law))


def move_of(code: int) -> Move:
    """The action of a move as the board writes it."""
    origin, target = b.square_of(code // 128), b.square_of(code % 128)
    return Move(origin % 9, origin // 9, target % 9, target // 9)


class GreedyBot(Bot[View, Action]):
    """The move after which it stands best, one move deep."""

    light = True

    def decide(self, request: Request) -> Action:
        view: View = request.view
        board, weights, found = board_of(view), array(WEIGHTS[view.law.escape]), array([0] * b.MOST_MOVES)
        sign = 1 if view.side == b.ATTACKER else -1
        worths = {code: sign * after(board, weights, code) for code in plain(found[: b.moves(board, found, 0)])}
        best = max(worths.values())
        return move_of(Random(request.seed).choice([code for code, worth in worths.items() if worth == best]))


def after(board: b.Board, weights: Any, code: int) -> int:
    """What the position is worth for the attackers after a move."""
    origin, target = code // 128, code % 128
    count = int(b.play(board, origin, target))
    end = int(board.info[b.END])
    worth = int(value(board, weights)) if not end else win_in(0) if end == b.ATTACKER else -win_in(0)
    b.unplay(board, origin, target, count)
    return worth


BOTS: Mapping[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot}
