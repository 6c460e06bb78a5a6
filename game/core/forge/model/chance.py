"""Random numbers of the level methods: whole numbers that follow from a level's number, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from game.core.chance import derive

MODULUS = 2147483647
MOST_NUMBER = MODULUS - 1
"""The highest number of a level; the lowest is 1."""
ThingT = TypeVar("ThingT")


class Chance:
    """A sequence of random numbers. Each stage of a method has its own, so that more monsters never move a wall."""

    __slots__ = ("_state",)

    def __init__(self, number: int, method: str, stage: str) -> None:
        self._state = 1 + derive(number, method, stage) % MOST_NUMBER

    def below(self, count: int) -> int:
        """Return a random whole number from 0 to `count` - 1.

        The code of `next_chance` is repeated here, because a call would take longer than all the rest.

        >>> from game.core.compiled import next_chance
        >>> chance = Chance(7, "bsp", "layout")
        >>> before = chance._state
        >>> chance.below(MODULUS) == next_chance(before)
        True
        """
        self._state = state = self._state * 48271 % MODULUS
        return state * count // MODULUS

    def between(self, low: int, high: int) -> int:
        """Return a random whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def one_of(self, things: Sequence[ThingT]) -> ThingT:
        return things[self.below(len(things))]
