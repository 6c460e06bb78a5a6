"""How the position editor handles Tablut."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.rules import PIECE_NAMES, SIDE_NAMES, Tablut
from game.cabinets.tablut.rules.state import Options, State, View, beginning
from game.core.rules import SPECTATOR
from game.core.space import Squares
from game.kit.pieces import Piece
from game.scenes.study.editing import Editing, Position

_KINDS: Mapping[str, int] = {PIECE_NAMES[kind]: kind for kind in (b.ATTACKER, b.DEFENDER, b.KING)}
_SIDES = (b.ATTACKER, b.DEFENDER)


class TablutEditing(Editing):
    """Places any number of men and one king; the editor opens with the usual position."""

    game = "tablut"
    brushes: ClassVar[Mapping[str, Piece]] = {
        name: Piece(name, int(kind != b.ATTACKER)) for name, kind in _KINDS.items()
    }
    sides = tuple(SIDE_NAMES[side] for side in _SIDES)
    options = ("preset",)

    def usual(self) -> Options:
        return Options(sides="seat")

    def begin(self, options: Options) -> Position:
        return _position(*beginning(options))

    def board(self, options: Options) -> Squares:
        return Squares(b.SIDE, b.SIDE)

    def view(self, position: Position, options: Options) -> View:
        return Tablut().view(State(options, _squares(position), _SIDES[position.mover], attacker=0), SPECTATOR)

    def write(self, position: Position, options: Options) -> str:
        return notation.write_position(_squares(position), _SIDES[position.mover])

    def read(self, text: str, options: Options) -> Position:
        squares, side = notation.read_position(text)
        return _position(squares, side or beginning(options)[1])

    def put(self, position: Position, square: int, brush: str | None) -> Position:
        """Place a piece; a king that is placed leaves the square where he was, as there is only one."""
        if brush == PIECE_NAMES[b.KING]:
            position = Position({at: kind for at, kind in position.pieces.items() if kind != brush}, position.mover)
        return super().put(position, square, brush)


def _position(squares: list[int], side: int) -> Position:
    return Position(
        {square: PIECE_NAMES[piece] for square, piece in enumerate(squares) if piece}, int(side == b.DEFENDER)
    )


def _squares(position: Position) -> list[int]:
    return [_KINDS.get(position.pieces.get(square, ""), b.EMPTY) for square in range(b.SIDE * b.SIDE)]
