"""The bots of Marrakech."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from game.cabinets.marrakech import rollout
from game.cabinets.marrakech.board import HEADING, PLACES
from game.cabinets.marrakech.position import board_of, greedy_heading, greedy_place
from game.cabinets.marrakech.rules import TURN_BY, Action, Lay, Phase, View
from game.core.bots import Bot, RandomBot, Request


class GreedyBot(Bot[View, Action]):
    """Takes the heading with the least expected payment and the rug with the best immediate gain; ties are drawn."""

    def decide(self, request: Request) -> Action:
        board = board_of(request.view, self.setup.options)
        chance = Random(request.seed).getrandbits(31)
        if request.view.phase is Phase.LAY:
            return Lay(PLACES[greedy_place(board, chance)])
        return TURN_BY[(greedy_heading(board, chance) - int(board[HEADING])) % 4]


class ExpertBot(Bot[View, Action]):
    """Plays the most promising actions on many times and weighs the ends by a fitted value (rollout.py, value.py)."""

    def decide(self, request: Request) -> Action:
        assert request.legal is not None
        if len(request.legal) == 1:
            only: Action = request.legal[0]
            return only
        budget = BUDGETS[self.setup.seats]
        board = board_of(request.view, self.setup.options)
        seed = Random(request.seed).randrange(1, 2**31 - 1)
        if request.view.phase is Phase.LAY:
            return Lay(PLACES[rollout.rolled_place(board, budget.games, budget.turns, budget.wide, seed)])
        heading = int(rollout.rolled_heading(board, budget.games, budget.turns, seed))
        return TURN_BY[(heading - int(board[HEADING])) % 4]


@dataclass(frozen=True)
class Budget:
    """How far the expert looks: a budget of positions, never of time."""

    games: int
    """The most games that are played on for one decision, all headings or places together."""
    turns: int
    """How many turns each game is played on for."""
    wide: int
    """How many places are played on; the most promising are taken."""


BUDGETS = {2: Budget(2200, 8, 12), 3: Budget(1400, 12, 6), 4: Budget(2000, 12, 6)}
"""Budgets by number of seats; measured in docs/marrakech.md."""

BOTS: dict[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
