"""For who died several times at one flag: where a way leads on from there, as footprints."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, Final

from game.cabinets.rooftops.course import Course
from game.core.forge.physics import numbers as n
from game.core.forge.proof.platform import TRIES, Searcher, Way

AFTER: Final = 3
"""Deaths at one flag after which a way is shown."""
TICKS: Final = 240
"""Of the way that is shown."""
_EVERY: Final = 8
_Spots = list[tuple[int, int]]


class Footprints:
    """Of one person. A way that the level carries is shown; else one is searched, once, beside the picture."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._flag = (0, 0)
        self._deaths = 0
        self._spots: _Spots = []
        self.searching: threading.Thread | None = None

    def died(self, numbers: Any) -> None:
        """The runner of these numbers has died."""
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
        """Middles of a runner on the way, in units; none before that many deaths, and none at another flag."""
        return self._spots if (int(numbers[n.BACK_X]), int(numbers[n.BACK_Y])) == self._flag else []

    def _carried(self, back: int) -> _Spots:
        """The part of the level's own way from the first tick at the flag on."""
        world, begun = self._course.world, self._course.world.runner()
        pressed = [buttons for ticks, buttons in self._course.level.way for _ in range(ticks)]
        for tick, buttons in enumerate(pressed):
            if int(begun[n.X]) >= back:
                return list(self._along(begun, tuple((1, held) for held in pressed[tick:])))
            world.run(begun, buttons, 1)
        return []

    def _search(self, numbers: Any, flag: tuple[int, int]) -> None:
        """Look for a way from the flag on, for a runner that is back there in the tick of its death."""
        self._course.world.run(numbers, 0, n.DOWN)
        way: Way = ()
        for ticks, weight, most in TRIES[:2]:
            way, _, _ = Searcher(self._course.world).look(numbers, ticks, weight, most)
            if way:
                break
        spots = list(self._along(numbers, way))
        if self._flag == flag:
            self._spots = spots

    def _along(self, numbers: Any, way: Way) -> Iterator[tuple[int, int]]:
        """Where a runner is along a way, every few ticks."""
        passed = 0
        for ticks, buttons in way:
            for _ in range(ticks):
                self._course.world.run(numbers, buttons, 1)
                passed += 1
                if passed % _EVERY == 0:
                    yield int(numbers[n.X]) + n.WIDE // 2, int(numbers[n.Y]) + n.TALL // 2
                if passed == TICKS:
                    return
