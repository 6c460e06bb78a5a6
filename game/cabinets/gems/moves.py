"""Actions as numbers, which the rules list and the search goes through, compiled or plain.

Numbers below RESERVE take the row of SETS with that index; RESERVE + a card's id reserves it from the market; DRAW + a
level reserves from its deck; BUY + a card's id buys it from the market or the reserved cards.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import COLOURS
from game.cabinets.gems.state import Action, Buy, Draw, Reserve, Take
from game.core.compiled import array, in_place, plain

SETS: Final = (
    *combinations(range(COLOURS), 3), *combinations(range(COLOURS), 2), *((c, c) for c in range(COLOURS)),
    *((c,) for c in range(COLOURS)),
)  # fmt: skip
"""All sets of gems to take: ten of three colours, ten of two, five pairs of one colour, five single gems."""
TAKES: Final = {gems: number for number, gems in enumerate(SETS)}
RESERVE, DRAW, BUY = 100, 200, 300
PASS: Final = 999
MOST: Final = 64
"""Length of an array that holds all actions of any position."""
FIRST: Final = array(gems[0] for gems in SETS)
SECOND: Final = array(gems[1] if len(gems) > 1 else -1 for gems in SETS)
THIRD: Final = array(gems[2] if len(gems) > 2 else -1 for gems in SETS)


@in_place
def _may_take(board: b.Board, number: int, there: int, free: int) -> bool:
    """Return whether a row of SETS may be taken if `there` colours are left; `free` allows fewer than three colours."""
    first, second, third = FIRST[number], SECOND[number], THIRD[number]
    if second == first:
        return bool(board[b.BANK + first] >= 4)
    size = 1 + int(second >= 0) + int(third >= 0)
    if size != min(3, there) and not free:
        return False
    if board[b.BANK + first] == 0:
        return False
    if second >= 0 and board[b.BANK + second] == 0:
        return False
    return bool(third < 0 or board[b.BANK + third] > 0)


@in_place
def actions(board: b.Board, free: int, found: b.Board) -> int:
    """Write the mover's actions into `found` and return their number; if nothing is possible, PASS is the only one."""
    seat = board[b.MOVER]
    at = b.at_seat(seat)
    count = 0
    there = 0
    for colour in range(COLOURS):
        there += int(board[b.BANK + colour] > 0)
    for number in range(30):
        if _may_take(board, number, there, free):
            found[count] = number
            count += 1
    room = b.held(board, seat) < b.MOST_RESERVED
    for place in range(b.PLACES):
        card = board[b.MARKET + place]
        if card:
            if room:
                found[count] = RESERVE + card
                count += 1
            if b.may_buy(board, seat, card):
                found[count] = BUY + card
                count += 1
    for slot in range(b.MOST_RESERVED):
        card = board[at + b.RESERVED + slot]
        if card and b.may_buy(board, seat, card):
            found[count] = BUY + card
            count += 1
    for level in range(1, 4):
        if room and board[b.LEFT + level - 1]:
            found[count] = DRAW + level
            count += 1
    if count == 0:
        found[0] = PASS
        count = 1
    return count


def numbers(board: b.Board, *, free: bool) -> list[int]:
    """Return the mover's actions as numbers, or PASS alone; `free` says whether the option `fewer` is "free"."""
    found = array([0] * MOST)
    return plain(found[: actions(board, int(free), found)])


def number_of(action: Action) -> int:
    """Return the number of an action, the same for every payment for a card."""
    match action:
        case Take(gems):
            return TAKES[gems]
        case Reserve(card):
            return RESERVE + card
        case Draw(level):
            return DRAW + level
        case Buy(card):
            return BUY + card
    raise AssertionError(action)
