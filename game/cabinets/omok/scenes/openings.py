"""Omok's opening book on a board of 15 lines, from matches of our own bots."""

from __future__ import annotations

from pathlib import Path

from game.cabinets.omok import notation
from game.cabinets.omok.state import Action, Options, Place, View, laid
from game.core.space import Squares
from game.scenes.study.opening_book import OpeningBook, Spots

SIZE = 15


class OmokBook(OpeningBook):
    game = "omok"
    option = "rule"
    board = Squares(SIZE, SIZE)
    sides = ("black", "white")
    file = Path(__file__).parents[1] / "data" / "openings.txt"

    def options(self, variant: str, position: str = "") -> Options:
        return Options(rule=variant, colours="seat", position=position)  # type: ignore[arg-type]

    def cells(self, view: View) -> list[int]:
        return laid(view.moves, view.size)

    def side(self, view: View) -> int:
        return len(view.moves) % 2

    def spots(self, action: Action) -> Spots | None:
        return (action.point(SIZE),) if isinstance(action, Place) and not action.draw else None

    def position(self, view: View) -> str:
        return notation.write(view.moves, view.size)

    def name(self, spots: Spots) -> str:
        return notation.name(spots[0], SIZE)
