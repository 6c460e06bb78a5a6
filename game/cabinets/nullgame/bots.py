"""Computer players of nullgame."""

from __future__ import annotations

from random import Random

from game.cabinets.nullgame.rules import MOST, Take, View
from game.core.bots import Bot, Request


class RandomBot(Bot[View, Take]):
    """Any number of stones, each as likely."""

    light = True

    def decide(self, request: Request) -> Take:
        assert request.legal is not None
        choice: Take = Random(request.seed).choice(request.legal)
        return choice


class ExpertBot(Bot[View, Take]):
    """Leaves a multiple of four where it can: with two players that cannot be beaten."""

    light = True

    def decide(self, request: Request) -> Take:
        surplus = request.view.heap % (MOST + 1)
        return Take(surplus or 1)


BOTS: dict[str, type[Bot[View, Take]]] = {"random": RandomBot, "expert": ExpertBot}
