"""The search of the expert: every action a ply deep, and the best of them a few turns on with the cards dealt anew.

Actions are numbers here: below 100 a take by its row of TAKES, 100 + a card that is reserved, 200 + the level of a card
drawn blind, 300 + a card that is bought with as little gold as can be. Whoever has too much returns by rule.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import COLOURS, GOLD, NOBLES
from game.cabinets.gems.value import lead, value
from game.core.compiled import array, compiled, in_place

_SETS: Final = (
    *combinations(range(COLOURS), 3), *combinations(range(COLOURS), 2), *((c, c) for c in range(COLOURS)),
    *((c,) for c in range(COLOURS)),
)  # fmt: skip
"""Ten of three, ten of two, five of a kind, five of one."""
TAKES: Final = {gems: number for number, gems in enumerate(_SETS)}
RESERVE, DRAW, BUY = 100, 200, 300
PASS: Final = 999
MOST: Final = 64
"""Room for the actions of a position."""
CERTAIN: Final = 6000
"""A victory, in thousandths of a logit; no estimate counts for more than two thirds of it."""
_FROM: Final = array(gems[0] for gems in _SETS)
_THEN: Final = array(gems[1] if len(gems) > 1 else -1 for gems in _SETS)
_LAST: Final = array(gems[2] if len(gems) > 2 else -1 for gems in _SETS)


@in_place
def _may_take(board: b.Board, number: int, there: int, free: int) -> bool:
    """Whether a row of TAKES may be taken, where so many colours are left."""
    first, second, third = _FROM[number], _THEN[number], _LAST[number]
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


@in_place
def _take_all(board: b.Board, seat: int, number: int) -> None:
    b.take(board, seat, _FROM[number], 1)
    if _THEN[number] >= 0:
        b.take(board, seat, _THEN[number], 1)
    if _LAST[number] >= 0:
        b.take(board, seat, _LAST[number], 1)


@in_place
def return_surplus(board: b.Board, seat: int, strict: int) -> None:
    """Return what is too much: of what one has most, the first of a colour taken this turn where that is asked."""
    at = b.at_seat(seat)
    first = strict
    while b.surplus(board, seat):
        most = GOLD
        if not board[at + GOLD] or (first and not board[b.TAKEN + GOLD]):
            most = -1
        for colour in range(COLOURS):
            may = board[at + colour] > 0 and (not first or board[b.TAKEN + colour] > 0)
            if may and (most < 0 or most == GOLD or board[at + colour] > board[at + most]):
                most = colour
        b.give_back(board, seat, most, 1)
        first = 0


@in_place
def act(board: b.Board, action: int, strict: int) -> None:
    """Play an action and all that belongs to its turn but the card that fills a gap."""
    seat = board[b.MOVER]
    if action < RESERVE:
        _take_all(board, seat, action)
    elif action < DRAW:
        b.lift(board, seat, action - RESERVE)
        b.keep(board, seat, action - RESERVE, 0)
        b.take_gold(board, seat)
    elif action < BUY:
        level = action - DRAW
        b.keep(board, seat, b.draw(board, level, board[b.LEFT + level - 1] - 1), 1)
        b.take_gold(board, seat)
    elif action != PASS:
        b.buy_cheaply(board, seat, action - BUY)
    if action != PASS:
        board[b.PASSES] = 0
        return_surplus(board, seat, strict)
    else:
        board[b.PASSES] += 1
    for noble in range(1, NOBLES + 1):
        if b.visits(board, seat, noble):
            b.welcome(board, seat, noble)
            board[b.PASSES] = 0
            break


@in_place
def go_on(board: b.Board) -> bool:
    """Fill the gap and let the next seat move; whether the match goes on. Decks are as they were shuffled."""
    level = b.gap_level(board)
    if level:
        b.fill_gap(board, board[b.LEFT + level - 1] - 1)
    board[b.GAP] = b.NOWHERE
    seat = board[b.MOVER]
    if board[b.at_seat(seat) + b.SCORE] >= board[b.TARGET]:
        board[b.LAST] = 1
    board[b.TURNS] += 1
    seats = board[b.SEATS]
    if (board[b.LAST] and board[b.TURNS] % seats == 0) or board[b.PASSES] >= seats or board[b.TURNS] >= 120 * seats:
        return False
    board[b.MOVER] = (seat + 1) % seats
    for colour in range(GOLD + 1):
        board[b.TAKEN + colour] = 0
    return True


@in_place
def outcome(board: b.Board, seat: int) -> int:
    """What the end is worth to a seat: CERTAIN to who wins alone."""
    own = 100 * board[b.at_seat(seat) + b.SCORE] - board[b.at_seat(seat) + b.BOUGHT]
    best = -(10**9)
    for other in range(board[b.SEATS]):
        if other != seat:
            best = max(best, 100 * board[b.at_seat(other) + b.SCORE] - board[b.at_seat(other) + b.BOUGHT])
    return CERTAIN if own > best else -CERTAIN if own < best else 0


@compiled
def best_action(board: b.Board, free: int, strict: int, room: b.Board, found: b.Board) -> int:
    """The action after which the mover's own position is worth most, others' left aside: for playing on quickly."""
    seat = board[b.MOVER]
    count = actions(board, free, room)
    best = room[0]
    most = -(10**9)
    for number in range(count):
        if count > 1:
            after = board.copy()
            act(after, room[number], strict)
            worth = value(after, seat, found)
            if worth > most:
                most = worth
                best = room[number]
    return int(best)


@compiled
def judged(board: b.Board, action: int, strict: int, found: b.Board) -> int:
    """The mover's lead right after an action, no card revealed."""
    seat = board[b.MOVER]
    after = board.copy()
    act(after, action, strict)
    return lead(after, seat, found)


@compiled
def played_on(board: b.Board, action: int, plies: int, free: int, strict: int, room: b.Board, found: b.Board) -> int:
    """The mover's lead after an action and so many turns on, each the best at once, with the decks as they lie."""
    seat = board[b.MOVER]
    after = board.copy()
    act(after, action, strict)
    for _ in range(plies):
        if not go_on(after):
            return outcome(after, seat)
        act(after, best_action(after, free, strict, room, found), strict)
    limit = 2 * CERTAIN // 3
    return int(max(-limit, min(limit, lead(after, seat, found))))
