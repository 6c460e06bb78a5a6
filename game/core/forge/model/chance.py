"""Random numbers of the level methods: whole numbers that follow from a level's number, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from struct import unpack
from typing import Self, TypeVar

from game.core.chance import SEED_BITS, derive

MODULUS = 2147483647
MOST_NUMBER = MODULUS - 1
"""The highest number of a level that a person may name; the lowest is 1. Higher numbers are those of secret levels."""
ThingT = TypeVar("ThingT")


def secret_number(number: int, *labels: str | int) -> int:
    """Return the number of a level whose seen parts must not tell its unseen ones, from the number of its match.

    It has 64 bits and is above `MOST_NUMBER`.
    """
    return MODULUS + derive(number, *labels)


class Chance:
    """A sequence of random numbers. Each stage of a method has its own, so that more monsters never move a wall.

    For a number up to `MOST_NUMBER` it has 31 bits, which are quickly tried out; for a higher one, that of a secret
    level, nothing that was drawn tells what will be drawn.
    """

    __slots__ = ("_state",)

    def __new__(cls, number: int, method: str, stage: str) -> Self:
        kind: type[Self] = _SecretChance if number > MOST_NUMBER else cls  # type: ignore[assignment]
        return super().__new__(kind)

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


class _SecretChance(Chance):
    """A sequence of hashes, from which neither the number nor any other hash can be computed."""

    __slots__ = ("_drawn", "_key", "_words")

    def __init__(self, number: int, method: str, stage: str) -> None:
        self._key = blake2b(f"{number}/{method}/{stage}".encode(), digest_size=32).digest()
        self._drawn = 0
        self._words: list[int] = []

    def below(self, count: int) -> int:
        if not self._words:
            self._drawn += 1
            block = blake2b(self._drawn.to_bytes(8, "big"), key=self._key).digest()
            self._words.extend(unpack(">8Q", block))
        return self._words.pop() * count >> SEED_BITS
