"""Expectimax over turns of Marrakech: every heading, every face of the die, the best rugs.

The mover maximises their own chance (value.py). With two seats the opponent minimises the searcher's; with
more, each opponent walks where it is cheapest and lays what promises most for itself. Rugs are tried in the
order of what the value promises of them at once, and only the first few are searched deeper.
"""

from __future__ import annotations

from typing import Final

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.board import Board
from game.cabinets.marrakech.value import chance, cheapest_heading
from game.core.compiled import array, compiled, first_of_most

_QUARTERS: Final = array((0, 3, 1))
"""Ahead, left, right."""
_UNKNOWN: Final = -1


@compiled
def best_heading(board: Board, depth: int, keep: int) -> int:
    """The mover's best heading: `depth` turns are searched, this one included, `keep` rugs in each."""
    seat = board[b.MOVER]
    best = _UNKNOWN
    choice = 0
    for quarters in _QUARTERS:
        heading = (board[b.HEADING] + quarters) & 3
        worth = sixths(board, seat, 1 << heading, depth, keep)
        if worth > best:
            best = worth
            choice = heading
    return choice


@compiled
def best_place(board: Board, depth: int, keep: int, wide: int) -> int:
    """The mover's best place for a rug: `depth` turns after this one are searched for the `wide` best by one."""
    seat = board[b.MOVER]
    places, promise = b.places_room(board), b.places_room(board)
    count = b.open_places(board, places)
    for index in range(count):
        after = laid(board, places[index])
        promise[index] = sixths(after, seat, headings_of(after, seat), min(depth, 1), keep) // 6
    best = _UNKNOWN
    choice = places[0]
    for _ in range(min(count, wide)):
        index = first_of_most(promise, count)
        worth = promise[index]
        promise[index] = _UNKNOWN
        if depth > 1:
            after = laid(board, places[index])
            worth = sixths(after, seat, headings_of(after, seat), depth, keep) // 6
        if worth > best:
            best = worth
            choice = places[index]
    return int(choice)


@compiled
def sixths(board: Board, seat: int, headings: int, depth: int, keep: int) -> int:
    """Six times the chance of `seat` before a turn, of which `depth` are searched, along these headings (bits).

    It calls nobody that calls it: numba's cache breaks on functions that call each other in a ring.
    """
    mover = board[b.MOVER]
    if mover < 0 or depth == 0 or board[b.OUT + seat]:
        return int(6 * chance(board, seat))
    best = _UNKNOWN
    chosen = b.places_room(board)
    for heading in range(4):
        if (headings >> heading) & 1 == 0:
            continue
        total = 0
        for step in range(4):
            walked = _walked(board, heading, step)
            tries = _rugs(walked, seat, depth, keep, chosen)
            worth = _UNKNOWN
            for index in range(max(tries, 1)):
                after = laid(walked, chosen[index]) if tries > 0 else walked
                other = sixths(after, seat, headings_of(after, seat), depth - 1, keep) // 6
                if worth == _UNKNOWN or (other > worth) == (mover == seat):
                    worth = other
            total += worth if step == 0 or step == 3 else 2 * worth
        if best == _UNKNOWN or (total > best) == (mover == seat):
            best = total
    return int(best)


@compiled
def headings_of(board: Board, seat: int) -> int:
    """The headings (bits) that a search for `seat` follows at this turn: of opponents at a larger table, one."""
    mover = board[b.MOVER]
    if mover >= 0 and mover != seat and board[b.SEATS] > 2:
        return int(1 << cheapest_heading(board, mover))
    bits = 0
    for quarters in _QUARTERS:
        bits |= 1 << ((board[b.HEADING] + quarters) & 3)
    return int(bits)


@compiled
def _walked(board: Board, heading: int, step: int) -> Board:
    """The board after Assam walked `step` + 1 squares along `heading` and the mover paid."""
    after = board.copy()
    track = b.WALK[(board[b.SQUARE] * 4 + heading) * 4 + step]
    after[b.SQUARE] = track >> 2
    after[b.HEADING] = track & 3
    b.pay(after)
    return after


@compiled
def _rugs(board: Board, seat: int, depth: int, keep: int, chosen: Board) -> int:
    """How many of the mover's rugs a search for `seat` tries, written into `chosen`, the most promising first.

    Where no rug can be laid it is none, and the turn has been passed on the board.
    """
    mover = board[b.MOVER]
    places = b.places_room(board)
    count = 0
    if board[b.OUT + mover] == 0:
        count = b.open_places(board, places)
        if count == 0:
            board[b.LEFT + mover] -= 1
    if count == 0:
        b.pass_turn(board)
        return 0
    promise = b.places_room(board)
    for index in range(count):
        promise[index] = chance(laid(board, places[index]), mover)
    tries = 1
    if depth > 1 and (mover == seat or board[b.SEATS] == 2):
        tries = min(count, keep)
    for number in range(tries):
        index = first_of_most(promise, count)
        promise[index] = _UNKNOWN
        chosen[number] = places[index]
    return int(tries)


@compiled
def laid(board: Board, place: int) -> Board:
    after = board.copy()
    b.lay(after, place)
    b.pass_turn(after)
    return after
