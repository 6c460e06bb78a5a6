"""A table as one flat array: tokens, cards and nobles, and what each part of a turn does to them.

Rules and search share these functions, compiled or plain. A deck is the list of undealt cards of its level; the caller
says which of them is drawn.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, TypeAlias

from game.cabinets.gems.cards import BONUS, COLOURS, COST, FIRST_OF, GOLD, NOBLE_COST, NOBLE_POINTS, POINTS
from game.core.compiled import array, in_place

BANK: Final = 0
MARKET: Final = 6
"""Offset of the market's twelve places, four of each level, level 1 first; 0 is an empty place."""
LEFT: Final = 18
"""Offset of the numbers of undealt cards, one per level."""
DECK: Final = 21
"""Offset of the undealt ids of each level (ascending in the rules); only the first LEFT of each level are valid."""
NOBLE: Final = 111
"""Offset of the nobles by id: 0 not in the match, 1 on the table, 2 + seat that it visited."""
MOVER: Final = 122
TURNS: Final = 123
"""Offset of the number of turns ended."""
LAST: Final = 124
"""Offset of whether this round is the last."""
PASSES: Final = 125
"""Offset of the number of forced passes in a row."""
SEATS: Final = 126
TARGET: Final = 127
GAP: Final = 128
"""Offset of the market place that a card has just left, or NOWHERE."""
TAKEN: Final = 129
"""Offset of the tokens of each colour, gold included, taken this turn."""
SEAT: Final = 135
"""Offset of the first seat's part; each next seat's part begins STRIDE later."""
STRIDE: Final = 19
TOKENS, BONUSES, SCORE, BOUGHT, RESERVED, BLIND = 0, 6, 11, 12, 13, 16
"""Offsets in a seat's part: six tokens, five bonuses, score, cards bought, three reserved ids, three blind flags."""
NOWHERE: Final = 99
MOST_TOKENS: Final = 10
MOST_RESERVED: Final = 3
PLACES: Final = 12
ROW: Final = 4
"""Number of market places of each level."""
TOKENS_OF: Final = {2: 4, 3: 5, 4: 7}
"""Tokens of each colour but gold, by number of seats; of gold there are always GOLD_TOKENS."""
GOLD_TOKENS: Final = 5
MOST_ROUNDS: Final = 120
ENDS: Final = ("", "target", "stuck", "long")
"""Why a match ended, by the number `end_turn` returns: not ended, target reached, all passed, too many rounds."""
_FIRST: Final = array(FIRST_OF)
Board: TypeAlias = Any
"""A table as a flat array (see `array`), or as a list of the same numbers."""


def new_board(seats: int, target: int, bonuses: int = 0) -> list[int]:
    """Return a table before the first card is revealed, with `bonuses` of each colour for every seat."""
    board = [0] * (SEAT + seats * STRIDE)
    board[BANK : BANK + GOLD] = [TOKENS_OF[seats]] * COLOURS
    board[BANK + GOLD] = GOLD_TOKENS
    board[LEFT:DECK] = [end - begin for begin, end in pairwise(FIRST_OF)]
    board[DECK:NOBLE] = range(1, 91)
    for seat in range(seats):
        at = SEAT + seat * STRIDE + BONUSES
        board[at : at + COLOURS] = [bonuses] * COLOURS
    board[SEATS], board[TARGET], board[GAP] = seats, target, NOWHERE
    return board


@in_place
def at_seat(seat: int) -> int:
    """Return the offset of a seat's part."""
    return SEAT + seat * STRIDE


@in_place
def draw(board: Board, level: int, number: int) -> int:
    """Take the undealt card with an index (`number`) out of the deck of a level (from 1), and return its id."""
    board[LEFT + level - 1] -= 1
    start = DECK + _FIRST[level - 1] - 1
    card = board[start + number]
    for place in range(start + number, start + board[LEFT + level - 1]):
        board[place] = board[place + 1]
    return int(card)


@in_place
def fill_gap(board: Board, number: int) -> int:
    """Put the undealt card with this index of its deck into the market's gap, and return its id."""
    place = board[GAP]
    card = draw(board, place // ROW + 1, number)
    board[MARKET + place] = card
    board[GAP] = NOWHERE
    return int(card)


@in_place
def gap_level(board: Board) -> int:
    """Return the level whose deck must now fill the market's gap; 0 if there is no gap or the deck is empty."""
    if board[GAP] == NOWHERE:
        return 0
    level = board[GAP] // ROW + 1
    return int(level) if board[LEFT + level - 1] else 0


@in_place
def take(board: Board, seat: int, colour: int, count: int) -> None:
    """Move tokens of a colour from the bank to a seat."""
    board[BANK + colour] -= count
    board[at_seat(seat) + colour] += count
    board[TAKEN + colour] += count


@in_place
def give_back(board: Board, seat: int, colour: int, count: int) -> None:
    """Move tokens of a colour from a seat to the bank."""
    board[BANK + colour] += count
    board[at_seat(seat) + colour] -= count


@in_place
def held(board: Board, seat: int) -> int:
    """Return the number of cards a seat has reserved."""
    at = at_seat(seat) + RESERVED
    return int(board[at] > 0) + int(board[at + 1] > 0) + int(board[at + 2] > 0)


@in_place
def keep(board: Board, seat: int, card: int, blind: int) -> None:
    """Add a card to those a seat has reserved; `blind` is 1 if it came from a deck."""
    at = at_seat(seat)
    slot = held(board, seat)
    board[at + RESERVED + slot] = card
    board[at + BLIND + slot] = blind


@in_place
def lift(board: Board, seat: int, card: int) -> int:
    """Remove a card from the market, which then has a gap, or from a seat's reserved cards.

    Return 0 for the market, 1 for a card reserved openly and 2 for one reserved blind.
    """
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
    """Give a seat the gold token that comes with reserving, if the bank has one; return how many it got."""
    if board[BANK + GOLD] == 0:
        return 0
    take(board, seat, GOLD, 1)
    return 1


@in_place
def need(board: Board, seat: int, card: int, colour: int) -> int:
    """Return how many tokens of a colour a card costs a seat after its bonuses."""
    return int(max(0, COST[COLOURS * card + colour] - board[at_seat(seat) + BONUSES + colour]))


@in_place
def missing(board: Board, seat: int, card: int) -> int:
    """Return how many tokens a seat lacks for a card, not counting its gold."""
    at = at_seat(seat)
    total = 0
    for colour in range(COLOURS):
        lack = COST[COLOURS * card + colour] - board[at + BONUSES + colour] - board[at + colour]
        if lack > 0:
            total += lack
    return int(total)


@in_place
def pay(board: Board, seat: int, card: int, colour: int, gold: int) -> int:
    """Pay a card's cost in one colour, `gold` of it in gold tokens; return the number of tokens paid."""
    tokens = need(board, seat, card, colour)
    give_back(board, seat, colour, tokens - gold)
    give_back(board, seat, GOLD, gold)
    return tokens


@in_place
def own(board: Board, seat: int, card: int) -> None:
    """Add a paid card to a seat's bonuses, score and bought cards."""
    at = at_seat(seat)
    board[at + BONUSES + BONUS[card]] += 1
    board[at + SCORE] += POINTS[card]
    board[at + BOUGHT] += 1


@in_place
def buy_cheaply(board: Board, seat: int, card: int) -> int:
    """Buy a card with as little gold as possible; return where it came from, as `lift` does."""
    for colour in range(COLOURS):
        gold = max(0, need(board, seat, card, colour) - board[at_seat(seat) + colour])
        pay(board, seat, card, colour, gold)
    source = lift(board, seat, card)
    own(board, seat, card)
    return int(source)


@in_place
def surplus(board: Board, seat: int) -> int:
    """Return how many tokens a seat must return."""
    at = at_seat(seat)
    total = 0
    for colour in range(GOLD + 1):
        total += board[at + colour]
    return int(max(0, total - MOST_TOKENS))


@in_place
def visits(board: Board, seat: int, noble: int) -> bool:
    """Return whether a noble on the table would visit a seat."""
    if board[NOBLE + noble] != 1:
        return False
    at = at_seat(seat) + BONUSES
    for colour in range(COLOURS):  # noqa: SIM110 - the compiler takes no generators
        if board[at + colour] < NOBLE_COST[COLOURS * noble + colour]:
            return False
    return True


@in_place
def welcome(board: Board, seat: int, noble: int) -> None:
    """Let a noble visit a seat, which gets its points."""
    board[NOBLE + noble] = 2 + seat
    board[at_seat(seat) + SCORE] += NOBLE_POINTS


@in_place
def may_buy(board: Board, seat: int, card: int) -> bool:
    """Return whether a seat can pay for a card, gold included."""
    return bool(missing(board, seat, card) <= board[at_seat(seat) + GOLD])


@in_place
def end_turn(board: Board) -> int:
    """End the mover's turn and pass it on; return 0, or the index in ENDS of why the match has ended."""
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
