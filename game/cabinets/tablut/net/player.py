"""Souk as a player of the competition: it takes the server's positions as they are and answers with a move."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Final

from game.cabinets.tablut.net.wire import Messages, Position, WireError, framed, read_position, told_move
from game.cabinets.tablut.players.bots import DRAWN
from game.cabinets.tablut.players.search import best_moves
from game.cabinets.tablut.players.values import weights_of, worths_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.law import Law

_AT_ONCE: Final = 4096
SIDE_OF: Final = {"white": b.DEFENDER, "black": b.ATTACKER}


class Player:
    """Chooses moves for one colour and remembers positions, to avoid repetitions that would cost it."""

    def __init__(self, colour: str, law: Law, nodes: int) -> None:
        self.colour = colour
        self._law = law
        self._nodes = nodes
        self._seen: set[tuple[int, ...]] = set()

    def answer(self, position: Position) -> tuple[int, int] | None:
        """Return the origin and target of its move; None if it is not its turn, or if it has no move."""
        squares = position.squares()
        if position.turn != self.colour.upper():
            return None
        side = SIDE_OF[self.colour]
        board = b.new_board(squares, side, self._law, worths_of(self._law))
        codes = b.codes_of(board)
        if not codes:
            return None
        after = {code: self._after(board, code) for code in codes}
        again = {code: -DRAWN for code in codes if after[code] in self._seen}
        found, _ = best_moves(board, weights_of(self._law, side), codes, again, self._nodes)
        self._seen.add(after[found[0].code])
        return b.squares_in(found[0].code)

    def _after(self, board: b.Board, code: int) -> tuple[int, ...]:
        with b.played(board, code):
            return tuple(b.squares_of(board))


def play(connection: socket.socket, name: str, player: Player, tell: Callable[[Position], None]) -> str:
    """Play a match on an open connection; return how it ended: WHITEWIN, BLACKWIN or DRAW.

    `tell` is called with every position. Raises WireError for an invalid message, and if the server hangs up.
    """
    connection.sendall(framed(name))
    messages = Messages()
    while True:
        data = connection.recv(_AT_ONCE)
        if not data:
            raise WireError("tablut.wire.gone")
        for message in messages.feed(data):
            position = read_position(message)
            tell(position)
            if position.turn not in ("WHITE", "BLACK"):
                return position.turn
            move = player.answer(position)
            if move is not None:
                connection.sendall(framed(told_move(*move, player.colour)))
