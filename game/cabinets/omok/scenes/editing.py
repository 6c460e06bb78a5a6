"""How the position editor handles Omok."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from game.cabinets.omok import notation
from game.cabinets.omok.state import PASS, Options, View, opening_name
from game.core.space import Squares
from game.kit.pieces import Piece
from game.scenes.study.editing import Editing, Position

_COLOURS = ("black", "white")


class OmokEditing(Editing):
    """Places stones of two colours; their numbers tell whose turn it is unless the person sets it."""

    game = "omok"
    brushes: ClassVar[Mapping[str, Piece]] = {
        colour: Piece("stone", number, 0) for number, colour in enumerate(_COLOURS)
    }
    sides = _COLOURS
    options = ("rule", "size")

    def board(self, options: Options) -> Squares:
        return Squares(options.size, options.size)

    def view(self, position: Position, options: Options) -> View:
        moves = _moves(position)
        name = opening_name(moves, options.size)
        mover = position.mover
        return View(options.size, options.rule, "none", "stone", "any", (), mover, 0, moves, (), 0, -1, (), name, ())

    def write(self, position: Position, options: Options) -> str:
        return notation.write(_moves(position), options.size)

    def read(self, text: str, options: Options) -> Position:
        moves = notation.read(text, options.size)
        pieces = {point: _COLOURS[number % 2] for number, point in enumerate(moves) if point != PASS}
        return Position(pieces, len(moves) % 2)

    def put(self, position: Position, square: int, brush: str | None) -> Position:
        pieces = super().put(position, square, brush).pieces
        black, white = (list(pieces.values()).count(colour) for colour in _COLOURS)
        return Position(pieces, int(black > white))


def _moves(position: Position) -> tuple[int, ...]:
    """Return the stones as moves in turn, with passes where one side has more stones."""
    black, white = ([point for point, kind in position.pieces.items() if kind == colour] for colour in _COLOURS)
    count = max(2 * len(black) - 1, 2 * len(white), 0)
    count += (count + position.mover) % 2
    return tuple(_nth(black if turn % 2 == 0 else white, turn // 2) for turn in range(count))


def _nth(points: Sequence[int], number: int) -> int:
    return points[number] if number < len(points) else PASS
