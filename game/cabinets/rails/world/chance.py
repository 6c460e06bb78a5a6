"""Pseudo-random numbers that follow from a map's number: the same in every language, compiled or not."""

from __future__ import annotations

from typing import Final

_MASK: Final = (1 << 61) - 1
_STEP: Final = 0x1E3779B97F4A7C15 & _MASK
_FIRST: Final = 0x1BF58476D1CE4E5B & _MASK
_SECOND: Final = 0x14D049BB133111EB & _MASK


def mixed(number: int, counter: int) -> int:
    """Return a whole number in range(2⁶¹) that looks random, from a map's number and how many were drawn before (a
    mixer of products modulo 2⁶¹, after Steele et al., 2014).
    """
    value = (number % (_MASK + 1) + (number >> 61) * _FIRST + (counter + 1) * _STEP) & _MASK
    value = (value ^ value >> 29) * _FIRST & _MASK
    value = (value ^ value >> 26) * _SECOND & _MASK
    return value ^ value >> 30


class Counter:
    """Draws random numbers one after another, all following from the number of a map."""

    def __init__(self, number: int, start: int) -> None:
        self._number = number
        self._counter = start

    def below(self, count: int) -> int:
        """Return a random number in range(count)."""
        self._counter += 1
        return (mixed(self._number, self._counter) >> 8) % count

    def between(self, low: int, high: int) -> int:
        """Return a number in low … high."""
        return low + self.below(high - low + 1)
