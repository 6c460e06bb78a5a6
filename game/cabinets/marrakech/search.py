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
from game.core.compiled import array, compiled

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
        worth = _after_heading(board, seat, heading, depth, keep)
        if worth > best:
            best = worth
            choice = heading
    return choice


@compiled
def best_place(board: Board, depth: int, keep: int, wide: int) -> int:
    """The mover's best place for a rug: `depth` turns after this one are searched for the `wide` best by one."""
    seat = board[b.MOVER]
    places = b.places_room(board)
    promise = b.places_room(board)
    count = b.open_places(board, places)
    for index in range(count):
        promise[index] = _before_turn(_laid(board, places[index]), seat, min(depth, 1), keep)
    best = _UNKNOWN
    choice = places[0]
    for _ in range(min(count, wide)):
        index = _most(promise, count)
        worth = promise[index]
        promise[index] = _UNKNOWN
        if depth > 1:
            worth = _before_turn(_laid(board, places[index]), seat, depth, keep)
        if worth > best:
            best = worth
            choice = places[index]
    return int(choice)


@compiled
def _before_turn(board: Board, seat: int, depth: int, keep: int) -> int:
    """The chance of `seat` before a turn, of which `depth` are searched."""
    mover = board[b.MOVER]
    if mover < 0 or depth == 0 or board[b.OUT + seat]:
        return chance(board, seat)
    if mover != seat and board[b.SEATS] > 2:
        return _after_heading(board, seat, cheapest_heading(board, mover), depth, keep) // 6
    best = _UNKNOWN
    for quarters in _QUARTERS:
        worth = _after_heading(board, seat, (board[b.HEADING] + quarters) & 3, depth, keep)
        if best == _UNKNOWN or (worth > best) == (mover == seat):
            best = worth
    return int(best // 6)


@compiled
def _after_heading(board: Board, seat: int, heading: int, depth: int, keep: int) -> int:
    """The chance of `seat` once the mover chose a heading, summed over the six faces of the die."""
    base = (board[b.SQUARE] * 4 + heading) * 4
    total = 0
    for step in range(4):
        after = board.copy()
        after[b.SQUARE] = b.WALK[base + step] >> 2
        after[b.HEADING] = b.WALK[base + step] & 3
        b.pay(after)
        worth = _after_walk(after, seat, depth, keep)
        total += worth if step == 0 or step == 3 else 2 * worth
    return total


@compiled
def _after_walk(board: Board, seat: int, depth: int, keep: int) -> int:
    """The chance of `seat` once Assam stopped and the mover paid. Plays on the board it is given."""
    mover = board[b.MOVER]
    places = b.places_room(board)
    count = 0
    if board[b.OUT + mover] == 0:
        count = b.open_places(board, places)
        if count == 0:
            board[b.LEFT + mover] -= 1
    if count == 0:
        b.pass_turn(board)
        return _before_turn(board, seat, depth - 1, keep)
    promise = b.places_room(board)
    for index in range(count):
        promise[index] = chance(_laid(board, places[index]), mover)
    tries = 1
    if depth > 1 and (mover == seat or board[b.SEATS] == 2):
        tries = min(count, keep)
    best = _UNKNOWN
    for _ in range(tries):
        index = _most(promise, count)
        promise[index] = _UNKNOWN
        worth = _before_turn(_laid(board, places[index]), seat, depth - 1, keep)
        if best == _UNKNOWN or (worth > best) == (mover == seat):
            best = worth
    return best


@compiled
def _laid(board: Board, place: int) -> Board:
    """The board after the mover laid on `place` and the turn passed."""
    after = board.copy()
    b.lay(after, place)
    b.pass_turn(after)
    return after


@compiled
def _most(values: Board, count: int) -> int:
    """The first index of the greatest of `count` values."""
    most = 0
    for index in range(1, count):
        if values[index] > values[most]:
            most = index
    return most
