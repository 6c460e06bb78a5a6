"""Forced wins within a number of own moves, searched exhaustively; puzzles are generated and checked with them.

A side that has no move after a move of the opponent counts as lost, but the search does not aim at this.
"""

from __future__ import annotations

from typing import Any

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.board import Board
from game.core.compiled import filled, in_place

DEEPEST = 5
"""The most own moves that are looked ahead."""


@in_place
def wins_now(board: Board, found: Any, start: int) -> int:
    """Return a move that wins at once, or 0.

    Such a move takes the king to an escape square, or a man beside the king takes him or shuts all defenders in.
    """
    king = board.info[b.KING_AT]
    if board.info[b.MOVER] == b.DEFENDER:
        end = b.reach(board, king, found, start)
        for place in range(start, end):
            if board.zones[found[place] & 127] & b.IS_ESCAPE:
                return int(found[place])
        return 0
    if board.law[b.ENCIRCLED]:
        end = b.moves(board, found, start)
        for place in range(start, end):
            if ends(board, found[place]):
                return int(found[place])
        return 0
    for side in b.STEPS:
        target = king + side
        if board.cells[target] != b.EMPTY:
            continue
        for step in b.STEPS:
            origin = target + step
            while board.cells[origin] == b.EMPTY:
                origin += step
            if board.cells[origin] != b.ATTACKER:
                continue
            code = origin * 128 + target
            if ends(board, code):
                end = b.reach(board, origin, found, start)
                for place in range(start, end):
                    if found[place] == code:
                        return int(code)
    return 0


@in_place
def ends(board: Board, code: int) -> bool:
    """Return whether a move wins; its legality is not checked."""
    origin, target = code >> 7, code & 127
    count = b.play(board, origin, target)
    won = bool(board.info[b.END] != 0)
    b.unplay(board, origin, target, count)
    return won


@in_place
def forced(board: Board, left: int, own: bool, found: Any, start: int) -> int:
    """Return a move of the side to move that wins within `left` own moves, or 0.

    With `own` False the opponent is to move, and the result is not 0 if every answer loses. `found` is written to from
    `start` on, MOST_MOVES for each move. Moves are generated piece by piece, as the first answer refutes most often.
    """
    if own and left == 1:
        return int(wins_now(board, found, start))
    if not own and wins_now(board, found, start):
        return 0
    cells = board.cells
    attacks = board.info[b.MOVER] == b.ATTACKER
    for index in b.INDEXES:
        piece = cells[index]
        if piece == b.EMPTY or (piece == b.ATTACKER) != attacks:
            continue
        end = b.reach(board, index, found, start)
        for place in range(start, end):
            code = int(found[place])
            target = code & 127
            count = b.play(board, index, target)
            deeper = left - 1 if own else left
            won = own if board.info[b.END] else forced(board, deeper, not own, found, end) != 0
            b.unplay(board, index, target, count)
            if own and won:
                return code
            if not own and not won:
                return 0
    return 0 if own else 1


def winning_move(board: Board, left: int) -> int:
    """Return the move that wins soonest, within `left` own moves; 0 if there is none."""
    return _quickest(board, left)[0]


def shortest_win(board: Board, most: int) -> int:
    """Return in how many own moves, up to `most`, the side to move wins; 0 if it does not."""
    return _quickest(board, most)[1]


def _quickest(board: Board, most: int) -> tuple[int, int]:
    """Return the move that wins in the fewest own moves, and their number; 0, 0 if there is none."""
    found = _room()
    for moves in range(1, most + 1):
        code = int(forced(board, moves, True, found, 0))
        if code:
            return code, moves
    return 0, 0


def still_wins(board: Board, left: int) -> bool:
    """Return whether the side that has just moved wins within `left` more moves, whatever the answers."""
    return left > 0 and bool(forced(board, left, False, _room(), 0))


def _room() -> Any:
    return filled(b.MOST_MOVES * (2 * DEEPEST + 1))
