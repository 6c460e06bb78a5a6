"""The puzzles of Volcano Isle: last tiles that win, found by build/volcano_puzzles.py."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from game.cabinets.volcano.island import island_of
from game.cabinets.volcano.puzzles import notation
from game.cabinets.volcano.puzzles.forced import LastTurn
from game.cabinets.volcano.puzzles.position import VolcanoFrom, options_of
from game.cabinets.volcano.rules import Volcano
from game.cabinets.volcano.state import Action, Options, View
from game.core.puzzles.book import Puzzle
from game.core.puzzles.replayed import ReplayedBook
from game.core.rules import AnyRules


class VolcanoPuzzles(ReplayedBook[Action, View]):
    """Puzzles in which only one place of the tile wins, though several buildings after it may."""

    file = Path(__file__).parents[1] / "data" / "puzzles.txt"
    usual: ClassVar[AnyRules] = Volcano()

    def line(self, win: str) -> Sequence[Action]:
        return notation.read(win)

    def options(self, puzzle: Puzzle) -> Options:
        return options_of(puzzle.position)

    def rules(self, puzzle: Puzzle, usual: AnyRules) -> AnyRules:
        return VolcanoFrom(puzzle.position)

    def best(self, puzzle: Puzzle, view: View) -> Action | None:
        return self.known(puzzle, view)

    def holds(self, puzzle: Puzzle, view: View, left: int) -> bool:
        return view.phase == "build" and bool(LastTurn(view).builds())

    def answer(self, puzzle: Puzzle, view: View) -> Action:
        island = island_of(view)
        return island.places[0] if view.phase == "tile" else island.builds(view.mover, view.stock)[0]
