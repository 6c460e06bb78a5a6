"""Where a ship, truck or bus is drawn: at even speed between the places that views told."""

from __future__ import annotations

from typing import Final

from game.engine.tween import Point, lerp_point

_KEPT: Final = 5
"""Number of places kept for a vehicle, as the picture lags a step or two behind."""


class Floating:
    """The places of one ship, truck or bus, each at a tick."""

    def __init__(self) -> None:
        self._spots: list[tuple[int, Point]] = []

    def add(self, tick: int, spot: Point) -> None:
        """Add the vehicle's place at a tick; a second place at the same tick replaces the first."""
        if self._spots and self._spots[-1][0] == tick:
            self._spots.pop()
        self._spots.append((tick, spot))
        del self._spots[:-_KEPT]

    def settle(self) -> None:
        """Keep only the last place, so that the vehicle is drawn there at once."""
        del self._spots[:-1]

    def at(self, tick: float) -> Point:
        """Return where the vehicle is drawn at a tick."""
        before = self._spots[0]
        for after in self._spots[1:]:
            if tick < after[0]:
                share = max(0.0, (tick - before[0]) / (after[0] - before[0]))
                return lerp_point(before[1], after[1], share)
            before = after
        return before[1]
