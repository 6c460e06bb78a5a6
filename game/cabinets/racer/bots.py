"""The bots of racer."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from game.cabinets.racer.course import JUMP, RUN, Racer, run
from game.cabinets.racer.rules import AHEAD, TICKS, Run, View, pairs
from game.core.bots import Bot, RandomBot, Request


class ExpertBot(Bot[View, Run]):
    """Jumps as late as is safe."""

    light = True
    lead = 5
    """Ticks before a hurdle at which it jumps."""

    def decide(self, request: Request) -> Run:
        view: View = request.view
        racer = msgspec.structs.replace(view.racers[self.setup.seat])
        held = []
        for tick in range(racer.tick, (view.slices + 1) * TICKS + AHEAD):
            held.append(RUN | self._jump(racer, view, request.seed + tick))
            run(racer, held[-1], view.hurdles, view.goal)
        return Run(view.racers[self.setup.seat].tick, pairs(held))

    def _jump(self, racer: Racer, view: View, seed: int) -> int:
        near = racer.speed * self.lead
        return JUMP if any(0 < hurdle - racer.x <= near for hurdle in view.hurdles) else 0


class NoviceBot(ExpertBot):
    """Jumps too early now and then, and comes down before the hurdle."""

    def _jump(self, racer: Racer, view: View, seed: int) -> int:
        hasty = Random(seed).randrange(60) == 0
        return JUMP if hasty else super()._jump(racer, view, seed)


BOTS: dict[str, type[Bot[Any, Any]]] = {"random": RandomBot, "novice": NoviceBot, "expert": ExpertBot}
