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
"""Number of ticks between two offers; a slice of six ticks takes the latest offer that arrived."""
LATE, LESS_LATE = BEHIND * 3 // 4, BEHIND // 2
"""A person's runner that is `LATE` ticks behind the slices runs on without buttons until it is `LESS_LATE` behind:
nearer to `BEHIND`, presses would keep arriving after the match has moved the runner on.
"""
SPARE_TICKS = 1
"""Number of another runner's ticks kept waiting, so that a slightly late slice causes no visible stop."""
WATCHED = 18
"""Number of ticks (three slices) over which the least number of waiting ticks is taken as unnecessary delay."""
CROWDED, CROWDED_HURRY = 60, 2.5
"""Number of waiting ticks from which another runner is shown faster, and by which factor more."""
HURRY = 0.3
"""Greatest share by which another runner is shown faster; each tick of unnecessary delay adds a tenth."""


def pairs(held: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the buttons held in each tick as pairs (number of ticks, buttons) for an offer.

    >>> pairs([1, 1, 3, 1])
    ((2, 1), (1, 3), (1, 1))
    """
    return tuple((len(list(ticks)), buttons) for buttons, ticks in groupby(held))


class Own:
    """A person's runner: it moves at once, whatever the network does, and the match confirms its ticks later."""

    def __init__(self, runner: Runner, world: World) -> None:
        self.world = world
        self.numbers = numbers_of(runner, world)
        self._from = runner.clock
        """The tick up to which the match has confirmed the runner."""
        self._held: list[int] = []
        """The buttons held in each tick since the confirmed one."""
        self._sent = runner.clock
        self.tape: list[int] | None = None if runner.clock else []
        """The buttons held in every tick since the start; None if not all of them are known."""
        self.before = self.numbers.copy()
        """The numbers one tick ago; pictures between two ticks are interpolated."""

    @property
    def clock(self) -> int:
        return int(self.numbers[n.CLOCK])

    @property
    def begun(self) -> bool:
        """Whether the person has pressed anything yet."""
        return bool(self._held) or self.clock > 0

    def tick(self, held: int, view: View, *, alone: bool) -> Run | None:
        """Let a tick pass; every few ticks return an offer of all unconfirmed ticks, so that nothing is lost.

        A lone runner starts with the first press.
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
        """Let ticks pass with these buttons, as far as one offer can hold them."""
        for _ in range(min(ticks, MOST_TICKS - len(self._held))):
            if self.numbers[n.GOAL]:
                return
            self._held.append(held)
            if self.tape is not None:
                self.tape.append(held)
            self.world.run(self.numbers, held, 1)

    def confirm(self, runner: Runner) -> bool:
        """Take over the runner as the match tells it, and run the unconfirmed ticks again.

        Return whether the runner was somewhere else.
        """
        expected = self.numbers.copy()
        if runner.clock > self.clock:
            self.tape = None  # the match ran ticks without an offer, so the held buttons are not all that was run
        self._held = self._held[max(0, runner.clock - self._from) :]
        self._from = runner.clock
        self.numbers = numbers_of(runner, self.world)
        for buttons, ticks in ((buttons, len(list(run))) for buttons, run in groupby(self._held)):
            self.world.run(self.numbers, buttons, ticks)
        return bool(self.numbers[n.X] != expected[n.X] or self.numbers[n.Y] != expected[n.Y])


class Other:
    """A runner steered elsewhere. It runs what the match says, delayed by as much as slices come late."""

    def __init__(self, runner: Runner, world: World) -> None:
        self.world = world
        self.numbers = numbers_of(runner, world)
        self.before = self.numbers.copy()
        self._known = runner
        self._waiting: deque[int] = deque()
        self._owed = 0.0
        self._hurry = 0.0
        self._fewest = self._watched = 0.0
        """Least number of waiting ticks during the watched time, and the ticks watched so far."""

    @property
    def behind(self) -> int:
        """Number of ticks that are known but not shown yet."""
        return len(self._waiting)

    def hear(self, runner: Runner, ran: Sequence[tuple[int, int]]) -> None:
        """Take in the ticks that a slice says it ran, and where it is after them."""
        self._waiting.extend(buttons for ticks, buttons in ran for _ in range(ticks))
        self._known = runner
        if len(self._waiting) > MOST_TICKS:
            self.catch_up()

    def pass_ticks(self, ticks: float) -> None:
        """Show so many ticks, and more while there is unnecessary delay.

        After a lost packet, ticks would wait for ever by as much as it came late. Ticks of one slice wait too, but are
        used up before the next slice; the least number that waited tells the two apart.
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
        """Let a runner hurry if during all of the last WATCHED ticks more than needed waited to be shown."""
        self._fewest = min(self._fewest, len(self._waiting))
        self._watched += ticks
        if self._watched >= WATCHED:
            self._hurry = min(HURRY, 0.1 * max(0.0, self._fewest - SPARE_TICKS))
            self._fewest, self._watched = len(self._waiting), 0.0

    def catch_up(self) -> None:
        """Jump to where the match says the runner is."""
        self._waiting.clear()
        self.numbers = numbers_of(self._known, self.world)
        self.before = self.numbers.copy()


class Ghost:
    """Buttons once pressed on the same level, run again for display; nothing depends on them."""

    def __init__(self, way: Sequence[tuple[int, int]], world: World, pace: int = 0) -> None:
        """`pace`: the ticks that it is to take, quicker or slower than it was; 0 for as long as it took."""
        self.ticks = sum(ticks for ticks, _ in way)
        self.pace = pace or self.ticks
        self.world = world
        self.numbers = world.runner()
        self._way = deque(buttons for ticks, buttons in way for _ in range(ticks))

    def follow(self, clock: int) -> None:
        """Run the ghost on to where it is to be at a tick of the race."""
        while self._way and self.numbers[n.CLOCK] * self.pace < clock * self.ticks:
            self.world.run(self.numbers, self._way.popleft(), 1)
