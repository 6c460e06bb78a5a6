"""What an editor of positions needs to know of a game; the house decides how it is shown and used."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from game.core.space import SYMMETRIES, Squares, Step
from game.kit.pieces import Piece


@dataclass(frozen=True)
class Position:
    """The pieces on a board of squares or crossings, and the side to move."""

    pieces: Mapping[int, str]
    """Name of the brush with which each square was painted, by square."""
    mover: int = 0
    """The side to move, as an index of `Editing.sides`."""


class Editing(ABC):
    """Converts positions to views, texts and options. Options are the game's own Struct."""

    game: ClassVar[str]
    brushes: ClassVar[Mapping[str, Piece]]
    """The pieces that can be painted, by the brush's name, with texts `<game>.editor.brush.<name>`."""
    sides: ClassVar[Sequence[str]]
    """Names of the sides that may be to move, with texts `<game>.editor.side.<name>`."""
    options: ClassVar[Sequence[str]]
    """Names of the options offered beside the board. The position itself is the option `position`."""

    @abstractmethod
    def board(self, options: Any) -> Squares:
        """Return the board; the keys of the stage's layout are its squares."""

    @abstractmethod
    def view(self, position: Position, options: Any) -> Any:
        """Return a view that shows a position, even one from which no match can begin."""

    @abstractmethod
    def write(self, position: Position, options: Any) -> str:
        """Return a position as the option takes it. Raises SpokenError where it cannot be written."""

    @abstractmethod
    def read(self, text: str, options: Any) -> Position:
        """Parse a position that `write` wrote. Raises SpokenError."""

    def usual(self) -> Any:
        """Return the options with which the editor opens; None for the defaults of a match."""
        return None

    def begin(self, options: Any) -> Position:
        """Return the position with which the editor opens."""
        return Position({})

    def put(self, position: Position, square: int, brush: str | None) -> Position:
        """Return the position with a square painted; with None, emptied."""
        pieces = {other: kind for other, kind in position.pieces.items() if other != square}
        return replace(position, pieces=pieces if brush is None else pieces | {square: brush})


def turned(position: Position, board: Squares, symmetry: int) -> Position:
    """Return the position turned or mirrored by one of the symmetries of its board.

    >>> turned(Position({0: "man"}), Squares(3, 3), 1).pieces
    {2: 'man'}
    """
    images = board.images(SYMMETRIES[symmetry])
    return replace(position, pieces={images[square]: kind for square, kind in position.pieces.items()})


def shifted(position: Position, board: Squares, step: Step) -> Position | None:
    """Return the position with every piece moved by a step; None where one would leave the board."""
    moved = {board.next(square, step): kind for square, kind in position.pieces.items()}
    return None if None in moved else replace(position, pieces={s: kind for s, kind in moved.items() if s is not None})


def cut(position: Position, board: Squares, other: Squares) -> Position:
    """Return the part of a position that fits on another board, by columns and rows."""
    places = {other.at(*board.place(square)): kind for square, kind in position.pieces.items()}
    return replace(position, pieces={square: kind for square, kind in places.items() if square is not None})
