"""Chance: numbers that follow from a seed, and from which the seed cannot be computed.

Every draw is a hash of the seed and of what the draw is for. A match that is undone or resumed draws the same die
again, and no generator's state has to be saved.

A hash cannot be inverted, but somebody who guesses the seed can compute it, and `--seed 7` is easily guessed. Where a
stranger's program plays, a key is drawn that nobody can guess, and all draws follow from seed and key together.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from random import Random

SEED_BITS = 64
MOST_KEY = (1 << SEED_BITS) - 1


def derive(seed: int, *labels: str | int) -> int:
    """Return a 64-bit number that depends on the seed and on the labels of its purpose; it does not reveal the seed.

    >>> derive(7, "bot", 0) != derive(7, "bot", 1)
    True
    """
    text = "/".join([str(seed), *map(str, labels)])
    return int.from_bytes(blake2b(text.encode(), digest_size=SEED_BITS // 8).digest(), "big")


def fresh_key() -> int:
    """Draw a key that nobody can guess, never 0. The program that runs a match keeps it with the result."""
    return 1 + secrets.randbelow(MOST_KEY)


def rooted(seed: int, key: int) -> int:
    """Return the number that all draws of a match follow from. With key 0, as in matches older than keys, it is the
    seed.

    >>> rooted(7, 0), rooted(7, 1) == rooted(7, 2)
    (7, False)
    """
    return derive(seed, "key", key) if key else seed


def as_written(seed: int, key: int) -> str:
    """Return seed and key as people copy them and type them in again.

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
    """Return a number in `range(outcomes)` for a purpose, each as likely; `outcomes` may exceed 64 bits.

    A hash beyond the last whole multiple of `outcomes` is drawn again, so that low numbers are not favoured. Raises
    ValueError for fewer than one outcome.
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
    """Return a hash of `words` times 64 bits, whose lowest word is what `derive` returns."""
    value = derive(seed, *labels)
    for word in range(1, words):
        value |= derive(seed, *labels, word) << SEED_BITS * word
    return value


def astray(chance: Random, far: int) -> int:
    """Return a random whole number near 0, roughly normal with standard deviation `far`, the same on every machine."""
    return far * (chance.getrandbits(1024).bit_count() - 512) // 16
