"""Expectimax over turns of Marrakech: every heading, every face of the die, the most promising rugs.

The mover maximises its own chance of winning (value.py). With two seats the opponent minimises the chance of the seat
that searches. With more seats, each opponent takes the heading that costs least and lays the rug after which its own
chance is highest. Rugs are ordered by the mover's chance right after they are laid; only the first few are searched
deeper.
"""

from __future__ import annotations

from typing import Final

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.board import Board
from game.cabinets.marrakech.value import chance, cheapest_heading
from game.core.compiled import array, compiled, first_of_most

_QUARTERS: Final = array((0, 3, 1))
"""Quarter turns clockwise of the three ways: ahead, left, right."""
_UNKNOWN: Final = -1


@compiled
def best_heading(board: Board, depth: int, keep: int) -> int:
    """Return the mover's best heading by a search of `depth` turns, this one included, with `keep` rugs in each."""
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
def sixths(board: Board, seat: int, headings: int, depth: int, keep: int) -> int:
    """Return six times the chance of `seat` before the mover's turn, when the mover walks one of `headings` (bit set).

    `depth` turns are searched, at most `keep` rugs in each. Six, because the six faces of the die are added up. The
    function calls only itself: numba's cache breaks on functions that call each other in a ring.
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
    """Return the headings to try at this turn in a search for `seat`, as a bit set.

    All three for the searching seat and at a table of two; only the cheapest one for an opponent at a larger table.
    """
    mover = board[b.MOVER]
    if mover >= 0 and mover != seat and board[b.SEATS] > 2:
        return int(1 << cheapest_heading(board, mover))
    bits = 0
    for quarters in _QUARTERS:
        bits |= 1 << ((board[b.HEADING] + quarters) & 3)
    return int(bits)


@compiled
def _walked(board: Board, heading: int, step: int) -> Board:
    """Return a copy of the board after Assam walked `step` + 1 squares along `heading` and the mover paid."""
    after = board.copy()
    track = b.WALK[(board[b.SQUARE] * 4 + heading) * 4 + step]
    after[b.SQUARE] = track >> 2
    after[b.HEADING] = track & 3
    b.pay(after)
    return after


@compiled
def _rugs(board: Board, seat: int, depth: int, keep: int, chosen: Board) -> int:
    """Write the places of the mover's rug that a search for `seat` tries into `chosen`, the most promising first.

    Returns how many they are. If the mover can lay no rug, returns 0 and passes the turn on `board`.
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
