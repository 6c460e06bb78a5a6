"""The expert's search: every action one ply deep, then the best few some turns ahead over several deals.

Actions are the numbers of `moves`: a card is bought with as little gold as possible, and surplus tokens are returned by
a fixed rule.
"""

from __future__ import annotations

from typing import Final

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import COLOURS, GOLD, NOBLES
from game.cabinets.gems.moves import BUY, DRAW, FIRST, PASS, RESERVE, SECOND, THIRD, actions
from game.cabinets.gems.value import lead, value
from game.core.compiled import compiled, in_place

CERTAIN: Final = 6000
"""The worth of a victory, in thousandths of a logit; no estimate counts for more than two thirds of it."""


@in_place
def _take_all(board: b.Board, seat: int, number: int) -> None:
    b.take(board, seat, FIRST[number], 1)
    if SECOND[number] >= 0:
        b.take(board, seat, SECOND[number], 1)
    if THIRD[number] >= 0:
        b.take(board, seat, THIRD[number], 1)


@in_place
def return_surplus(board: b.Board, seat: int, strict: int) -> None:
    """Return a seat's surplus from its most frequent colour; if `strict`, first a token of a colour taken now."""
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
    """Play an action with the rest of its turn, except for the card that fills a gap in the market."""
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
    """Fill the market's gap from its deck and pass the turn on. Return whether the match goes on."""
    level = b.gap_level(board)
    if level:
        b.fill_gap(board, board[b.LEFT + level - 1] - 1)
    return b.end_turn(board) == 0


@in_place
def outcome(board: b.Board, seat: int) -> int:
    """Return what the end of a match is worth to a seat: CERTAIN if it wins alone, -CERTAIN if it loses, else 0."""
    own = 100 * board[b.at_seat(seat) + b.SCORE] - board[b.at_seat(seat) + b.BOUGHT]
    best = -(10**9)
    for other in range(board[b.SEATS]):
        if other != seat:
            best = max(best, 100 * board[b.at_seat(other) + b.SCORE] - board[b.at_seat(other) + b.BOUGHT])
    return CERTAIN if own > best else -CERTAIN if own < best else 0


@compiled
def best_action(board: b.Board, free: int, strict: int, room: b.Board, found: b.Board) -> int:
    """Return the action after which the mover's own position is worth most, ignoring other seats: for fast playouts."""
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
    """Return the mover's lead right after an action, before any card is revealed."""
    seat = board[b.MOVER]
    after = board.copy()
    act(after, action, strict)
    return lead(after, seat, found)


@compiled
def played_on(board: b.Board, action: int, plies: int, free: int, strict: int, room: b.Board, found: b.Board) -> int:
    """Return the mover's lead after an action and `plies` more turns, each the best at once, with known decks."""
    seat = board[b.MOVER]
    after = board.copy()
    act(after, action, strict)
    for _ in range(plies):
        if not go_on(after):
            return outcome(after, seat)
        act(after, best_action(after, free, strict, room, found), strict)
    limit = 2 * CERTAIN // 3
    return int(max(-limit, min(limit, lead(after, seat, found))))
