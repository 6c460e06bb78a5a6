"""What computers press: buttons found by search, run ahead of the match, tick by tick."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from game.cabinets.rooftops.course import Course, Runner, numbers_of
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import World
from game.core.forge.proof.platform import TRIES, Searcher

REST = 26
"""Ticks after which somebody who let everything go stands still."""
CLEAR = 90
"""Ticks for which it must be safe to stand somewhere to rest there."""


class Tape:
    """The buttons of a runner from some tick on, and where they lead."""

    def __init__(self, course: Course, runner: Runner) -> None:
        self.course, self.world = course, course.world
        self._searcher = Searcher(self.world)
        self.begin = runner.clock
        self.buttons: list[int] = []
        self.numbers = numbers_of(runner, self.world)
        """Where it leads: the numbers after the last tick that is planned."""
        self._way: list[int] = []
        """What the last search found from there on, as far as it was not taken."""

    @property
    def end(self) -> int:
        """The tick up to which it is planned."""
        return self.begin + len(self.buttons)

    def holds(self, runner: Runner) -> bool:
        """Whether it begins no later than where a runner is."""
        return self.begin <= runner.clock <= self.end

    def press(self, buttons: int, ticks: int = 1) -> None:
        """Plan ticks with these buttons."""
        for _ in range(ticks):
            self.buttons.append(buttons)
            self.world.run(self.numbers, buttons, 1)

    def search(self, tries: Sequence[tuple[int, int, int]] = TRIES[:2]) -> bool:
        """Look for a way from where it leads; whether there is one."""
        self._way = []
        for ticks, weight, most in tries:
            way, _, _ = self._searcher.look(self.numbers, ticks, weight, most)
            if way:
                self.take(way)
                return True
        return False

    def take(self, way: Sequence[tuple[int, int]]) -> None:
        """Follow this way from here on."""
        self._way = [buttons for length, buttons in way for _ in range(length)]

    def go(self, ticks: int) -> None:
        """Plan the next ticks of the way that was found; without one, run and hop."""
        for _ in range(ticks):
            if self.numbers[n.GOAL]:
                return
            if self.numbers[n.DEAD]:
                self.press(0, int(self.numbers[n.DEAD]))
                self._way = []
                return
            if not self._way:
                self.press(n.RIGHT | (n.LEAP if len(self.buttons) % 40 < 20 else 0))
                continue
            self.press(self._way.pop(0))

    @property
    def has_way(self) -> bool:
        return bool(self._way)

    @property
    def done(self) -> bool:
        return bool(self.numbers[n.GOAL])

    def can_rest(self) -> bool:
        """Whether standing still here does no harm for a while."""
        if not self.numbers[n.GROUND]:
            return False
        tried = self.numbers.copy()
        for _ in range(REST + CLEAR):
            self.world.run(tried, 0, 1)
            if tried[n.DEAD] or not (tried[n.GROUND] or tried[n.SPEED_X]):
                return False
        return bool(tried[n.GROUND])

    def stumble(self, random: Random, most: int) -> None:
        """Press what comes next a few ticks late, as somebody does who is not sure."""
        self._way[:0] = [self._way[0] & ~n.LEAP if self._way else 0] * random.randint(1, most)


def cost_of(way: Sequence[tuple[int, int]], world: World) -> int:
    """Net ticks of a way from the start: a coin takes off 15, a gem 60."""
    numbers: Any = world.runner()
    for ticks, buttons in way:
        world.run(numbers, buttons, ticks)
    return int(numbers[n.GOAL] - 15 * numbers[n.COIN_COUNT] - 60 * numbers[n.GEM_COUNT])
