"""The bots of Tablut. Their budgets are nodes, not time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from game.cabinets.tablut.players.search import best_moves
from game.cabinets.tablut.players.values import value, weights_of, win_in, worths_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.state import Action, Move, Turn, View, times_here
from game.core.bots import Bot, RandomBot, Request
from game.core.compiled import array

DRAWN, AGAIN = 400, 150
"""What a draw costs, and what a repeated position costs, as it leads to a draw."""


def board_of(view: View) -> b.Board:
    """Return the board of a view, with the worth of its pieces."""
    return b.new_board(view.squares, view.side, view.law, worths_of(view.law))


def move_of(code: int) -> Move:
    """Return the action of a move that the board has encoded."""
    return Move.between(*b.squares_in(code))


def ends_of(view: View, codes: Sequence[int]) -> dict[int, int]:
    """Return the worth of the moves that end the round by repetition, or by too many moves without a capture."""
    law, found = view.law, {}
    lost = law.repeat == "mover" or (law.repeat, view.side) == ("defender", b.DEFENDER)
    won = (law.repeat, view.side) == ("defender", b.ATTACKER)
    worth = win_in(1) if won else -win_in(1) if lost else -DRAWN
    for code in codes if view.quiet >= 3 else ():
        origin, target = b.squares_in(code)
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
    """Return whether a move takes something or ends the round."""
    with b.played(board, code) as count:
        return count > 0 or bool(board.info[b.END])


class GreedyBot(Bot[View, Action]):
    """Takes the move after which it stands best, looking one move ahead."""

    light = True

    def decide(self, request: Request) -> Action:
        view: View = request.view
        board, weights = board_of(view), array(weights_of(view.law, view.side))
        sign = 1 if view.side == b.ATTACKER else -1
        worths = {code: sign * after(board, weights, code) for code in b.codes_of(board)}
        best = max(worths.values())
        return move_of(Random(request.seed).choice([code for code, worth in worths.items() if worth == best]))


def after(board: b.Board, weights: Any, code: int) -> int:
    """Return the worth of the position to the attackers after a move."""
    with b.played(board, code):
        return standing(board, weights)


def standing(board: b.Board, weights: Any) -> int:
    """Return the worth of the position to the attackers, a proven win or loss if the round is over."""
    end = int(board.info[b.END])
    return int(value(board, weights)) if not end else win_in(0) if end == b.ATTACKER else -win_in(0)


class ExpertBot(Bot[View, Action]):
    """Searches as many moves ahead as its nodes allow, and knows what repeating a position means."""

    nodes = 20_000

    def decide(self, request: Request) -> Action:
        view: View = request.view
        board = board_of(view)
        codes = b.codes_of(board)
        Random(request.seed).shuffle(codes)
        found, _ = best_moves(board, weights_of(view.law, view.side), codes, ends_of(view, codes), self.nodes)
        return move_of(found[0].code)


class RegularBot(ExpertBot):
    """Plays like the expert with a tenth of the nodes."""

    nodes = 2_000


class MasterBot(ExpertBot):
    """Plays like the expert with twenty times the nodes."""

    nodes = 400_000
    compiled = True


BOTS: Mapping[str, type[Bot[Any, Any]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "regular": RegularBot,
    "expert": ExpertBot,
    "master": MasterBot,
}
