"""Chance: numbers that follow from a seed and cannot be turned back into it.

Every draw is a hash of the seed and of what the draw is for. A match that is undone or resumed draws the same
die again, no bot can reach the dice from the seed it was given, and no generator's state has to be saved.
"""

from __future__ import annotations

from hashlib import blake2b

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

    What would favour the low numbers is drawn again.

    >>> all(0 <= draw(1, number, 6) < 6 for number in range(100))
    True
    """
    if outcomes < 1:
        raise ValueError(f"a draw needs at least one outcome, not {outcomes}")
    fair = (1 << SEED_BITS) // outcomes * outcomes
    attempt = 0
    while (value := derive(seed, "chance", number, attempt)) >= fair:
        attempt += 1
    return value % outcomes
