"""The computer players of Gem Merchants; the expert has a file of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from game.cabinets.gems.cards import CARD_OF, COLOURS, GOLD
from game.cabinets.gems.expert import ExpertBot
from game.cabinets.gems.state import Action, Buy, Draw, Reserve, Return, SeatView, Take, View
from game.core.bots import Bot, RandomBot, Request


class GreedyBot(Bot[View, Action]):
    """Buys the card with most points, else takes what the most promising card still needs."""

    light = True

    def decide(self, request: Request) -> Action:
        legal, chance = request.legal or (), Random(request.seed)
        own = request.view.seats[self.setup.seat]
        if isinstance(legal[0], Return):
            return self._return(request.view, own, legal)
        buys = [action for action in legal if isinstance(action, Buy)]
        if buys:
            most = max(CARD_OF[buy.card].points for buy in buys)
            buys = [buy for buy in buys if CARD_OF[buy.card].points == most]
            dearest = max(sum(CARD_OF[buy.card].cost) for buy in buys)
            buys = [buy for buy in buys if sum(CARD_OF[buy.card].cost) == dearest]
            return min(buys, key=lambda buy: sum(buy.gold))
        goal = self._goal(request.view, own)
        return self._take(own, goal, legal) or self._reserve(goal, legal) or chance.choice(legal)

    @staticmethod
    def _goal(view: View, own: SeatView) -> int:
        """Return the card with the most points per missing token; 0 if there is none."""
        cards = [*(held.card for held in own.reserved), *view.market]

        def promise(card: int) -> float:
            return (CARD_OF[card].points + 1) / (own.missing(card) + 1)

        return max(filter(None, cards), key=promise, default=0)

    @staticmethod
    def _take(own: SeatView, goal: int, legal: Sequence[Action]) -> Action | None:
        if not goal:
            return None
        lack = own.lacks(goal)

        def helps(take: Take) -> int:
            return sum(min(lack[colour], take.gems.count(colour)) for colour in set(take.gems))

        takes = [action for action in legal if isinstance(action, Take) and helps(action)]
        return max(takes, key=lambda take: (helps(take), len(take.gems)), default=None)

    @staticmethod
    def _reserve(goal: int, legal: Sequence[Action]) -> Action | None:
        if Reserve(goal or 1) in legal:
            return Reserve(goal)
        return next((action for action in legal if isinstance(action, Draw)), None)

    def _return(self, view: View, own: SeatView, legal: Sequence[Action]) -> Action:
        """Return the surplus that the goal needs least, gold last."""
        goal = self._goal(view, own)
        needs = CARD_OF[goal].cost if goal else (0,) * COLOURS

        def loss(action: Action) -> int:
            assert isinstance(action, Return)
            kept = [have - back for have, back in zip(own.tokens, action.tokens, strict=True)]
            short = (max(0, need - bonus - left) for need, bonus, left in zip(needs, own.bonuses, kept, strict=False))
            return 3 * action.tokens[GOLD] + 2 * sum(short)

        return min(legal, key=loss)


BOTS: Mapping[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
