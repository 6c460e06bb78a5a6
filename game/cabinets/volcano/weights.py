"""Weights of the expert's value, in thousandths, by option and seats. Made by `build/fit_volcano.py`."""

from __future__ import annotations

from typing import Final

_WEIGHTS: Final[dict[tuple[str, int], str]] = {
    ("one", 2): (
        "2600 2000 60 66 400 166 50 13 175 66 10 -3 0 -300 5 5 5 4500 0 -500 "
        "2600 2000 60 66 400 166 50 13 175 66 10 -3 0 -300 5 5 5 1500 0 -500"
    ),
    ("many", 2): (
        "1066 1934 17 65 506 100 92 -8 346 18 8 -68 104 -148 -5 76 30 6278 -143 -1835 "
        "856 1735 21 72 449 99 86 -6 267 5 22 -54 50 -181 -1 76 32 1941 -3 -1375"
    ),
}
"""The twenty features for whoever moves next, then for the others."""


def weights_of(builds: str, seats: int) -> tuple[int, ...]:
    """The weights for a match: of the nearest number of seats that was fitted."""
    fitted = min((key for key in _WEIGHTS if key[0] == builds), key=lambda key: abs(key[1] - seats))
    return tuple(map(int, _WEIGHTS[fitted].split()))
