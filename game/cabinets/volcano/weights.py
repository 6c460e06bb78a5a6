"""Weights of the expert's value in thousandths, by option and number of seats; made by `build/fit_volcano.py`."""

from __future__ import annotations

from typing import Final

_WEIGHTS: Final[dict[tuple[str, int], str]] = {
    ("one", 2): (
        "3484 2410 71 43 624 112 105 18 163 20 12 -4 7 -85 7 3 12 4835 47 -485 "
        "3661 2189 70 58 620 83 87 13 126 34 17 -9 15 -46 7 5 15 2207 0 -521"
    ),
    ("many", 4): (
        "607 2393 20 66 354 28 101 -12 224 45 -2 -75 52 -241 3 120 35 5728 -116 -2450 "
        "649 2103 23 62 368 40 83 -10 125 29 12 -35 -2 -270 6 113 39 903 53 -1749"
    ),
    ("many", 2): (
        "607 2393 20 66 354 28 101 -12 224 45 -2 -75 -1600 -241 3 120 35 5728 -116 -2450 "
        "649 2103 23 62 368 40 83 -10 125 29 12 -35 -1600 -270 6 113 39 903 53 -1749"
    ),
}
"""Weights of the twenty features for the seat that moves next, then for the others."""


def weights_of(builds: str, seats: int) -> tuple[int, ...]:
    """Return the weights for a match, of the nearest number of seats that was fitted."""
    fitted = min((key for key in _WEIGHTS if key[0] == builds), key=lambda key: abs(key[1] - seats))
    return tuple(map(int, _WEIGHTS[fitted].split()))
