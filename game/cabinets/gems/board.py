"""A table as one flat array: tokens, cards and nobles, and what each part of a turn does to them.

What is called in a turn lies here once: the rules play by it, and so does the search, compiled or plain. A deck is the
undealt cards of its level; which of them comes is said by whoever draws.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, TypeAlias

from game.cabinets.gems.cards import BONUS, COLOURS, COST, FIRST_OF, GOLD, NOBLE_COST, NOBLE_POINTS, POINTS
from game.core.compiled import array, in_place

BANK: Final = 0
MARKET: Final = 6
"""Twelve places, four of each level, level 1 first; 0 is an empty one."""
LEFT: Final = 18
"""Undealt cards of each level."""
DECK: Final = 21
"""The undealt ids of each level, ascending for the rules; what lies behind LEFT of them counts for nothing."""
NOBLE: Final = 111
"""Of each noble by its id: 0 not in the match, 1 on the table, 2 + seat taken."""
MOVER: Final = 122
TURNS: Final = 123
"""Turns ended."""
LAST: Final = 124
"""Whether this round is the last."""
PASSES: Final = 125
"""Forced passes in a row."""
SEATS: Final = 126
TARGET: Final = 127
GAP: Final = 128
"""The place of the market that a card has just left, or NOWHERE."""
TAKEN: Final = 129
"""Tokens of each colour taken this turn, gold among them."""
SEAT: Final = 135
"""What belongs to the first seat; the next one's begins STRIDE later."""
STRIDE: Final = 19
TOKENS, BONUSES, SCORE, BOUGHT, RESERVED, BLIND = 0, 6, 11, 12, 13, 16
"""Within what belongs to a seat: six, five, one, one, three ids in the order they came, and whether each is blind."""
NOWHERE: Final = 99
MOST_TOKENS: Final = 10
MOST_RESERVED: Final = 3
PLACES: Final = 12
ROW: Final = 4
"""Places of a level."""
TOKENS_OF: Final = {2: 4, 3: 5, 4: 7}
"""Of each colour, by seats; gold is always GOLD_TOKENS."""
GOLD_TOKENS: Final = 5
MOST_ROUNDS: Final = 120
ENDS: Final = ("", "target", "stuck", "long")
"""What `end_turn` says: nothing yet, somebody reached the target, all passed in a row, too many rounds."""
_FIRST: Final = array(FIRST_OF)
Board: TypeAlias = Any
"""A flat array from `array`, or the same numbers as a list."""


def new_board(seats: int, target: int) -> list[int]:
    """A table before the first card is revealed."""
    board = [0] * (SEAT + seats * STRIDE)
    board[BANK : BANK + GOLD] = [TOKENS_OF[seats]] * COLOURS
    board[BANK + GOLD] = GOLD_TOKENS
    board[LEFT:DECK] = [end - begin for begin, end in pairwise(FIRST_OF)]
    board[DECK:NOBLE] = range(1, 91)
    board[SEATS], board[TARGET], board[GAP] = seats, target, NOWHERE
    return board


@in_place
def at_seat(seat: int) -> int:
    """Where what belongs to a seat begins."""
    return SEAT + seat * STRIDE


@in_place
def draw(board: Board, level: int, number: int) -> int:
    """Take the undealt card of that level (from 1) with that number out of its deck."""
    board[LEFT + level - 1] -= 1
    start = DECK + _FIRST[level - 1] - 1
    card = board[start + number]
    for place in range(start + number, start + board[LEFT + level - 1]):
        board[place] = board[place + 1]
    return int(card)


@in_place
def fill_gap(board: Board, number: int) -> int:
    """Lay the undealt card with that number into the gap; the card."""
    place = board[GAP]
    card = draw(board, place // ROW + 1, number)
    board[MARKET + place] = card
    board[GAP] = NOWHERE
    return int(card)


@in_place
def gap_level(board: Board) -> int:
    """The level of which a card has to be revealed now; 0 where none has."""
    if board[GAP] == NOWHERE:
        return 0
    level = board[GAP] // ROW + 1
    return int(level) if board[LEFT + level - 1] else 0


@in_place
def take(board: Board, seat: int, colour: int, count: int) -> None:
    """Let a seat take tokens from the bank."""
    board[BANK + colour] -= count
    board[at_seat(seat) + colour] += count
    board[TAKEN + colour] += count


@in_place
def give_back(board: Board, seat: int, colour: int, count: int) -> None:
    """Let a seat return tokens."""
    board[BANK + colour] += count
    board[at_seat(seat) + colour] -= count


@in_place
def held(board: Board, seat: int) -> int:
    """How many cards a seat has reserved."""
    at = at_seat(seat) + RESERVED
    return int(board[at] > 0) + int(board[at + 1] > 0) + int(board[at + 2] > 0)


@in_place
def keep(board: Board, seat: int, card: int, blind: int) -> None:
    """Put a card among those that a seat has reserved."""
    at = at_seat(seat)
    slot = held(board, seat)
    board[at + RESERVED + slot] = card
    board[at + BLIND + slot] = blind


@in_place
def lift(board: Board, seat: int, card: int) -> int:
    """Take a card from the market, which gets a gap, or out of a seat's hand; 0, or 1 open and 2 blind from a hand."""
    for place in range(PLACES):
        if board[MARKET + place] == card:
            board[MARKET + place] = 0
            board[GAP] = place
            return 0
    at = at_seat(seat)
    slot = 0
    while board[at + RESERVED + slot] != card:
        slot += 1
    blind = board[at + BLIND + slot]
    for later in range(slot, MOST_RESERVED - 1):
        board[at + RESERVED + later] = board[at + RESERVED + later + 1]
        board[at + BLIND + later] = board[at + BLIND + later + 1]
    board[at + RESERVED + MOST_RESERVED - 1] = 0
    board[at + BLIND + MOST_RESERVED - 1] = 0
    return int(1 + blind)


@in_place
def take_gold(board: Board, seat: int) -> int:
    """The gold token that comes with a reserved card, if there is one; how many came."""
    if board[BANK + GOLD] == 0:
        return 0
    take(board, seat, GOLD, 1)
    return 1


@in_place
def need(board: Board, seat: int, card: int, colour: int) -> int:
    """Tokens of a colour that a card costs a seat, its bonuses counted."""
    return int(max(0, COST[COLOURS * card + colour] - board[at_seat(seat) + BONUSES + colour]))


@in_place
def missing(board: Board, seat: int, card: int) -> int:
    """Tokens that a seat lacks for a card, its gold not counted."""
    at = at_seat(seat)
    total = 0
    for colour in range(COLOURS):
        lack = COST[COLOURS * card + colour] - board[at + BONUSES + colour] - board[at + colour]
        if lack > 0:
            total += lack
    return int(total)


@in_place
def pay(board: Board, seat: int, card: int, colour: int, gold: int) -> int:
    """Pay what a card costs of a colour, so many tokens of it in gold; how many tokens that was."""
    tokens = need(board, seat, card, colour)
    give_back(board, seat, colour, tokens - gold)
    give_back(board, seat, GOLD, gold)
    return tokens


@in_place
def own(board: Board, seat: int, card: int) -> None:
    """Add a card that was paid for to what a seat has."""
    at = at_seat(seat)
    board[at + BONUSES + BONUS[card]] += 1
    board[at + SCORE] += POINTS[card]
    board[at + BOUGHT] += 1


@in_place
def buy_cheaply(board: Board, seat: int, card: int) -> int:
    """Buy a card with as little gold as can be; where it came from, as `lift` says."""
    for colour in range(COLOURS):
        gold = max(0, need(board, seat, card, colour) - board[at_seat(seat) + colour])
        pay(board, seat, card, colour, gold)
    source = lift(board, seat, card)
    own(board, seat, card)
    return int(source)


@in_place
def surplus(board: Board, seat: int) -> int:
    """How many tokens a seat has to return."""
    at = at_seat(seat)
    total = 0
    for colour in range(GOLD + 1):
        total += board[at + colour]
    return int(max(0, total - MOST_TOKENS))


@in_place
def visits(board: Board, seat: int, noble: int) -> bool:
    """Whether a noble that is on the table would come to a seat."""
    if board[NOBLE + noble] != 1:
        return False
    at = at_seat(seat) + BONUSES
    for colour in range(COLOURS):  # noqa: SIM110 - the compiler takes no generators
        if board[at + colour] < NOBLE_COST[COLOURS * noble + colour]:
            return False
    return True


@in_place
def welcome(board: Board, seat: int, noble: int) -> None:
    """Let a noble come to a seat."""
    board[NOBLE + noble] = 2 + seat
    board[at_seat(seat) + SCORE] += NOBLE_POINTS


@in_place
def may_buy(board: Board, seat: int, card: int) -> bool:
    """Whether a seat can pay for a card."""
    return bool(missing(board, seat, card) <= board[at_seat(seat) + GOLD])


@in_place
def end_turn(board: Board) -> int:
    """Let the next seat move; which of ENDS the match has come to."""
    seats = board[SEATS]
    if board[at_seat(board[MOVER]) + SCORE] >= board[TARGET]:
        board[LAST] = 1
    board[TURNS] += 1
    if board[LAST] and board[TURNS] % seats == 0:
        return 1
    if board[PASSES] >= seats:
        return 2
    if board[TURNS] >= MOST_ROUNDS * seats:
        return 3
    board[MOVER] = (board[MOVER] + 1) % seats
    for colour in range(GOLD + 1):
        board[TAKEN + colour] = 0
    board[GAP] = NOWHERE
    return 0
