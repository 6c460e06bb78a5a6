"""Runners at this screen: a person's own, which is ahead of the match, and others, which follow it tick by tick."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import groupby

from game.cabinets.rooftops.course import Runner, numbers_of
from game.cabinets.rooftops.rules import AHEAD, BEHIND, MOST_TICKS, TICKS, Run, View
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import World

SENT_EVERY = 3
"""Ticks between two offers. A slice of six ticks closes with the latest one: others see the newest ticks in it."""
LATE, LESS_LATE = BEHIND * 3 // 4, BEHIND // 2
"""When a person's runner is so many ticks behind the slices it stands still until it is less late: nearer to `BEHIND`,
presses would keep arriving after the match has moved it on.
"""
SPARE_TICKS = 1
"""Ticks of another runner that may always wait to be shown: a slice that comes a little late is not seen then."""
WATCHED = 18
"""Over so many ticks (three slices), the fewest that waited are those that wait for nothing."""
CROWDED, CROWDED_HURRY = 60, 2.5
"""From so many waiting ticks on another runner is shown so much faster: it is a second late, or time itself hurries."""
HURRY = 0.3
"""How much faster than real time another runner is shown at most; each tick that waits for nothing adds a tenth."""


def pairs(held: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The buttons held in each tick, as pairs for an offer.

    >>> pairs([1, 1, 3, 1])
    ((2, 1), (1, 3), (1, 1))
    """
    return tuple((len(list(ticks)), buttons) for buttons, ticks in groupby(held))


class Own:
    """A person's runner: it runs at once, whatever the network does, and the match confirms it."""

    def __init__(self, runner: Runner, world: World) -> None:
        self.world = world
        self.numbers = numbers_of(runner, world)
        self._from = runner.clock
        """The tick up to which the match has confirmed it."""
        self._held: list[int] = []
        """What was held in each tick since then."""
        self._sent = runner.clock
        self.tape: list[int] | None = None if runner.clock else []
        """All that was held since the start; None where that is not known."""
        self.before = self.numbers.copy()
        """The numbers a tick ago: a picture between two ticks is between both."""

    @property
    def clock(self) -> int:
        return int(self.numbers[n.CLOCK])

    @property
    def begun(self) -> bool:
        """Whether anything was pressed yet."""
        return bool(self._held) or self.clock > 0

    def tick(self, held: int, view: View, *, alone: bool) -> Run | None:
        """Let a tick pass; every few ticks give what is to be sent: all that was not confirmed, so nothing is lost.

        Who runs alone begins with the first press.
        """
        if alone and not self.begun and not held & ~n.AGAIN:
            return None
        if self.numbers[n.GOAL] and not self._held:
            return None
        self.before = self.numbers.copy()
        due = max(view.slices * TICKS, TICKS if alone else 0)
        if due - self.clock > LATE:
            self._pass(0, due - self.clock - LESS_LATE)
        if self.clock < due + AHEAD + BEHIND:
            self._pass(held, 1)
        if self.clock - self._sent < SENT_EVERY and not self.numbers[n.GOAL]:
            return None
        self._sent = self.clock
        return Run(self._from, pairs(self._held))

    def _pass(self, held: int, ticks: int) -> None:
        """Let ticks pass with these buttons, as far as they can be sent."""
        for _ in range(min(ticks, MOST_TICKS - len(self._held))):
            if self.numbers[n.GOAL]:
                return
            self._held.append(held)
            if self.tape is not None:
                self.tape.append(held)
            self.world.run(self.numbers, held, 1)

    def confirm(self, runner: Runner) -> bool:
        """Take over the runner as the match tells it, and run what came since again.

        Returns whether it was elsewhere.
        """
        expected = self.numbers.copy()
        if runner.clock > self.clock:
            self.tape = None  # carried on by the match: what was held is not all that was run
        self._held = self._held[max(0, runner.clock - self._from) :]
        self._from = runner.clock
        self.numbers = numbers_of(runner, self.world)
        for buttons, ticks in ((buttons, len(list(run))) for buttons, run in groupby(self._held)):
            self.world.run(self.numbers, buttons, ticks)
        return bool(self.numbers[n.X] != expected[n.X] or self.numbers[n.Y] != expected[n.Y])


class Other:
    """A runner that is steered elsewhere. It runs what the match says it ran, behind by as much as that comes late."""

    def __init__(self, runner: Runner, world: World) -> None:
        self.world = world
        self.numbers = numbers_of(runner, world)
        self.before = self.numbers.copy()
        self._known = runner
        self._waiting: deque[int] = deque()
        self._owed = 0.0
        self._hurry = 0.0
        self._fewest = self._watched = 0.0
        """The fewest ticks that waited during the watched time."""

    @property
    def behind(self) -> int:
        """Ticks that are known and not shown yet."""
        return len(self._waiting)

    def hear(self, runner: Runner, ran: Sequence[tuple[int, int]]) -> None:
        """A slice told what it ran, and where it is since then."""
        self._waiting.extend(buttons for ticks, buttons in ran for _ in range(ticks))
        self._known = runner
        if len(self._waiting) > MOST_TICKS:
            self.catch_up()

    def pass_ticks(self, ticks: float) -> None:
        """Let time pass: as many ticks, and more while some wait that never had to.

        After a lost packet, ticks wait by as much as it came late, and would wait for ever. Ticks of one slice wait,
        too, but are used up before the next: the fewest that waited tell the two apart.
        """
        self._watch(ticks)
        faster = CROWDED_HURRY if len(self._waiting) > CROWDED else self._hurry
        self._owed = min(4.0, self._owed + ticks * (1 + faster))
        while self._owed >= 1 and self._waiting:
            self._owed -= 1
            self.before = self.numbers.copy()
            self.world.run(self.numbers, self._waiting.popleft(), 1)
            if not self._waiting and self.numbers[n.CLOCK] != self._known.clock:
                self.catch_up()

    def _watch(self, ticks: float) -> None:
        """Find out how many wait for nothing."""
        self._fewest = min(self._fewest, len(self._waiting))
        self._watched += ticks
        if self._watched >= WATCHED:
            self._hurry = min(HURRY, 0.1 * max(0.0, self._fewest - SPARE_TICKS))
            self._fewest, self._watched = len(self._waiting), 0.0

    def catch_up(self) -> None:
        """Be where the match says at once."""
        self._waiting.clear()
        self.numbers = numbers_of(self._known, self.world)
        self.before = self.numbers.copy()


class Ghost:
    """Buttons that were once pressed on the same level, run again: to be looked at and not believed."""

    def __init__(self, way: Sequence[tuple[int, int]], world: World) -> None:
        self.world = world
        self.numbers = world.runner()
        self._way = deque(buttons for ticks, buttons in way for _ in range(ticks))

    def follow(self, clock: int) -> None:
        """Be where it was at a tick of its own."""
        while self._way and self.numbers[n.CLOCK] < clock:
            self.world.run(self.numbers, self._way.popleft(), 1)
