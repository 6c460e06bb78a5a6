"""The value of a position for each seat: the chance of winning, fitted to matches that the bots played themselves.

A seat's *utility* adds up its regions by size, its money, the rugs it has left and the payments to expect from the next
walk, in 1024ths of a logit. Its chance is its share of the exponentials of all utilities (softmax). The weights depend
on the number of seats and on the rugs the mover has left. All numbers are whole, so that compiled and plain Python
decide alike.
"""

from __future__ import annotations

from math import exp
from typing import Final

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.board import RUGS, Board
from game.cabinets.marrakech.weights import FITTED
from game.core.compiled import array, bit_count, compiled, remembered

CERTAIN: Final = 1 << 20
"""The chance of a seat that has won for sure; chances are whole numbers from 0 to this."""
LOGIT: Final = 1024

SMALL: Final = 6
"""Regions of up to this many squares have a weight each; larger ones follow a parabola, in 1024ths of a weight."""
ROW: Final = SMALL + 6
"""Weights in one row of the table: one for each small region size, three for the parabola, one for a dirham, one for
each rug more than the mover has left, and one for a sixth of a dirham of expected payment under the mover's cheapest
heading."""
MOST_SIZE: Final = 24
_STRIDE: Final = MOST_SIZE + 1
_MOST_LEFT: Final = max(RUGS.values())


def _row(seats: int, left: int) -> tuple[int, ...]:
    """Return the weights for a mover with `left` rugs, or for the nearest number of rugs that was fitted."""
    start = (min(max(left, 1), RUGS[seats]) - 1) * ROW
    return FITTED[seats][start : start + ROW]


def _regions(row: tuple[int, ...]) -> tuple[int, ...]:
    base, linear, squared = row[SMALL : SMALL + 3]
    over = range(1, MOST_SIZE - SMALL + 1)
    return 0, *row[:SMALL], *((base + linear * more + squared * more**2 + 512) >> 10 for more in over)


_WEIGHTS: Final = [_row(seats, left) for seats in RUGS for left in range(_MOST_LEFT + 1)]
_REGION: Final = array(utility for row in _WEIGHTS for utility in _regions(row))
_MONEY: Final = array(row[-3] for row in _WEIGHTS)
_RUG: Final = array(row[-2] for row in _WEIGHTS)
_THREAT: Final = array(row[-1] for row in _WEIGHTS)
_GRAIN: Final = 8
_EXP: Final = array(round(CERTAIN * exp(-index * _GRAIN / LOGIT)) for index in range(16 * LOGIT // _GRAIN))


@remembered
def worth(mask: int, row: int) -> int:
    total = 0
    rest = mask
    while rest:
        found = b.spread(rest, rest & -rest)
        rest ^= found
        total += _REGION[row * _STRIDE + min(bit_count(found), MOST_SIZE)]
    return total


def row_of(board: Board) -> int:
    """Return the row of weights for a board before a turn or a rug."""
    seats = int(board[b.SEATS])
    return (seats - 2) * (_MOST_LEFT + 1) + int(board[b.LEFT + int(board[b.MOVER])])


def threat_of(row: int) -> int:
    """Return what a sixth of a dirham of expected payment weighs."""
    return int(_THREAT[row])


def worth_in_sight(board: Board, seat: int, row: int) -> int:
    """Return what a seat's areas of rugs in sight are worth to it."""
    mask = board[b.MASK + seat]
    if board[b.SEATS] != 2:
        return int(worth(mask, row))
    second = board[b.MASK + seat + 2]
    return int(worth(mask | second, row) if board[b.BY_OWNER] else worth(mask, row) + worth(second, row))


@compiled
def utilities(board: Board, found: Board) -> None:
    """Write the utility of each seat into `found` (room for 4 numbers). The board must be before a turn."""
    seats = board[b.SEATS]
    mover = board[b.MOVER]
    rounds = board[b.LEFT + mover]
    row = (seats - 2) * (_MOST_LEFT + 1) + rounds
    money = _MONEY[row]
    for seat in range(seats):
        utility = money * board[b.MONEY + seat] + _RUG[row] * (board[b.LEFT + seat] - rounds)
        if seats != 2:
            utility += worth(board[b.MASK + seat], row)
        elif board[b.BY_OWNER]:
            utility += worth(board[b.MASK + seat] | board[b.MASK + seat + 2], row)
        else:
            utility += worth(board[b.MASK + seat], row) + worth(board[b.MASK + seat + 2], row)
        found[seat] = utility
    _threaten(board, mover, _THREAT[row], found)


@compiled
def cheapest_heading(board: Board, mover: int) -> int:
    """Return the heading under which the mover pays least on average over the die; among equals ahead, left, right."""
    least = 1 << 30
    cheapest = 0
    for quarters in (0, 3, 1):
        heading = (board[b.HEADING] + quarters) & 3
        total = b.payment(board, mover, heading)
        if total < least:
            least = total
            cheapest = heading
            if total == 0:
                break
    return cheapest


@compiled
def _threaten(board: Board, mover: int, weight: int, found: Board) -> None:
    """Shift the utilities in `found` by what the mover pays under the cheapest heading, summed over the die's faces."""
    seats = board[b.SEATS]
    base = (board[b.SQUARE] * 4 + cheapest_heading(board, mover)) * 4
    for step in range(4):
        square = b.WALK[base + step] >> 2
        amount = b.due(board, mover, square)
        if amount > 0:
            shift = amount * weight if step == 0 or step == 3 else amount * weight * 2
            found[mover] -= shift
            found[board[square] % seats] += shift


@compiled
def chance(board: Board, seat: int) -> int:
    """Return the chance that `seat` wins, in `range(CERTAIN + 1)`.

    The board must be before a turn, or the match over.
    """
    if board[b.MOVER] < 0:
        return final_share(board, seat)
    if board[b.OUT + seat]:
        return 0
    found = board[:4].copy()
    utilities(board, found)
    seats = board[b.SEATS]
    most = found[seat]
    for other in range(seats):
        if board[b.OUT + other] == 0 and found[other] > most:
            most = found[other]
    total = 0
    own = 0
    for other in range(seats):
        if board[b.OUT + other] == 0:
            below = min((most - found[other]) // _GRAIN, len(_EXP) - 1)
            total += _EXP[below]
            if other == seat:
                own = _EXP[below]
    return own * CERTAIN // total


@compiled
def final_share(board: Board, seat: int) -> int:
    """Return the share of the victory that `seat` has in a finished match: `CERTAIN`, divided among equal winners."""
    if board[b.OUT + seat]:
        return 0
    own = _final(board, seat)
    equals = 0
    for other in range(board[b.SEATS]):
        if board[b.OUT + other] == 0:
            theirs = _final(board, other)
            if theirs > own:
                return 0
            if theirs == own:
                equals += 1
    return CERTAIN // equals


@compiled
def _final(board: Board, seat: int) -> int:
    """Return a number that orders the seats still in: by score, then by dirhams."""
    money = board[b.MONEY + seat]
    return int((b.squares_in_sight(board, seat) + money) * 1024 + money)
