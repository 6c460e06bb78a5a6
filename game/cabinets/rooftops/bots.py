"""Computer players of the race, weakest first."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from game.cabinets.rooftops.course import Course, Runner, numbers_of
from game.cabinets.rooftops.rules import AHEAD, MOST_TICKS, TICKS, Run, View, course_for
from game.cabinets.rooftops.shortcuts import Shortcuts
from game.cabinets.rooftops.steering import pairs
from game.cabinets.rooftops.tape import REST, Tape
from game.core.bots import Bot, Request
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import World

PLANNED = 90
"""Number of ticks that a plan is kept ahead of the match."""


def offer(runner: Runner, buttons: list[int], slices: int) -> Run:
    """Return an offer of buttons from the runner's tick on, no further ahead than the rules allow."""
    most = max(0, min(MOST_TICKS, (slices + 1) * TICKS + AHEAD - runner.clock))
    return Run(runner.clock, pairs(buttons[:most]))


class RookieBot(Bot[View, Run]):
    """Runs to the right, looks a third of a second ahead, and jumps if running on would harm it."""

    light = True
    looks = 22
    """Number of ticks that the bot looks ahead while it runs."""
    holds = (30, 16, 8, 3)
    """Numbers of ticks for which the bot may hold a jump."""
    blind = 14
    """One jump in so many is made without looking ahead."""

    def decide(self, request: Request) -> Run:
        view: View = request.view
        world = course_for(self.setup.options, view.number).world
        runner = view.runners[self.setup.seat]
        numbers, held, random = numbers_of(runner, world), list[int](), Random(request.seed)
        most = min(MOST_TICKS, (view.slices + 1) * TICKS + AHEAD - runner.clock)
        while len(held) < most:
            for buttons in self._buttons(numbers, world, random):
                held.append(buttons)
                world.run(numbers, buttons, 1)
        return offer(runner, held, view.slices)

    def _buttons(self, numbers: Any, world: World, random: Random) -> list[int]:
        """Return the buttons the bot presses next: for one tick, or for a whole jump."""
        if not numbers[n.GROUND] or numbers[n.DEAD]:
            return [n.RIGHT]
        if self._survives(numbers, world, [n.RIGHT] * self.looks) and numbers[n.SPEED_X]:
            return [n.RIGHT]
        jumps = [[n.RIGHT | n.LEAP] * hold + [n.RIGHT] * (50 - hold) for hold in self.holds]
        if random.randrange(self.blind) == 0:
            return random.choice(jumps)[:30]
        for jump in (jumps, jumps[::-1])[random.randrange(2)]:
            if self._survives(numbers, world, jump):
                return jump[:30]
        return [n.RIGHT, n.RIGHT] if not numbers[n.SPEED_X] or random.randrange(3) else [0, 0]

    def _survives(self, numbers: Any, world: World, buttons: list[int]) -> bool:
        tried = numbers.copy()
        for pressed in buttons:
            world.run(tried, pressed, 1)
            if tried[n.DEAD]:
                return False
        return True


class PlannerBot(Bot[View, Run]):
    """Follows ways found by search, planned ahead of the match."""

    rest: ClassVar[tuple[int, int]] = (0, 0)
    """Least and greatest number of ticks that the bot rests between two stretches."""
    stretch: ClassVar[tuple[int, int]] = (MOST_TICKS, MOST_TICKS)
    """Least and greatest number of ticks of a stretch."""
    careful: ClassVar[bool] = False
    """Whether the bot plans ways that still work if it is a little early or late."""
    slips: ClassVar[int] = 0
    """One stretch in so many starts a few ticks late; 0 for none."""

    def __init__(self, setup: Any) -> None:
        super().__init__(setup)
        self._tape: Tape | None = None
        self._random = Random(setup.seed)

    def decide(self, request: Request) -> Run:
        view: View = request.view
        runner = view.runners[self.setup.seat]
        course = course_for(self.setup.options, view.number)
        tape = self._tape
        if tape is None or not tape.holds(runner):
            tape = self._tape = Tape(course, runner, careful=self.careful)
            self.plan_first(tape, course)
        while tape.end < runner.clock + PLANNED and not tape.done:
            self.plan_on(tape)
        return offer(runner, tape.buttons[runner.clock - tape.begin :], view.slices)

    def plan_first(self, tape: Tape, course: Course) -> None:
        """Plan the first stretch."""
        tape.search()

    def plan_on(self, tape: Tape) -> None:
        """Plan another stretch, and a rest if standing is safe there."""
        if not tape.has_way:
            tape.search()
        if self.slips and self._random.randrange(self.slips) == 0:
            tape.stumble(self._random, 6)
        tape.go(self._random.randint(*self.stretch))
        if self.rest[1] and not tape.done and tape.can_rest():
            tape.press(0, REST + self._random.randint(*self.rest))
            tape.search()


class NoviceBot(PlannerBot):
    """Stops and looks every second or two, and is late now and then."""

    rest = (10, 40)
    stretch = (70, 110)
    careful = True
    slips = 8


class RunnerBot(PlannerBot):
    """Runs on, with a short stop every few seconds."""

    rest = (4, 16)
    stretch = (150, 240)


class ExpertBot(PlannerBot):
    """Shortens its way before running it, a second at a time, and takes coins and jewels that are worth it."""

    stretch = (60, 60)
    _shortcuts: Shortcuts | None = None

    def plan_first(self, tape: Tape, course: Course) -> None:
        self._shortcuts = Shortcuts(course.world)
        if course.level.way and not tape.begin:
            tape.take(course.level.way)
        else:
            tape.search()

    def plan_on(self, tape: Tape) -> None:
        if not tape.has_way:
            tape.search()
        found = self._shortcuts.better(tape.numbers, tape.way()) if self._shortcuts else None
        if found is not None:
            tape.take(pairs(found))
        super().plan_on(tape)


BOTS: dict[str, type[Bot[Any, Any]]] = {
    "rookie": RookieBot,
    "novice": NoviceBot,
    "runner": RunnerBot,
    "expert": ExpertBot,
}
