"""Whether one comes from M to F in the letters of the Mario AI framework, by a table of what its player can jump."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

RISE, HANG = 4, 2
"""Rows that a jump leads up, and columns at its height; it falls a row a column, so it spans ten columns of a level."""
SOLID, CARRIES = frozenset("X#S!t*"), frozenset("X#S!t*%")


def furthest(text: str) -> tuple[int, int] | None:
    """The square from which one comes no further; None where the goal is reached."""
    rows = text.splitlines()
    high, wide = len(rows), len(rows[0])
    start, goal = _place(rows, "M"), _place(rows, "F")

    def hard(x: int, y: int) -> bool:
        return not 0 <= x < wide or (0 <= y < high and rows[y][x] in SOLID)

    def carried(x: int, y: int) -> bool:
        return 0 <= y + 1 < high and rows[y + 1][x] in CARRIES

    begun = (*start, 0, 0, True)
    seen, waiting, best = {begun}, deque([begun]), start
    while waiting:
        x, y, rise, hang, falls = waiting.popleft()
        if (x, y) == goal:
            return None
        if y >= high:
            continue
        after = []
        if falls and carried(x, y):
            best = max(best, (x, y))
            after = [(x + side, y, 0, 0, True) for side in (-1, 1)] + [(x, y, RISE, HANG, False)]
        elif falls:
            sides = [side for side in (-1, 1) if not hard(x + side, y)]
            after = [(x + side, y + 1, 0, 0, True) for side in (0, *sides)]
        else:
            if rise and not hard(x, y - 1):
                after = [(x + side, y - 1, rise - 1, hang, False) for side in (-1, 0, 1)]
            if hang:
                after += [(x + side, y, 0, hang - 1, False) for side in (-1, 1)]
            after.append((x, y, 0, 0, True))
        for state in after:
            if state not in seen and not hard(state[0], state[1]):
                seen.add(state)
                waiting.append(state)
    return best


def _place(rows: Sequence[str], letter: str) -> tuple[int, int]:
    return next((row.index(letter), y) for y, row in enumerate(rows) if letter in row)
