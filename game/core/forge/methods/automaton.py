"""The cellular automaton of caves: a square is rock if enough of its neighbourhood is. All squares are counted at once.

Counts are kept in planes: plane k holds bit k of each square's count.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from game.core.forge.model.bits import Grid


def generation(grid: Grid, rock: int, reach: int, least: int, hood: str) -> int:
    """The rock one generation later. The neighbourhood holds the square itself; outside is rock."""
    whole = rock | grid.around
    rows = _counts_along(whole, reach)
    count: list[int] = []
    for down in range(-reach, reach + 1):
        half = reach - abs(down) if hood == "neumann" else reach
        shift = abs(down) * grid.stride
        moved = [plane << shift if down < 0 else plane >> shift for plane in rows[half]]
        count = _sum(count, moved) if count else moved
    return _at_least(count, least) & grid.inside


def _counts_along(rock: int, reach: int) -> list[list[int]]:
    """For each half width up to `reach`, how many squares of a square's row within it are rock, in planes."""
    found = [[rock]]
    for half in range(1, reach + 1):
        left, right = rock << half, rock >> half
        found.append(_sum(found[-1], [left ^ right, left & right]))
    return found


def _sum(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Counts added, plane by plane, as one adds by hand."""
    found, carry = [], 0
    for a, b in zip_longest(first, second, fillvalue=0):
        differ = a ^ b
        found.append(differ ^ carry)
        carry = a & b | carry & differ
    return [*found, carry] if carry else found


def _at_least(count: Sequence[int], least: int) -> int:
    """Squares with a count of at least `least`: the difference to the next power of two is added, and those carry."""
    lacking = (1 << len(count)) - least
    if lacking < 0:
        return 0
    carry = 0
    for place, plane in enumerate(count):
        carry = plane | carry if lacking >> place & 1 else plane & carry
    return carry
