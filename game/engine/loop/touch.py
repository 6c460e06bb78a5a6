"""Fingers on a touch screen: one that rests asks; two pan, turn the wheel by parting or meeting, and press nothing.

One finger is the pointer already, as SDL tells it; only what needs several is read here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.engine.input import AWAY, Held, InputEvent, Panned, PointerReleased, Wheel

STEP: Final = 1.25
"""How much farther apart two fingers must be for one step of the wheel."""
RESTS: Final = 0.45
"""Seconds after which a finger that was laid on and did not move asks what is there."""
_STILL: Final = 10.0
"""Design units that a resting finger may stray."""


class Rest:
    """Whether the finger that is the pointer rests where it was laid on."""

    def __init__(self) -> None:
        self._at: tuple[float, float] | None = None
        self._due: float | None = None

    def begin(self, x: float, y: float, now: float) -> None:
        """Begin to wait for a finger that was laid on."""
        self._at, self._due = (x, y), now + RESTS

    def move(self, x: float, y: float) -> None:
        """End the waiting if the finger has moved away."""
        if self._at is not None and math.dist(self._at, (x, y)) > _STILL:
            self.end()

    def end(self) -> None:
        """Wait no more: the finger was lifted, or it is not alone."""
        self._at = self._due = None

    def read(self, now: float) -> Sequence[InputEvent]:
        """Return what a finger that has rested long enough asks, once."""
        if self._at is None or self._due is None or now < self._due:
            return ()
        self._due = None
        return (Held(*self._at),)


class Fingers:
    """Where each finger is, in design units."""

    def __init__(self) -> None:
        self._down: dict[object, tuple[float, float]] = {}
        self._apart = 0.0
        """Distance of the two fingers at the last step of the wheel."""
        self.several = False
        """Whether more than one finger has been down since none was: then none of them presses anything."""

    @property
    def down(self) -> int:
        """How many fingers are down."""
        return len(self._down)

    def press(self, finger: object, x: float, y: float) -> Sequence[InputEvent]:
        """Take a finger that was laid on. The second one takes back the press of the first."""
        self._down[finger] = x, y
        if len(self._down) != 2:
            return ()
        self._apart = self._distance()
        fresh, self.several = not self.several, True
        return (PointerReleased(AWAY, AWAY),) if fresh else ()

    def move(self, finger: object, x: float, y: float) -> Sequence[InputEvent]:
        """Take a movement. Return how two fingers pan, and a step of the wheel if they are farther apart, or closer."""
        if finger not in self._down:
            return ()
        before = self._down[finger]
        self._down[finger] = x, y
        if len(self._down) != 2:
            return ()
        (left, top), (right, bottom) = self._down.values()
        middle = (left + right) / 2, (top + bottom) / 2
        panned = Panned(*middle, (x - before[0]) / 2, (y - before[1]) / 2)
        apart = self._distance()
        steps = 1 if apart >= self._apart * STEP else -1 if apart * STEP <= self._apart else 0
        if not steps:
            return (panned,)
        self._apart = apart
        return panned, Wheel(*middle, steps)

    def lift(self, finger: object) -> None:
        """Take a finger that was lifted."""
        self._down.pop(finger, None)
        if not self._down:
            self.several = False

    def _distance(self) -> float:
        one, other = self._down.values()
        return max(1.0, math.dist(one, other))
