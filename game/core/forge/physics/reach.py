"""How far a runner can jump. Platform generators build by these numbers, and a test confirms them by search."""

from __future__ import annotations

from typing import Final

HIGHEST, LOWEST = 4, -8
"""Range of rises of a landing in rows: no jump lands higher, and generators treat lower landings like the lowest."""

WIDEST: Final = dict(zip(range(HIGHEST, LOWEST - 1, -1), (6, 7, 7, 8, 8, 9, 9, 10, 10, 10, 11, 11, 12), strict=True))
"""Widest gap in squares that can be jumped at full speed, by the rise of the landing."""
COMFORTABLE: Final = dict(zip(range(HIGHEST, LOWEST - 1, -1), (5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 10, 10, 11), strict=True))
"""Widest gap that is jumped by a press in any of the last five ticks that count:
three on ground, two after leaving it."""
_BUILT: Final = dict(zip(range(3, LOWEST - 1, -1), (5, 5, 6, 6, 7, 7, 8, 8, 8, 8, 8, 8), strict=True))
HIGHEST_BUILT: Final = max(_BUILT)


def widest_built(rise: int) -> int:
    """Return the widest gap in squares that a generator builds before a landing `rise` rows higher; 0 for no gap.

    >>> widest_built(0), widest_built(4), widest_built(-20)
    (6, 0, 8)
    """
    return 0 if rise > HIGHEST_BUILT else _BUILT[max(LOWEST, rise)]
