"""Weights of the expert's features, in thousandths, by option and seats. Made by `build/volcano_weights.py`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[dict[tuple[str, int], tuple[int, ...]]] = {
    ("one", 2): (3000, 2200, 60, 200, 1200, 500, 150, 40, 525, 200, 30, -10, 0, -300),
    ("many", 2): (3000, 2500, 60, 75, 600, 500, 150, -10, 1600, 200, 60, -100, -200, -1040),
}
"""Temples, towers, huts, settlements; of settlements without a temple those that are ready, of two hexagons, of one,
and free fields beside them; of those without a tower those with a free level 3 beside, or a level 2; free places for
new huts; more ready settlements than temples; huts that will be missing; one hut left or none."""


def weights_of(builds: str, seats: int) -> tuple[int, ...]:
    """The weights for a match."""
    return WEIGHTS.get((builds, seats)) or WEIGHTS[builds, 2]
