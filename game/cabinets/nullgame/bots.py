"""The bots of nullgame."""

from __future__ import annotations

from typing import Any

from game.cabinets.nullgame.rules import MOST, Take, View
from game.core.bots import Bot, RandomBot, Request


class ExpertBot(Bot[View, Take]):
    """Leaves a multiple of four stones if it can; with two players that cannot be beaten."""

    light = True

    def decide(self, request: Request) -> Take:
        surplus = request.view.heap % (MOST + 1)
        return Take(surplus or 1)


BOTS: dict[str, type[Bot[Any, Any]]] = {"random": RandomBot, "expert": ExpertBot}
