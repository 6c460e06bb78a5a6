"""Chance: numbers that follow from a seed and cannot be turned back into it.

Every draw is a hash of the seed and of what the draw is for. A match that is undone or resumed draws the same
die again, and no generator's state has to be saved.

A hash cannot be turned back, but whoever guesses the seed can compute it: `--seed 7` is guessed at once. Where a
program of a stranger plays, a key is drawn that nobody can guess, and everything follows from seed and key together.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from random import Random

SEED_BITS = 64
MOST_KEY = (1 << SEED_BITS) - 1


def derive(seed: int, *labels: str | int) -> int:
    """A 64-bit number for this purpose, one-way.

    >>> derive(7, "bot", 0) != derive(7, "bot", 1)
    True
    """
    text = "/".join([str(seed), *map(str, labels)])
    return int.from_bytes(blake2b(text.encode(), digest_size=SEED_BITS // 8).digest(), "big")


def fresh_key() -> int:
    """A key that nobody can guess, never 0. Whoever runs a match draws it, and keeps it with the result."""
    return 1 + secrets.randbelow(MOST_KEY)


def rooted(seed: int, key: int) -> int:
    """What all of a match follows from: its seed alone with the key 0, as in all matches before there were keys.

    >>> rooted(7, 0), rooted(7, 1) == rooted(7, 2)
    (7, False)
    """
    return derive(seed, "key", key) if key else seed


def as_written(seed: int, key: int) -> str:
    """Seed and key as people copy them, and type them in again.

    >>> as_written(7, 0), as_written(7, 12)
    ('7', '7/12')
    """
    return f"{seed}/{key}" if key else str(seed)


def draw(seed: int, number: int, outcomes: int) -> int:
    """Draw the outcome of step `number` of a match: a number in `range(outcomes)`, each as likely.

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
    """A number of `words` times 64 bits; its last word is what `derive` gives."""
    value = derive(seed, *labels)
    for word in range(1, words):
        value |= derive(seed, *labels, word) << SEED_BITS * word
    return value


def astray(chance: Random, far: int) -> int:
    """A random whole number around 0, roughly normal with standard deviation `far`; the same on every machine."""
    return far * (chance.getrandbits(1024).bit_count() - 512) // 16
