"""Where a ship, a truck or a bus is seen: evenly between the spots that views told."""

from __future__ import annotations

from typing import Final

from game.engine.tween import Point, lerp_point

_KEPT: Final = 5
"""Spots that are kept: the picture lags a step or two behind."""


class Floating:
    """One feeder's spots, each at a tick."""

    def __init__(self) -> None:
        self._spots: list[tuple[int, Point]] = []

    def add(self, tick: int, spot: Point) -> None:
        """It was there at a tick; told twice, the later counts."""
        if self._spots and self._spots[-1][0] == tick:
            self._spots.pop()
        self._spots.append((tick, spot))
        del self._spots[:-_KEPT]

    def settle(self) -> None:
        """It is where it was told last."""
        del self._spots[:-1]

    def at(self, tick: float) -> Point:
        """Where it is seen at a tick."""
        before = self._spots[0]
        for after in self._spots[1:]:
            if tick < after[0]:
                share = max(0.0, (tick - before[0]) / (after[0] - before[0]))
                return lerp_point(before[1], after[1], share)
            before = after
        return before[1]
