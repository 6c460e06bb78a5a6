"""Computer players of Tablut. They count nodes, not time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from game.cabinets.tablut import board as b
from game.cabinets.tablut.search import best_moves
from game.cabinets.tablut.state import Action, Move, Turn, View, times_here
from game.cabinets.tablut.values import WEIGHTS, value, win_in, worths_of
from game.core.bots import Bot, RandomBot, Request
from game.core.compiled import array, plain

DRAWN, AGAIN = 400, 150
"""What a draw costs, and a position that was there before: it leads to one."""


def board_of(view: View) -> b.Board:
    """The board of a view, with what its pieces are worth."""
    return b.new_board(view.squares, view.side, view.law, worths_of(view.law))


def move_of(code: int) -> Move:
    """The action of a move as the board writes it."""
    origin, target = b.square_of(code // 128), b.square_of(code % 128)
    return Move(origin % 9, origin // 9, target % 9, target // 9)


def codes_of(view: View) -> list[int]:
    """The moves of the side to move, as the board writes them."""
    found = array([0] * b.MOST_MOVES)
    return plain(found[: b.moves(board_of(view), found, 0)])


def ends_of(view: View, codes: Sequence[int]) -> dict[int, int]:
    """What the moves are worth that end the round by a repeated position, or by too many without a capture."""
    law, found = view.law, {}
    lost = law.repeat == "mover" or (law.repeat, view.side) == ("defender", b.DEFENDER)
    won = (law.repeat, view.side) == ("defender", b.ATTACKER)
    worth = win_in(1) if won else -win_in(1) if lost else -DRAWN
    for code in codes if view.quiet >= 3 else ():
        origin, target = b.square_of(code // 128), b.square_of(code % 128)
        squares = list(view.squares)
        squares[target], squares[origin] = squares[origin], b.EMPTY
        moves = (*view.moves, Turn(origin, target, ()))
        times = times_here(squares, moves, start=law.repeat != "first")
        if times >= (2 if law.repeat == "first" else 3):
            found[code] = worth
        elif law.quiet and view.quiet + 1 >= law.quiet:
            found[code] = -DRAWN
        elif times == 2:
            found[code] = -AGAIN
    board = board_of(view)
    return {code: worth for code, worth in found.items() if not takes(board, code)}


def takes(board: b.Board, code: int) -> bool:
    """Whether a move takes something or ends the round."""
    count = int(b.play(board, code // 128, code % 128))
    ends = bool(board.info[b.END])
    b.unplay(board, code // 128, code % 128, count)
    return count > 0 or ends


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


class ExpertBot(Bot[View, Action]):
    """Looks as many moves ahead as its nodes last, and knows what a repeated position means."""

    nodes = 20_000

    def decide(self, request: Request) -> Action:
        view: View = request.view
        board, codes = board_of(view), codes_of(view)
        Random(request.seed).shuffle(codes)
        found, _ = best_moves(board, WEIGHTS[view.law.escape], codes, ends_of(view, codes), self.nodes)
        return move_of(found[0].code)


class MasterBot(ExpertBot):
    """The same with twenty times the nodes."""

    nodes = 400_000
    compiled = True


BOTS: Mapping[str, type[Bot[Any, Any]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "expert": ExpertBot,
    "master": MasterBot,
}
