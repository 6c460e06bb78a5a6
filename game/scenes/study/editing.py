"""What an editor of positions needs to know of a game; how it is shown and used is the house's business."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from game.core.space import SYMMETRIES, Squares, Step
from game.kit.pieces import Piece


@dataclass(frozen=True)
class Position:
    """What lies on a board of squares or crossings, and which side is to move."""

    pieces: Mapping[int, str]
    """The brush that each square was painted with."""
    mover: int = 0
    """By its number among the sides."""


class Editing(ABC):
    """Makes positions into pictures, texts and matches. Options are the game's own Struct."""

    game: ClassVar[str]
    brushes: ClassVar[Mapping[str, Piece]]
    """What may lie on a square; `<game>.editor.brush.<name>` in texts."""
    sides: ClassVar[Sequence[str]]
    """Who may be to move; `<game>.editor.side.<name>` in texts."""
    options: ClassVar[Sequence[str]]
    """The options that may be chosen beside the board. The position goes into the one called `position`."""

    @abstractmethod
    def board(self, options: Any) -> Squares:
        """The board; the keys of the stage's layout are its squares."""

    @abstractmethod
    def view(self, position: Position, options: Any) -> Any:
        """What the stage shows of a position, even of one that no match can begin from."""

    @abstractmethod
    def write(self, position: Position, options: Any) -> str:
        """The position as the option takes it. Raises SpokenError where it cannot be written."""

    @abstractmethod
    def read(self, text: str, options: Any) -> Position:
        """The position of such a text. Raises SpokenError."""

    def usual(self) -> Any:
        """The options that the editor opens with; None: those that matches begin with."""
        return None

    def begin(self, options: Any) -> Position:
        """What the editor opens with."""
        return Position({})

    def put(self, position: Position, square: int, brush: str | None) -> Position:
        """Paint a square; None takes away what lies there."""
        pieces = {other: kind for other, kind in position.pieces.items() if other != square}
        return replace(position, pieces=pieces if brush is None else pieces | {square: brush})


def turned(position: Position, board: Squares, symmetry: int) -> Position:
    """The position under one of the symmetries of its board.

    >>> turned(Position({0: "man"}), Squares(3, 3), 1).pieces
    {2: 'man'}
    """
    images = board.images(SYMMETRIES[symmetry])
    return replace(position, pieces={images[square]: kind for square, kind in position.pieces.items()})


def shifted(position: Position, board: Squares, step: Step) -> Position | None:
    """The position with everything a step further; None where something would leave the board."""
    moved = {board.next(square, step): kind for square, kind in position.pieces.items()}
    return None if None in moved else replace(position, pieces={s: kind for s, kind in moved.items() if s is not None})


def cut(position: Position, board: Squares, other: Squares) -> Position:
    """What of a position is also on another board, by columns and rows."""
    places = {other.at(*board.place(square)): kind for square, kind in position.pieces.items()}
    return replace(position, pieces={square: kind for square, kind in places.items() if square is not None})
