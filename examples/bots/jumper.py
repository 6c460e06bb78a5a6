"""A small bot for Rooftops: it runs to the right, and jumps where running on would kill it.

python main.py play rooftops --seats examples/bots/jumper.py:Jumper,rookie --headless
"""

from __future__ import annotations

from random import Random
from typing import Any

from game.cabinets.rooftops.course import numbers_of
from game.cabinets.rooftops.rules import AHEAD, MOST_TICKS, TICKS, Run, View, course_for
from game.core.bots import Bot, Request
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import World

LOOKS = 75
"""How many ticks it looks ahead; a second has 60."""
PLANS = [
    [n.RIGHT] * LOOKS,
    *(
        ([n.RIGHT] * delay + [n.RIGHT | n.LEAP] * hold + [n.RIGHT] * LOOKS)[:LOOKS]
        for delay in range(0, 25, 6)
        for hold in (3, 8, 14, 22, 30)
    ),
]
"""What it may do next: run on, or jump sooner or later, holding jump for some ticks."""


class Jumper(Bot[View, Run]):
    """Tries what it is about to do on a copy of its runner, by the same physics as the match."""

    def decide(self, request: Request) -> Run:
        view: View = request.view
        world = course_for(self.setup.options, view.number).world
        runner = view.runners[self.setup.seat]
        numbers, random = numbers_of(runner, world), Random(request.seed)
        wanted = min(MOST_TICKS, (view.slices + 1) * TICKS + AHEAD - runner.clock)
        held: list[int] = []
        while len(held) < wanted:
            for buttons in self.next_buttons(numbers, world, random):
                held.append(buttons)
                world.run(numbers, buttons, 1)
        return Run(runner.clock, tuple((1, buttons) for buttons in held[: max(0, wanted)]))

    def next_buttons(self, numbers: Any, world: World, random: Random) -> list[int]:
        """Return the buttons of the next ticks: those of the plan that leads furthest, up to where it lands."""
        if numbers[n.DEAD]:
            return [0]
        reached = [self.progress(numbers, world, plan) for plan in PLANS]
        if max(reached) <= 0:
            return [n.LEFT] * random.randrange(5, 60)
        plan = PLANS[0] if reached[0] >= max(reached) - n.SQUARE else PLANS[reached.index(max(reached))]
        return plan[:6] if plan is PLANS[0] else plan[: self.landing(numbers, world, plan)]

    def landing(self, numbers: Any, world: World, plan: list[int]) -> int:
        """Return after how many ticks of a plan the runner stands again."""
        tried, flew = numbers.copy(), False
        for ticks, pressed in enumerate(plan, start=1):
            world.run(tried, pressed, 1)
            if flew and tried[n.GROUND]:
                return ticks
            flew = flew or not tried[n.GROUND]
        return len(plan)

    def progress(self, numbers: Any, world: World, buttons: list[int]) -> int:
        """Return how far these buttons lead to the right; -1 if they kill."""
        tried = numbers.copy()
        for pressed in buttons:
            world.run(tried, pressed, 1)
            if tried[n.DEAD]:
                return -1
        return int(tried[n.X] - numbers[n.X])
