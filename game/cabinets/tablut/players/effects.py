"""What a move of Tablut does at once, in the features that a position's value consists of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.tablut.players.bots import board_of
from game.cabinets.tablut.players.values import ATTACKER_WORTH, DEFENDER_WORTH, FREE_SQUARE, OPEN_LINE, weights_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.board import Board
from game.cabinets.tablut.rules.state import Action, Move, View
from game.core.analyst import Effect

_END: Final = 1 << 20


def effects(view: View, action: Action) -> Sequence[Effect]:
    """Return what a move takes, what it leaves to be taken, and how free it leaves the king."""
    if not isinstance(action, Move):
        return ()
    board, weights, side = board_of(view), weights_of(view.law, view.side), view.side
    worths = {b.ATTACKER: weights[ATTACKER_WORTH], b.DEFENDER: weights[DEFENDER_WORTH]}
    with b.played(board, b.code_of(action.origin, action.target)) as taken:
        ends = int(board.info[b.END])
        lost = 0 if ends else _most_taken(board)
        ways, room = _king(board)
    for_king = 1 if side == b.DEFENDER else -1
    return (
        Effect("ends", int(ends == side), _END * (ends == side)),
        Effect("takes", taken, taken * worths[3 - side]),
        Effect("leaves", lost, -lost * worths[side], fewer=True),
        Effect("ways" if for_king > 0 else "ways_left", ways, for_king * ways * weights[OPEN_LINE], for_king < 0),
        Effect("room" if for_king > 0 else "room_left", room, for_king * room * weights[FREE_SQUARE], for_king < 0),
    )


def _most_taken(board: Board) -> int:
    """Return how many men the side to move can take at most with one move."""
    most = 0
    for code in b.codes_of(board):
        with b.played(board, code) as count:
            most = max(most, count)
    return most


def _king(board: Board) -> tuple[int, int]:
    """Return on how many lines the king sees an escape, and how many squares he can reach."""
    at = int(board.info[b.KING_AT])
    ways = room = 0
    for place in b.reached(board, at):
        room += 1
        ways += bool(board.zones[place] & b.IS_ESCAPE)
    return ways, room
