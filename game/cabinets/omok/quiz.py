"""A quiz of Omok: which points are forbidden to black? Its boards come from the games of the puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from game.cabinets.omok import notation
from game.cabinets.omok.puzzles import SIZE, OmokPuzzles
from game.cabinets.omok.rules import Omok
from game.cabinets.omok.state import Options
from game.core.puzzles.book import Puzzle, SpotQuestion, SpotQuiz
from game.core.rules import SPECTATOR

MOST = 5
"""The most forbidden points of a question."""


class ForbiddenQuiz(SpotQuiz):
    """Positions of renju with black to move and one to five forbidden points."""

    def questions(self, seed: int) -> Iterator[SpotQuestion]:
        puzzles = [puzzle for puzzle in OmokPuzzles().puzzles() if puzzle.kind.startswith("renju")]
        Random(seed).shuffle(puzzles)
        return filter(None, map(_question, puzzles))


def _question(puzzle: Puzzle) -> SpotQuestion | None:
    """Return the latest position of a game with forbidden points for black; None if there is none."""
    moves, rules = notation.read(puzzle.position, SIZE), Omok()
    for end in range(len(moves) // 2 * 2, 8, -2):
        options = Options(colours="seat", position=notation.write(moves[:end], SIZE))
        view = rules.view(rules.start(2, options), SPECTATOR)
        if 0 < len(view.forbidden) <= MOST:
            spots = frozenset(foul.point for foul in view.forbidden)
            return SpotQuestion(view, options, spots, frozenset(view.moves))
    return None
