"""Weights of the expert's value, in thousandths, by option and seats. Made by `build/fit_volcano.py`."""

from __future__ import annotations

from typing import Final

_SAME = {
    "one": (2600, 2000, 60, 66, 400, 166, 50, 13, 175, 66, 10, -3, 0, -300, 5, 5, 5, 1500, 0, -500),
    "many": (1200, 1500, 0, 25, 200, 166, 50, -3, 400, 66, 20, -33, -100, -200, 0, 40, 0, 2500, 0, -2000),
}
_NEXT = {key: (*row[:17], 6000, *row[18:]) for key, row in _SAME.items()}
WEIGHTS: Final[dict[tuple[str, int], tuple[int, ...]]] = {
    (builds, 2): _NEXT[builds] + _SAME[builds] for builds in _SAME
}


def weights_of(builds: str, seats: int) -> tuple[int, ...]:
    """The weights for a match."""
    return WEIGHTS.get((builds, seats)) or WEIGHTS[builds, 2]
