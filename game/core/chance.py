"""Chance: numbers that follow from a seed and cannot be turned back into it.

Every draw is a hash of the seed and of what the draw is for. A match that is undone or resumed draws the same
die again, no bot can reach the dice from the seed it was given, and no generator's state has to be saved.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random

SEED_BITS = 64


def derive(seed: int, *labels: str | int) -> int:
    """A 64-bit number for this purpose, one-way.

    >>> derive(7, "bot", 0) != derive(7, "bot", 1)
    True
    """
    text = "/".join([str(seed), *map(str, labels)])
    return int.from_bytes(blake2b(text.encode(), digest_size=SEED_BITS // 8).digest(), "big")


def draw(seed: int, number: int, outcomes: int) -> int:
    """The outcome of step `number` of a match: a number in `range(outcomes)`, each as likely.

    >>> all(0 <= draw(1, number, 6) < 6 for number in range(100))
    True
    """
    return fair(outcomes, seed, "chance", number)


def fair(outcomes: int, seed: int, *labels: str | int) -> int:
    """A number in `range(outcomes)` for this purpose, each as likely; there may be any number of outcomes.

    What would favour the low numbers is drawn again.
    """
    if outcomes < 1:
        raise ValueError(f"a draw needs at least one outcome, not {outcomes}")
    words = max(1, -(-(outcomes - 1).bit_length() // SEED_BITS))
    limit = (1 << SEED_BITS * words) // outcomes * outcomes
    attempt = 0
    while (value := _number(words, seed, *labels, attempt)) >= limit:
        attempt += 1
    return value % outcomes


def _number(words: int, seed: int, *labels: str | int) -> int:
    """A number of so many times 64 bits; its last word is what `derive` gives."""
    value = derive(seed, *labels)
    for word in range(1, words):
        value |= derive(seed, *labels, word) << SEED_BITS * word
    return value


def astray(chance: Random, far: int) -> int:
    """A whole number about 0, as a bell has it, with this standard deviation; the same on every machine."""
    return far * (chance.getrandbits(1024).bit_count() - 512) // 16
