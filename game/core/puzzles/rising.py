"""The order of a storm: at random, but ever harder."""

from __future__ import annotations

from collections.abc import Callable

STEPS = 24
"""After this many puzzles come the hardest ones."""


def next_place(left: int, number: int, draw: Callable[[int], int]) -> int:
    """Return which of the `left` puzzles that were not shown yet comes as `number`, from 0; they lie by difficulty.

    `draw` returns a random number below the one it is given.

    >>> [next_place(48, number, lambda many: many - 1) for number in (0, 12, 24, 99)]
    [1, 24, 47, 47]
    """
    width = max(1, left // STEPS)
    start = min(number, STEPS) * (left - width) // STEPS
    return start + draw(width)
