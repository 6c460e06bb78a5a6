"""From the places of a hand to the points of a stroke: resample, average, simplify; and the curve that is shown.

The curve goes through the points that are sent, so everybody sees the same line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from game.cabinets.sketch.freehand.curves import Place, bends_of, simplified, through
from game.cabinets.sketch.freehand.points import MOST_POINTS, Points, flat, inked, inside, pairs

SPACING: Final = 3.0
"""Canvas units between the places of a hand after resampling."""
TOLERANCE: Final = 1.5
_ROUGHER: Final = 1.5
_CHORD: Final = 5.0
"""Canvas units between the points of a curve on screen."""
_OPEN: Final = 48
"""Resampled places after which a line's end is looked at, for what of it has settled."""
_BEND: Final = 4
"""Resampled places at either end of a straight way that its bends may move."""


class Smoother:
    """A line that is smoothed while it grows. What has settled is not looked at again, so a further place costs the
    same at the end of a long line as of a short one.
    """

    def __init__(self, settled: Iterable[tuple[int, int]] = ()) -> None:
        """`settled`: points of an earlier smoothing, which the line goes on from."""
        self.settled: list[tuple[int, int]] = list(settled)
        """Points that no longer change; only ever appended to."""
        self._kept = self.settled.copy()
        """The same, with fewer points where the line would have more than a stroke may have."""
        self.tolerance = TOLERANCE
        """By how many units the line was last simplified, to have no more points."""
        last = [(float(x), float(y)) for x, y in self.settled[-1:]]
        self._even = last[:]
        """The last two resampled places."""
        self._open = last
        """The averaged places from the last settled point on."""
        self._last = last[0] if last else None
        self._due = SPACING

    def add(self, hand: Iterable[Place]) -> None:
        """Go on through further places of the hand."""
        for place in hand:
            if self._last is None:
                self._even, self._open, self._last = [place], [place], place
                self.settled += rounded([place])
                self._kept = self.settled.copy()
            else:
                self._go(self._last, place)

    def _go(self, start: Place, end: Place) -> None:
        """Resample a straight way. Of a long one only the ends are looked at: between them nothing bends."""
        far = math.dist(start, end)
        count = int((far - self._due) / SPACING) + 1 if far >= self._due else 0

        def at(number: int) -> Place:
            share = (self._due + number * SPACING) / far
            return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

        if count > 2 * _BEND:
            for number in range(_BEND):
                self._take(at(number))
            self._even = [at(count - _BEND - 1), at(count - _BEND)]
            first = count - _BEND + 1
        else:
            first = 0
        for number in range(first, count):
            self._take(at(number))
        self._due += count * SPACING - far
        self._last = end

    def _take(self, even: Place) -> None:
        if len(self._even) == 2:
            self._open.append(_mean(*self._even, even))
        self._even = [self._even[-1], even]
        if len(self._open) >= _OPEN:
            self._settle()

    def _settle(self) -> None:
        """Settle the open end but for its last bend; all of it where it is too long without one."""
        bends = bends_of(self._open, TOLERANCE)
        if len(bends) > 2:
            bends.pop()
        elif len(self._open) < 2 * _OPEN:
            return
        fresh = rounded(self._open[bend] for bend in bends)[1:]
        self.settled += fresh
        self._kept += fresh
        self._open = self._open[bends[-1] :]

    @property
    def end(self) -> Points:
        """The points that follow the settled ones, and may still change."""
        if self._last is None:
            return ()
        last = [] if self._even[-1] == self._last else [self._last]
        if len(self._even) == 2:
            last = [_mean(*self._even, self._last), self._last] if last else [self._even[-1]]
        return rounded(simplified([*self._open, *last], TOLERANCE))[1:]

    @property
    def points(self) -> Points:
        """All points, at most MOST_POINTS; of a longer line, its older part is simplified more."""
        end = self.end
        if len(self._kept) + len(end) > MOST_POINTS:
            thin, self.tolerance = thinned(self._kept, MOST_POINTS * 7 // 8 - len(end), self.tolerance)
            self._kept = list(thin)
        return (*self._kept, *end)


def _mean(*places: Place) -> Place:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def thinned(points: Sequence[tuple[int, int]], most: int, tolerance: float = TOLERANCE) -> tuple[Points, float]:
    """Simplify a line of whole units until it has at most so many points, two or more: by a tolerance, and by rougher
    ones while that is not enough. Return the last tolerance, too.
    """
    line = tuple(points)
    while len(line) > most:
        line = rounded(simplified([(float(x), float(y)) for x, y in line], tolerance))
        tolerance *= _ROUGHER if len(line) > most else 1.0
    return line, tolerance


def smoothed(hand: Sequence[Place], longest: int, most: int = MOST_POINTS) -> tuple[int, ...]:
    """Turn the places of a hand, in canvas units, into the numbers of a stroke as the rules take them.

    At most `most` points; what exceeds `longest` is cut (0 is no limit). Empty for no place at all.
    """
    smoother = Smoother()
    smoother.add(hand)
    return flat(inked(thinned(smoother.points, most)[0], longest))


def curve(points: Sequence[int]) -> list[Place]:
    """Return the Catmull–Rom curve through the points of a stroke, dense enough to be drawn with straight lines."""
    return curve_part(pairs(points), 0)


def curve_part(points: Sequence[tuple[int, int]], first: int, stop: int | None = None) -> list[Place]:
    """Return the curve from the point of index `first` to that before `stop`, as it lies in the curve through all."""
    stop = len(points) if stop is None else stop
    line = [(float(x), float(y)) for x, y in points[max(0, first - 1) : stop + 1]]
    before = line.pop(0) if first else None
    after = line.pop() if stop < len(points) else None
    return through(line, _CHORD, before=before, after=after)


def rounded(line: Iterable[Place]) -> Points:
    """Round a line to whole units on the canvas, no point twice in a row."""
    return inside((round(x), round(y)) for x, y in line)
