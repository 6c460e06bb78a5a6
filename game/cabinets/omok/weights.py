"""What points are worth to the master: numbers fitted to its own games (build/omok_worths.py)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

FINE: Final = 16
"""Parts of one unit in which positions are judged; 200 units stand for odds of e : 1."""
KINDS: Final = 16
PAIRS: Final = KINDS * (KINDS + 1) // 2
FILE: Final = Path(__file__).parent / "data" / "worths.txt"
_KIND: Final = (0, 0, 1, 2, 3, 4, 7, 9, 10, 12, 22, 25, 26, 60, 60, 60)
"""What each kind counts before anything is fitted."""


def pair(first: int, second: int) -> int:
    """Return the index of a pair of kinds; `first` must be the greater."""
    return first * (first + 1) // 2 + second


def tried() -> list[int]:
    """Return how promising a stone is: by what it makes in one direction, then by its class."""
    return [0, 0, 2, 4, 6, 7, 14, 18, 20, 22, 50, 54, 56, 90, 90, 200, 0, 0, 100, 10, 150, 400, 1000, 0]


@lru_cache
def judged(name: str) -> list[int]:
    """Return the fitted weights stored under `name`, in FINE parts.

    First the bonus for being to move; then, for each `pair` of the best shapes a point makes in two directions, its
    worth to the side to move; then its worth to the other side. A name that the file lacks gets the weights that
    fitting begins from.
    """
    for line in FILE.read_text("ascii").splitlines():
        words = line.split()
        if words[0] == name:
            return [int(word) for word in words[1:]]
    return begun()


def begun() -> list[int]:
    """Return the weights that fitting begins from."""
    own = [
        FINE * (_KIND[first] + _KIND[second] * (1 if second < 6 else 2))
        for first in range(KINDS)
        for second in range(first + 1)
    ]
    return [0, *own, *(each * 5 // 6 for each in own)]
