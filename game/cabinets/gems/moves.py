"""What may be done in a turn, as numbers: the rules list it, and the search goes through it, compiled or plain.

Below RESERVE a take by its row of SETS, RESERVE + a card of the market, DRAW + the level of a deck, BUY + a card of
the market or of the hand.
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
"""Ten of three, ten of two, five of a kind, five of one."""
TAKES: Final = {gems: number for number, gems in enumerate(SETS)}
RESERVE, DRAW, BUY = 100, 200, 300
PASS: Final = 999
MOST: Final = 64
"""Room for the actions of a position."""
FIRST: Final = array(gems[0] for gems in SETS)
SECOND: Final = array(gems[1] if len(gems) > 1 else -1 for gems in SETS)
THIRD: Final = array(gems[2] if len(gems) > 2 else -1 for gems in SETS)


@in_place
def _may_take(board: b.Board, number: int, there: int, free: int) -> bool:
    """Whether a row of TAKES may be taken, where so many colours are left."""
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
    """Write what the mover can do into `found`; how many there are. With nothing to do it is PASS."""
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
    """What the mover can do, PASS alone where that is nothing; `free`: as the option `fewer` says."""
    found = array([0] * MOST)
    return plain(found[: actions(board, int(free), found)])


def number_of(action: Action) -> int:
    """The number of an action, the same for every payment of a card."""
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
