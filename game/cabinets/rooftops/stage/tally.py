"""Count what a person does in a run, tick by tick, for the player profile that generators may ask for."""

from __future__ import annotations

from collections import Counter
from typing import Any

from game.cabinets.rooftops.course import Course
from game.core.forge.physics import numbers as n
from game.core.forge.physics.movers import CRUSHER, DART, FLYER, GIANT, WALKER
from game.core.forge.play import Play

_CAUSES = {n.FELL: "fall", n.SPIKED: "spikes"} | {
    n.TOUCHED + kind: name
    for kind, name in ((WALKER, "walker"), (FLYER, "flyer"), (GIANT, "giant"), (CRUSHER, "crusher"), (DART, "dart"))
}


class Tally:
    """Counts one run from its start."""

    def __init__(self, course: Course) -> None:
        self._course, self._left = course, course.whole
        self._clock = 0
        self._standing = self._jumps = self._failed = 0
        self._deaths: Counter[str] = Counter()
        self._in_jump = False
        self.ended = False
        """Whether the last counted tick ended in a death or at the goal."""

    def after_tick(self, before: Any, after: Any) -> None:
        """Count what one tick has changed."""
        self.ended = False
        if after[n.CLOCK] <= self._clock:
            return
        self._clock = int(after[n.CLOCK])
        self._left = self._course.left(after, self._left)
        if after[n.DEATHS] > before[n.DEATHS]:
            self._deaths[_CAUSES.get(int(after[n.CAUSE]), "")] += 1
            self._failed += self._in_jump
            self._in_jump, self.ended = False, True
        elif not before[n.DEAD]:
            self._count_move(before, after)
            self.ended = bool(after[n.GOAL] and not before[n.GOAL])

    def _count_move(self, before: Any, after: Any) -> None:
        """Count standing and jumps. A jump ends on ground, on a ladder, or by being thrown up."""
        self._standing += bool(before[n.X] == after[n.X] and before[n.Y] == after[n.Y])
        thrown = after[n.SPRUNG] or after[n.STOMPS] > before[n.STOMPS]
        if before[n.GRACE] and not after[n.GRACE] and after[n.SPEED_Y] < 0 and not thrown:
            self._jumps += 1
            self._in_jump = True
        elif after[n.GROUND] or after[n.ON_LADDER] or thrown:
            self._in_jump = False

    def play(self, after: Any) -> Play:
        """Return the record of the run so far."""
        return Play(
            runs=1,
            finished=int(bool(after[n.GOAL])),
            ticks=self._clock,
            standing=self._standing,
            jumps=self._jumps,
            failed_jumps=self._failed,
            coins=int(after[n.COIN_COUNT]),
            stomps=int(after[n.STOMPS]),
            deaths=dict(self._deaths),
            furthest=self._course.share(self._left),
        )
