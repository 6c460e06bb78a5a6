"""Computer players of Marrakech."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from game.cabinets.marrakech import search
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
    """Expectimax over turns with a fitted value (search.py, value.py). It uses no chance of its own."""

    def decide(self, request: Request) -> Action:
        assert request.legal is not None
        if len(request.legal) == 1:
            only: Action = request.legal[0]
            return only
        reach = REACH[self.setup.seats]
        board = board_of(request.view, self.setup.options)
        if request.view.phase is Phase.LAY:
            return Lay(PLACES[search.best_place(board, reach.after_rug, reach.keep, reach.wide)])
        return TURN_BY[(int(search.best_heading(board, reach.after_heading, reach.keep)) - int(board[HEADING])) % 4]


@dataclass(frozen=True)
class Reach:
    """How far an expert looks, in turns: a budget of positions, never of time."""

    after_heading: int
    """Turns searched for a heading, the one it begins included."""
    after_rug: int
    """Turns searched after a rug."""
    keep: int
    """How many rugs of each later turn are searched deeper, the most promising first."""
    wide: int
    """How many of its own places are searched as far as `after_rug`."""


REACH = {2: Reach(2, 2, 3, 6), 3: Reach(3, 3, 4, 6), 4: Reach(3, 3, 4, 6)}
"""By number of seats; measured in docs/marrakech.md."""

BOTS: dict[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
