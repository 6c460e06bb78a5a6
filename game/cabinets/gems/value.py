"""What a position is worth to a seat: fourteen features, weighted to predict who wins matches between bots.

All numbers are whole: a feature in thousandths, a value in thousandths of a logit.
"""

from __future__ import annotations

from typing import Final

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import COLOURS, COST, GOLD, NOBLE_COST, NOBLES, POINTS
from game.cabinets.gems.weights import WEIGHTS
from game.core.compiled import array, in_place

FEATURES: Final = (
    "points", "cards", "tokens", "gold", "best", "second", "third", "closeness", "engine", "reserved", "nobles",
    "breadth", "beyond_nine", "goal",
)  # fmt: skip
SCALE: Final = 1000
_MOST: Final = 32


def _powers(base: float) -> list[int]:
    return [round(SCALE * base**number) for number in range(_MOST)]


_BEST: Final = array(_powers(0.8))
_CLOSE: Final = array(_powers(0.75))
_ENGINE: Final = array(_powers(0.88))
_NOBLE: Final = array(_powers(0.7))
_WEIGHTS: Final = array(weight for seats in (2, 3, 4) for weight in WEIGHTS[seats])


@in_place
def _look_at(board: b.Board, at: int, card: int, found: b.Board) -> None:
    """Add what a card promises to the seat whose part of the board begins at `at`.

    Tokens that the bank cannot give count half as much again, since collecting for an unpayable card leads nowhere.
    """
    lack = -board[at + GOLD]
    far = 0
    for colour in range(COLOURS):
        need = COST[COLOURS * card + colour] - board[at + b.BONUSES + colour]
        if need > 0:
            far += need
            short = need - board[at + colour]
            if short > 0:
                lack += short + max(0, short - board[b.BANK + colour]) // 2
    lack = min(max(0, lack), _MOST - 1)
    worth = POINTS[card] * _BEST[lack]
    if worth > found[4]:
        found[6] = found[5]
        found[5] = found[4]
        found[4] = worth
    elif worth > found[5]:
        found[6] = found[5]
        found[5] = worth
    elif worth > found[6]:
        found[6] = worth
    found[7] += _CLOSE[lack]
    found[8] += POINTS[card] * _ENGINE[far]


@in_place
def features(board: b.Board, seat: int, found: b.Board) -> None:
    """Write the features of a seat into the array `found`."""
    at = b.at_seat(seat)
    for number in range(14):
        found[number] = 0
    found[0] = SCALE * board[at + b.SCORE]
    found[1] = SCALE * board[at + b.BOUGHT]
    found[3] = SCALE * board[at + GOLD]
    for colour in range(COLOURS):
        found[2] += SCALE * min(4, board[at + colour])
        if board[at + b.BONUSES + colour]:
            found[11] += SCALE
    for place in range(b.PLACES):
        if board[b.MARKET + place]:
            _look_at(board, at, board[b.MARKET + place], found)
    for slot in range(b.MOST_RESERVED):
        if board[at + b.RESERVED + slot]:
            found[9] += SCALE
            _look_at(board, at, board[at + b.RESERVED + slot], found)
    for noble in range(1, NOBLES + 1):
        if board[b.NOBLE + noble] == 1:
            lack = 0
            for colour in range(COLOURS):
                lack += max(0, NOBLE_COST[COLOURS * noble + colour] - board[at + b.BONUSES + colour])
            found[10] += _NOBLE[lack]
    found[12] = SCALE * max(0, board[at + b.SCORE] * 15 // board[b.TARGET] - 9)
    found[13] = SCALE if board[at + b.SCORE] >= board[b.TARGET] else 0


def weights_for(board: b.Board) -> list[int]:
    """Return the weights of the features in a match of this board's size."""
    first = 14 * (int(board[b.SEATS]) - 2)
    return [int(weight) for weight in _WEIGHTS[first : first + 14]]


@in_place
def value(board: b.Board, seat: int, found: b.Board) -> int:
    """Return what the position is worth to a seat; `found` is a scratch array for the features."""
    features(board, seat, found)
    first = 14 * (board[b.SEATS] - 2)
    total = 0
    for number in range(14):
        total += _WEIGHTS[first + number] * found[number]
    return int(total // SCALE)


@in_place
def lead(board: b.Board, seat: int, found: b.Board) -> int:
    """Return by how much a seat's value exceeds that of the best other seat."""
    best = -(10**9)
    for other in range(board[b.SEATS]):
        if other != seat:
            best = max(best, value(board, other, found))
    return value(board, seat, found) - best
