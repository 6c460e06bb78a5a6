"""Bots of the storm: they know the books' moves, think for a while, and overlook some of them."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from game.cabinets.storm.games import SOURCES, Solve
from game.cabinets.storm.rules import Action, Skip, View, puzzle_at
from game.core.bots import Bot, RandomBot, Request
from game.core.rules import Timed


class SolverBot(Bot[View, Action]):
    """Finds the move that wins in a share of cases, after a while that grows with the moves a puzzle takes."""

    finds: ClassVar[int]
    """In how many of a hundred cases it finds the move."""
    thinks: ClassVar[tuple[int, int]]
    """Milliseconds for each move that the puzzle takes, as least and most."""

    def decide(self, request: Request) -> Timed:
        view: View = request.view
        game, chance = self.setup.options.game, Random(request.seed)
        after = view.level * chance.randint(*self.thinks)
        if chance.randrange(100) >= self.finds:
            return Timed(chance.choice(request.legal or (Skip(),)), after)
        best = SOURCES[game].book.best(puzzle_at(game, view.position), getattr(view.sight, game))
        return Timed(Skip() if best is None else Solve(**{game: best}), after)


class NoviceBot(SolverBot):
    """Solves some of the short ones."""

    finds = 60
    thinks = (3500, 6500)


class SkilledBot(SolverBot):
    """Solves most."""

    finds = 85
    thinks = (2200, 4200)


class ExpertBot(SolverBot):
    """Overlooks nearly nothing."""

    finds = 98
    thinks = (1200, 2200)


BOTS: dict[str, type[Bot[Any, Any]]] = {
    "random": RandomBot,
    "novice": NoviceBot,
    "skilled": SkilledBot,
    "expert": ExpertBot,
}
