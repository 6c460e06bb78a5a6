"""Positions of two seats with empty decks as text, and rules that start from one.

`turns;bank;market;nobles;seat;seat`, each a list separated by commas: turns ended (the first seat moves when even),
tokens of six colours, the cards of twelve places (0 for an empty one), the nobles that wait; and for a seat, separated
by slashes, its tokens, the cards it bought and reserved, and the nobles that visited it.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import GEMS, LEVELS, NOBLE_POINTS
from game.cabinets.gems.rules import Gems
from game.cabinets.gems.state import Deed, Options, State, Tally
from game.core.compiled import array, plain

OPTIONS = Options()
SEATS = 2


class GemsFrom(Gems):
    """Rules that start from a given position instead of an empty table, and never draw a card."""

    def __init__(self, position: str) -> None:
        self._position = position

    def start(self, seats: int, options: Options) -> State:
        return read_position(self._position)


def read_position(text: str) -> State:
    """Return the state that a text stands for."""
    turns, bank, market, waiting, *seats = text.split(";")
    cells = b.new_board(SEATS, OPTIONS.target)
    cells[b.LEFT : b.LEFT + LEVELS] = [0] * LEVELS
    cells[b.BANK : b.BANK + GEMS], cells[b.MARKET : b.MARKET + b.PLACES] = _numbers(bank), _numbers(market)
    board = array(cells)
    board[b.TURNS], board[b.MOVER] = int(turns), int(turns) % SEATS
    for noble in _numbers(waiting):
        board[b.NOBLE + noble] = 1
    bought = []
    for seat, written in enumerate(seats):
        at, parts = b.at_seat(seat), [_numbers(part) for part in written.split("/")]
        board[at : at + GEMS] = array(parts[0])
        bought.append(parts[1])
        for card in parts[1]:
            b.own(board, seat, card)
        for slot, card in enumerate(parts[2]):
            board[at + b.RESERVED + slot] = card
        for noble in parts[3]:
            board[b.NOBLE + noble] = 2 + seat
            board[at + b.SCORE] += NOBLE_POINTS
        board[b.LAST] = max(board[b.LAST], int(board[at + b.SCORE] >= OPTIONS.target))
    none = [0] * b.PLACES
    return State(OPTIONS, plain(board), bought, [Tally() for _ in seats], [Deed() for _ in seats], none, "act", 0)


def write_position(state: State) -> str:
    """Return the text of a state of two seats, without its decks."""
    cells = state.cells
    parts = [str(cells[b.TURNS]), _list(cells[b.BANK : b.BANK + GEMS]), _list(cells[b.MARKET : b.MARKET + b.PLACES])]
    hosts = {noble: cells[b.NOBLE + noble] for noble in range(1, b.MOVER - b.NOBLE)}
    parts.append(_list([noble for noble, host in hosts.items() if host == 1]))
    for seat in range(SEATS):
        at = b.at_seat(seat)
        reserved = [card for card in cells[at + b.RESERVED : at + b.RESERVED + b.MOST_RESERVED] if card]
        nobles = [noble for noble, host in hosts.items() if host == 2 + seat]
        parts.append("/".join(map(_list, (cells[at : at + GEMS], state.bought[seat], reserved, nobles))))
    return ";".join(parts)


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")] if text else []


def _list(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
