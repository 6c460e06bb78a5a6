"""What the bots of Marrakech share: the flat board of a view, and how a greedy player judges."""

from __future__ import annotations

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.board import Board
from game.cabinets.marrakech.rules import HEADINGS, Options, View
from game.core.compiled import array, compiled, one_of_most


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
def gain(board: Board, seat: int, place: int) -> int:
    """Return the immediate gain of a rug of `seat` on `place`.

    It counts each square that `seat` gains, and each square that an opponent still in loses.
    """
    total = 0
    for square in (b.FIRST[place], b.SECOND[place]):
        colour = board[b.COLOUR + square]
        if colour < 0:
            total += 1
        else:
            owner = colour % board[b.SEATS]
            if owner != seat:
                total += 1 if board[b.OUT + owner] else 2
    return total


@compiled
def greedy_heading(board: Board, chance: int) -> int:
    """Return the heading under which the mover pays least; the random number `chance` decides among equals."""
    values = board[:3].copy()
    for quarters in range(3):
        values[quarters] = -b.payment(board, board[b.MOVER], (board[b.HEADING] + quarters + 3) & 3)
    return int((board[b.HEADING] + one_of_most(values, 3, chance) + 3) & 3)


@compiled
def greedy_place(board: Board, chance: int) -> int:
    """Return the place where the mover's rug gains most, -1 if there is none; `chance` decides among equals."""
    places, values = b.places_room(board), b.places_room(board)
    count = b.open_places(board, places)
    if count == 0:
        return -1
    for index in range(count):
        values[index] = gain(board, board[b.MOVER], places[index])
    return int(places[one_of_most(values, count, chance)])
