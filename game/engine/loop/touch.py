"""Fingers on a touch screen: two of them that part or meet turn the wheel, and are no press.

One finger is the pointer already, as SDL tells it; only what needs several is read here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.engine.input import AWAY, InputEvent, PointerReleased, Wheel

STEP: Final = 1.25
"""How much farther apart two fingers must be for one step of the wheel."""


class Fingers:
    """Where each finger is, in design units."""

    def __init__(self) -> None:
        self._down: dict[object, tuple[float, float]] = {}
        self._apart = 0.0
        """Distance of the two fingers at the last step of the wheel."""
        self.several = False
        """Whether more than one finger has been down since none was: then none of them presses anything."""

    def press(self, finger: object, x: float, y: float) -> Sequence[InputEvent]:
        """Take a finger that was laid on. The second one takes back the press of the first."""
        self._down[finger] = x, y
        if len(self._down) != 2:
            return ()
        self._apart = self._distance()
        fresh, self.several = not self.several, True
        return (PointerReleased(AWAY, AWAY),) if fresh else ()

    def move(self, finger: object, x: float, y: float) -> Sequence[InputEvent]:
        """Take a movement; return a step of the wheel between two fingers that are farther apart, or closer."""
        if finger not in self._down:
            return ()
        self._down[finger] = x, y
        if len(self._down) != 2:
            return ()
        apart = self._distance()
        steps = 1 if apart >= self._apart * STEP else -1 if apart * STEP <= self._apart else 0
        if not steps:
            return ()
        self._apart = apart
        (left, top), (right, bottom) = self._down.values()
        return (Wheel((left + right) / 2, (top + bottom) / 2, steps),)

    def lift(self, finger: object) -> None:
        """Take a finger that was lifted."""
        self._down.pop(finger, None)
        if not self._down:
            self.several = False

    def _distance(self) -> float:
        one, other = self._down.values()
        return max(1.0, math.dist(one, other))
