"""What the bots of Marrakech share: the flat board of a view, and how a greedy player judges."""

from __future__ import annotations

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.board import (
    BESIDE_ALL,
    BESIDE_COUNT,
    COLOUR,
    FIRST,
    MOST_PLACES,
    OUT,
    SECOND,
    Board,
)
from game.cabinets.marrakech.rules import HEADINGS, Options, View
from game.core.compiled import array, compiled


def board_of(view: View, options: Options) -> Board:
    seats = len(view.seats)
    board = b.new_board(seats, options.region == "owner", options.cover == "rug")
    board[b.COLOUR : b.COLOUR + b.SQUARES] = view.colours
    board[b.RUG : b.RUG + b.SQUARES] = view.tops
    for square, colour in enumerate(view.colours):
        if colour >= 0:
            board[b.MASK + colour] |= 1 << square
    board[b.SQUARE] = view.square
    board[b.HEADING] = HEADINGS.index(view.heading)
    board[b.LAID] = len(view.rugs)
    b.seat_in_turn(board, list(view.order))
    board[b.MOVER] = view.mover
    for seat, owned in enumerate(view.seats):
        board[b.MONEY + seat] = owned.dirhams
        board[b.LEFT + seat] = sum(owned.left)
        board[b.OUT + seat] = int(owned.out)
    board[b.OUTS] = sum(owned.out for owned in view.seats)
    return array(board)


@compiled
def greedy_heading(board: Board, chance: int) -> int:
    """Return the heading under which the mover pays least; the random number `chance` decides among equals."""
    mover, ahead = board[b.MOVER], board[b.HEADING]
    left, right = (ahead + 3) & 3, (ahead + 1) & 3
    to_the_left, straight_on = b.payment(board, mover, left), b.payment(board, mover, ahead)
    to_the_right = b.payment(board, mover, right)
    least = min(to_the_left, straight_on, to_the_right)
    skip = chance % ((to_the_left == least) + (straight_on == least) + (to_the_right == least))
    if to_the_left == least:
        if skip == 0:
            return int(left)
        skip -= 1
    return int(ahead if straight_on == least and skip == 0 else right)


@compiled
def greedy_place(board: Board, chance: int) -> int:
    """Return the place where the mover's rug gains most, -1 if there is none; `chance` decides among equals.

    It counts each square that the mover gains, and each square that an opponent still in loses. It calls nothing,
    because playing on spends most of its time here.
    """
    mover, seats, cover = board[b.MOVER], board[b.SEATS], board[b.COVER]
    best = b.places_room(board)
    most = count = 0
    base = board[b.SQUARE] * MOST_PLACES
    for index in range(base, base + BESIDE_COUNT[board[b.SQUARE]]):
        place = BESIDE_ALL[index]
        first, second = FIRST[place], SECOND[place]
        under = board[cover + first]
        if under >= 0 and under == board[cover + second]:
            continue
        one, other = board[COLOUR + first], board[COLOUR + second]
        gain = 0
        if one < 0:
            gain = 1
        elif one % seats != mover:
            gain = 1 if board[OUT + one % seats] else 2
        if other < 0:
            gain += 1
        elif other % seats != mover:
            gain += 1 if board[OUT + other % seats] else 2
        if gain > most:
            most = gain
            count = 0
        if gain == most:
            best[count] = place
            count += 1
    return int(best[chance % count]) if count else -1
