"""Computer players of Marrakech."""

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
    """The heading with the least expected payment, the rug with the best immediate gain; chance among equals."""

    def decide(self, request: Request) -> Action:
        board = board_of(request.view, self.setup.options)
        chance = Random(request.seed).getrandbits(31)
        if request.view.phase is Phase.LAY:
            return Lay(PLACES[greedy_place(board, chance)])
        return TURN_BY[(greedy_heading(board, chance) - int(board[HEADING])) % 4]


class ExpertBot(Bot[View, Action]):
    """Plays on what promises most, and weighs by a fitted value what it comes to (rollout.py, search.py, value.py)."""

    def decide(self, request: Request) -> Action:
        assert request.legal is not None
        if len(request.legal) == 1:
            only: Action = request.legal[0]
            return only
        reach = REACH[self.setup.seats]
        board = board_of(request.view, self.setup.options)
        seed = Random(request.seed).randrange(1, 2**31 - 1)
        if request.view.phase is Phase.LAY:
            return Lay(PLACES[rollout.rolled_place(board, reach.games, reach.turns, reach.wide, reach.depth, seed)])
        heading = int(rollout.rolled_heading(board, reach.games, reach.turns, seed))
        return TURN_BY[(heading - int(board[HEADING])) % 4]


@dataclass(frozen=True)
class Reach:
    """How far an expert looks: a budget of positions, never of time."""

    games: int
    """How often each heading or place that is left is played on in a round."""
    turns: int
    """Of how many turns each time."""
    wide: int
    """How many places are played on, the most promising first."""
    depth: int = 1
    """Turns that are searched for what a place promises."""


REACH = {2: Reach(120, 8, 6), 3: Reach(120, 12, 6), 4: Reach(120, 12, 6)}
"""By number of seats; measured in docs/marrakech.md."""

BOTS: dict[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
