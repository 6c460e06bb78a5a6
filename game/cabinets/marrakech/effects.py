"""What an action of Marrakech does at once, in the features that a position's value consists of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.board import PLACES, Board
from game.cabinets.marrakech.rules import TURN_BY, Action, Lay
from game.cabinets.marrakech.search import laid
from game.cabinets.marrakech.value import cheapest_heading, row_of, threat_of, worth_in_sight
from game.core.analyst import Effect

_FACES: Final = 6


def effects(board: Board, action: Action) -> Sequence[Effect]:
    """Return what laying a rug or turning Assam does for the mover."""
    seat = int(board[b.MOVER])
    if isinstance(action, Lay):
        return _of_rug(board, laid(board, PLACES.index(action.squares)), seat)
    quarters = next((quarters for quarters, turn in TURN_BY.items() if turn == action), None)
    if quarters is None:
        return ()
    due = int(b.payment(board, seat, (int(board[b.HEADING]) + quarters) % 4))
    return (Effect("pays", due / _FACES, -due, fewer=True),)


def _of_rug(before: Board, after: Board, seat: int) -> Sequence[Effect]:
    row = row_of(before)
    others = [other for other in range(int(after[b.SEATS])) if other != seat]
    covered = sum(int(b.squares_in_sight(before, other)) - int(b.squares_in_sight(after, other)) for other in others)
    lost = sum(worth_in_sight(before, other, row) - worth_in_sight(after, other, row) for other in others)
    own = worth_in_sight(after, seat, row)
    found = [
        Effect("sight", int(b.squares_in_sight(after, seat)), own),
        Effect("area", _largest(after, seat), own),
        Effect("covers", covered, lost // len(others)),
    ]
    mover = int(after[b.MOVER])
    if mover in others:
        due = sum(_due_to(after, mover, seat))
        found.append(Effect("earns", due / _FACES, due * threat_of(row)))
    return found


def _due_to(board: Board, payer: int, payee: int) -> list[int]:
    """Return what `payer` would pay `payee` on each face of the die along the heading that costs it least in all."""
    base = (int(board[b.SQUARE]) * 4 + int(cheapest_heading(board, payer))) * 4
    seats = int(board[b.SEATS])
    found = []
    for step, faces in enumerate((1, 2, 2, 1)):
        square = int(b.WALK[base + step]) >> 2
        colour = int(board[b.COLOUR + square])
        if colour >= 0 and colour % seats == payee:
            found.append(faces * int(b.due(board, payer, square)))
    return found


def _largest(board: Board, seat: int) -> int:
    """Return the size of a seat's largest area of one colour; of both its colours where rugs of one owner join."""
    mask = int(board[b.MASK + seat])
    masks = [mask]
    if board[b.SEATS] == 2:
        second = int(board[b.MASK + seat + 2])
        masks = [mask | second] if board[b.BY_OWNER] else [mask, second]
    most = 0
    for rest in masks:
        while rest:
            area = int(b.spread(rest, rest & -rest))
            most, rest = max(most, area.bit_count()), rest ^ area
    return most
