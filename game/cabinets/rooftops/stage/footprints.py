"""Footprints that show a way on from a flag to a person who died there several times."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, Final

from game.cabinets.rooftops.course import Course
from game.core.forge.model.level import Way
from game.core.forge.physics import numbers as n
from game.core.forge.proof.platform import TRIES, Searcher

AFTER: Final = 3
"""Number of deaths at one flag after which a way is shown."""
TICKS: Final = 240
"""Number of ticks of the way that are shown."""
_EVERY: Final = 8
_Spots = list[tuple[int, int]]


class Footprints:
    """Footprints for one person: from the way that the level carries, or else one searched once in the background."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._flag = (0, 0)
        self._deaths = 0
        self._spots: _Spots = []
        self.searching: threading.Thread | None = None

    def died(self, numbers: Any) -> None:
        """Count a death of the runner with these numbers, and prepare the footprints when it is one too many."""
        flag = int(numbers[n.BACK_X]), int(numbers[n.BACK_Y])
        self._deaths = self._deaths + 1 if flag == self._flag else 1
        if flag != self._flag:
            self._flag, self._spots = flag, []
        if self._deaths != AFTER:
            return
        if self._course.level.way:
            self._spots = self._carried(flag[0])
        else:
            self.searching = threading.Thread(target=self._search, args=(numbers.copy(), flag), daemon=True)
            self.searching.start()

    def spots(self, numbers: Any) -> _Spots:
        """Return points of the way in units of the level; empty before that many deaths, and at any other flag."""
        return self._spots if (int(numbers[n.BACK_X]), int(numbers[n.BACK_Y])) == self._flag else []

    def _carried(self, back: int) -> _Spots:
        """Return points of the level's own way, from the first tick at the flag on."""
        world, begun = self._course.world, self._course.world.runner()
        pressed = [buttons for ticks, buttons in self._course.level.way for _ in range(ticks)]
        for tick, buttons in enumerate(pressed):
            if int(begun[n.X]) >= back:
                return list(self._along(begun, tuple((1, held) for held in pressed[tick:])))
            world.run(begun, buttons, 1)
        return []

    def _search(self, numbers: Any, flag: tuple[int, int]) -> None:
        """Search a way from the flag on, for a runner that will be back there."""
        self._course.world.run(numbers, 0, n.DOWN)
        way, _, _ = Searcher(self._course.world).find(numbers, TRIES[:2])
        spots = list(self._along(numbers, way))
        if self._flag == flag:
            self._spots = spots

    def _along(self, numbers: Any, way: Way) -> Iterator[tuple[int, int]]:
        """Yield the runner's place along a way, every few ticks."""
        passed = 0
        for ticks, buttons in way:
            for _ in range(ticks):
                self._course.world.run(numbers, buttons, 1)
                passed += 1
                if passed % _EVERY == 0:
                    yield int(numbers[n.X]) + n.WIDE // 2, int(numbers[n.Y]) + n.TALL // 2
                if passed == TICKS:
                    return
