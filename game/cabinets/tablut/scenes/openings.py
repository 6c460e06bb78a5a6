"""Tablut's opening book, from matches of our own bots."""

from __future__ import annotations

from pathlib import Path

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.state import Action, Move, Options, View
from game.core.space import Squares
from game.scenes.study.opening_book import OpeningBook, Spots


class TablutBook(OpeningBook):
    game = "tablut"
    option = "preset"
    board = Squares(b.SIDE, b.SIDE)
    sides = ("attackers", "defenders")
    file = Path(__file__).parents[1] / "data" / "openings.txt"

    def options(self, variant: str, position: str = "") -> Options:
        return Options(preset=variant, sides="seat", position=position)  # type: ignore[arg-type]

    def cells(self, view: View) -> tuple[int, ...]:
        return view.squares

    def side(self, view: View) -> int:
        return int(view.side == b.DEFENDER)

    def spots(self, action: Action) -> Spots | None:
        return (action.origin, action.target) if isinstance(action, Move) and not action.draw else None

    def position(self, view: View) -> str:
        return notation.write_position(view.squares, view.side)

    def name(self, spots: Spots) -> str:
        return notation.write(spots[0], spots[1])
