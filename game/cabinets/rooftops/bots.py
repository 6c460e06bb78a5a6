"""Computer players of the race, weakest first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from random import Random
from typing import Any, ClassVar

from game.cabinets.rooftops.course import Course, Runner
from game.cabinets.rooftops.rules import AHEAD, MOST_TICKS, TICKS, Run, View, course_for
from game.cabinets.rooftops.shortcuts import Shortcuts
from game.cabinets.rooftops.steering import pairs
from game.cabinets.rooftops.tape import REST, Tape
from game.core.bots import Bot, Request
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import World

FLIGHT = 50
"""Number of ticks until a jump has ended, about."""
FALL = 60
"""Number of ticks in which a fall ends, on a roof or below the level."""
PLANNED = 90
"""Number of ticks that a plan is kept ahead of the match."""


def offer(runner: Runner, buttons: list[int], slices: int) -> Run:
    """Return an offer of buttons from the runner's tick on, no further ahead than the rules allow."""
    most = max(0, min(MOST_TICKS, (slices + 1) * TICKS + AHEAD - runner.clock))
    return Run(runner.clock, pairs(buttons[:most]))


class RookieBot(Bot[View, Run]):
    """Runs to the right, looks a third of a second ahead, and stops before some jumps; others it makes unseeing."""

    light = True
    looks = 22
    """Number of ticks that the bot looks ahead while it runs."""
    holds = (30, 16, 8, 3)
    """Numbers of ticks for which the bot may hold a jump."""
    blind = 5
    """One jump in so many is made without looking ahead."""
    stops = 2
    """It stops before one jump in so many."""
    pause = (30, 80)
    """Least and greatest number of ticks of such a stop."""
    back = (8, 24)
    """Least and greatest number of ticks of a step back where no jump helps."""
    _tape: Tape | None = None
    """What it presses, kept from slice to slice: a jump is held for longer than a slice."""

    def decide(self, request: Request) -> Run:
        view: View = request.view
        runner, random = view.runners[self.setup.seat], Random(request.seed)
        tape = self._tape
        if tape is None or not tape.holds(runner):
            tape = self._tape = Tape(course_for(self.setup.options, view.number), runner)
        while tape.end < runner.clock + TICKS + AHEAD:
            for buttons in self._buttons(tape.numbers, tape.world, random):
                tape.press(buttons)
        return offer(runner, tape.buttons[runner.clock - tape.begin :], view.slices)

    def _buttons(self, numbers: Any, world: World, random: Random) -> list[int]:
        """Return the buttons the bot presses next: for one tick, a stop, a whole jump, or a step back for a run-up."""
        on = [n.RIGHT] * self.looks
        if not numbers[n.GROUND] or numbers[n.DEAD]:
            return [n.RIGHT]
        if numbers[n.SPEED_X] and _after(numbers, world, on) is not None:
            return [n.RIGHT]
        jumps = [[n.RIGHT | n.LEAP] * hold + [n.RIGHT] * (FLIGHT - hold) for hold in self.holds]
        if numbers[n.SPEED_X] and random.randrange(self.stops) == 0:
            return [0] * random.randint(*self.pause)
        if random.randrange(self.blind) == 0:
            return random.choice(jumps)
        landings = [(jump, _after(numbers, world, jump)) for jump in jumps]
        fit = [
            jump
            for jump, there in landings
            if there is not None and any(_after(there, world, more) is not None for more in (on, *jumps))
        ]
        if fit:
            return random.choice(fit)
        return [0, 0] if numbers[n.SPEED_X] else [n.LEFT] * random.randint(*self.back)


def _after(numbers: Any, world: World, buttons: Sequence[int]) -> Any | None:
    """Return the runner where it next stands after these buttons, running on; None if that kills it."""
    tried = numbers.copy()
    for place, pressed in enumerate((*buttons, *repeat(n.RIGHT, FALL))):
        if place >= len(buttons) and tried[n.GROUND]:
            break
        world.run(tried, pressed, 1)
        if tried[n.DEAD]:
            return None
    return tried


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
