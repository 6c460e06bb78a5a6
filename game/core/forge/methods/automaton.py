"""The cellular automaton of caves: a square becomes rock if enough of its neighbourhood is rock.

All squares are counted at once. Counts are kept in planes: plane k holds bit k of each square's count.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from game.core.forge.model.bits import Grid


def generation(grid: Grid, rock: int, reach: int, least: int, hood: str) -> int:
    """Return the rock one generation later: squares with at least `least` squares of rock in their neighbourhood.

    The neighbourhood includes the square itself and reaches `reach` squares far, as a square (`hood` "moore") or a
    diamond ("neumann"). Outside the grid all is rock.
    """
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
    """Return for each half width up to `reach` how many squares of the row within it are rock, in planes."""
    found = [[rock]]
    for half in range(1, reach + 1):
        left, right = rock << half, rock >> half
        found.append(_sum(found[-1], [left ^ right, left & right]))
    return found


def _sum(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Return the sums of two sets of counts, added plane by plane with carry."""
    found, carry = [], 0
    for a, b in zip_longest(first, second, fillvalue=0):
        differ = a ^ b
        found.append(differ ^ carry)
        carry = a & b | carry & differ
    return [*found, carry] if carry else found


def _at_least(count: Sequence[int], least: int) -> int:
    """Return the squares whose count is at least `least`.

    The difference between `least` and the next power of two is added to all counts; the squares that overflow are the
    result.
    """
    lacking = (1 << len(count)) - least
    if lacking < 0:
        return 0
    carry = 0
    for place, plane in enumerate(count):
        carry = plane | carry if lacking >> place & 1 else plane & carry
    return carry
