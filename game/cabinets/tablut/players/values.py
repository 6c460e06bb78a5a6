"""The worth of a position: men and where they stand, and how free the king is. Positive is good for the attackers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.board import Board
from game.cabinets.tablut.rules.law import Law
from game.core.compiled import in_place

WIN: Final = 1 << 20
ATTACKER_WORTH, DEFENDER_WORTH, OPEN_LINE, TWO_LINES, FREE_SQUARE, CLOSED_SIDE, NEAR_RIM = range(7)
"""Indices in the weights. NEAR_RIM is for a king that reaches the rim when only corners are escapes."""
_WEIGHTS: Final[dict[str, tuple[int, ...]]] = {
    "corner": (100, 170, 350, 1300, 10, 30, 300),
    "edge": (100, 200, 500, 2000, 8, 30, 0),
}


def weights_of(law: Law, side: int) -> tuple[int, ...]:
    """Return the weights that bots and the analyst use when `side` is to move.

    Only attackers weigh a king near the rim: they must fear him early, while defenders would move him there and repeat.
    """
    *weights, near_rim = _WEIGHTS[law.escape]
    return (*weights, near_rim if side == b.ATTACKER else 0)


@lru_cache(maxsize=64)
def worths_of(law: Law) -> tuple[int, ...]:
    """Return the worth of each piece on each place; the king's is 0 everywhere, as he counts by his freedom."""
    man, defender, *_ = _WEIGHTS[law.escape]
    worths = [0] * (4 * b.PLACES)
    for square, index in enumerate(b.INDEXES):
        x, y = square % b.SIDE, square // b.SIDE
        to_corner = min(x, 8 - x) + min(y, 8 - y)
        if law.escape == "corner":
            place = 24 if to_corner == 2 else 12 if to_corner == 3 else 0
        else:
            place = 8 if 3 <= to_corner <= 4 and min(x, 8 - x, y, 8 - y) > 0 else 0
        worths[(b.ATTACKER - 1) * b.PLACES + index] = man + place
        worths[(b.DEFENDER - 1) * b.PLACES + index] = -defender - (4 if place else 0)
    return tuple(worths)


@in_place
def value(board: Board, weights: Any) -> int:
    """Return the worth of a position to the attackers without a search; a king that can escape at once has won."""
    cells, zones, bars, info = board.cells, board.zones, board.bars, board.info
    king = info[b.KING_AT]
    base = b.KING * b.PLACES
    free = 0
    ways = 0
    rims = 0
    for step in b.STEPS:
        at = king + step
        rim = 0
        while cells[at] == b.EMPTY and bars[base + at] & b.NO_PASS == 0:
            free += 1
            if zones[at] & (b.IS_ESCAPE | b.IS_RIM):
                if zones[at] & b.IS_ESCAPE:
                    ways += 1
                    break
                rim = 1
            at += step
        rims += rim
    info[b.WAYS] = ways
    if ways and info[b.MOVER] == b.DEFENDER:
        return -win_in(1)
    shut = 0
    for step in b.STEPS:
        if b.hostile(board, king + step, b.KING):
            shut += 1
    worth = int(info[b.WORTH]) - weights[FREE_SQUARE] * free + weights[CLOSED_SIDE] * shut * shut
    worth -= weights[NEAR_RIM] * rims
    if ways:
        worth -= weights[OPEN_LINE] if ways == 1 else weights[TWO_LINES]
    return int(worth)


@in_place
def win_in(moves: int) -> int:
    """Return the value of a win after `moves` more moves."""
    return WIN - moves
