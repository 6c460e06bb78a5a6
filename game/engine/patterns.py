"""The patterns that tell seats apart without colour: the yarn of each knot of a rug, and a shape for names.

A pattern is a function of a knot's place relative to the rug's middle and returns the index of a yarn in
`colour.Yarns`. Each has a coarse form for small rugs, where the fine form would blur.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

MAIN, DARK, CREAM, ACCENT = range(4)

Knots: TypeAlias = Callable[[int, int], int]


class Pattern(NamedTuple):
    """A seat's pattern in a fine and a coarse form, and the shape drawn before the seat's name."""

    fine: Knots
    coarse: Knots
    shape: str


def _stripe(x: int, y: int) -> int:
    band = abs((x + 13) % 26 - 13)
    if band in (0, 3, 13):
        return DARK
    if band in (1, 2):
        return CREAM if (y + band) % 2 else ACCENT
    if band in (7, 10):
        return CREAM
    return ACCENT if band in (8, 9) else MAIN


def _stripe_coarse(x: int, _y: int) -> int:
    return (CREAM, MAIN, MAIN, DARK, MAIN, MAIN)[abs(x) % 6]


def _lattice(x: int, y: int) -> int:
    rising, falling = (x + y) % 8, (x - y) % 8
    if rising == 0 or falling == 0:
        return CREAM
    return DARK if 3 <= rising <= 5 and 3 <= falling <= 5 else MAIN


def _lattice_coarse(x: int, y: int) -> int:
    return CREAM if (x + y) % 6 == 0 or (x - y) % 6 == 0 else MAIN


def _chevron(x: int, y: int) -> int:
    zigzag = abs((y + 4) % 8 - 4)
    return (CREAM, MAIN, MAIN, DARK, ACCENT, DARK, MAIN, MAIN)[(x + zigzag - 2) % 8]


def _chevron_coarse(x: int, y: int) -> int:
    return (CREAM, MAIN, MAIN, DARK, MAIN, MAIN)[(x + abs((y + 3) % 6 - 3)) % 6]


def _dot(x: int, y: int) -> int:
    y = (y + 8) % 16 - 8
    for row, shift, reach in ((0, 0, 2), (-5, 4, 1), (5, 4, 1)):
        distance = abs((x + shift + 4) % 8 - 4) + abs(y - row)
        if distance == 0:
            return DARK
        if distance <= reach:
            return CREAM
    return MAIN


def _dot_coarse(x: int, y: int) -> int:
    return CREAM if (x % 4 == 0 and y % 6 == 0) or (x % 4 == 2 and y % 6 == 3) else MAIN


def _check(x: int, y: int) -> int:
    column, row = (x + 2) % 10, (y + 2) % 10
    if (column < 5) == (row < 5):
        return CREAM if (column % 5, row % 5) == (2, 2) else DARK
    return ACCENT if (column % 5, row % 5) == (2, 2) else MAIN


def _check_coarse(x: int, y: int) -> int:
    return DARK if ((x + 2) % 6 < 3) == ((y + 2) % 6 < 3) else MAIN


def _cross(x: int, y: int) -> int:
    column = (x + 5) % 10 - 5
    row = (y + 5 * (((x + 5) // 10) % 2) + 5) % 10 - 5
    if column == 0 and row == 0:
        return ACCENT
    if (abs(column) <= 3 and row == 0) or (abs(row) <= 3 and column == 0):
        return CREAM
    return DARK if abs(column) == abs(row) == 5 else MAIN


def _cross_coarse(x: int, y: int) -> int:
    column, row = (x + 3) % 6 - 3, (y + 2) % 5 - 2
    return CREAM if (column == 0 and abs(row) <= 1) or (row == 0 and abs(column) <= 1) else MAIN


def _eye(x: int, y: int) -> int:
    ring = (abs((x + 7) % 14 - 7) + abs(y)) % 7
    return (ACCENT, DARK, CREAM, MAIN, MAIN, CREAM, MAIN)[ring]


def _eye_coarse(x: int, y: int) -> int:
    return (DARK, MAIN, CREAM, MAIN)[(abs((x + 4) % 8 - 4) + abs(y)) % 4]


_STEPS = (0, 0, 1, 1, 2, 2, 1, 1)


def _stair(x: int, y: int) -> int:
    level = (y + 2 * _STEPS[x % 8]) % 8
    return (DARK, CREAM, CREAM, DARK, MAIN, MAIN, ACCENT, MAIN)[level]


def _stair_coarse(x: int, y: int) -> int:
    return (CREAM, MAIN, MAIN, DARK, MAIN)[(y + (x // 2) % 2) % 5]


PATTERNS: dict[str, Pattern] = {
    "stripe": Pattern(_stripe, _stripe_coarse, "square"),
    "lattice": Pattern(_lattice, _lattice_coarse, "diamond"),
    "chevron": Pattern(_chevron, _chevron_coarse, "triangle"),
    "dot": Pattern(_dot, _dot_coarse, "disc"),
    "check": Pattern(_check, _check_coarse, "hexagon"),
    "cross": Pattern(_cross, _cross_coarse, "cross"),
    "eye": Pattern(_eye, _eye_coarse, "star"),
    "stair": Pattern(_stair, _stair_coarse, "drop"),
}
"""Patterns by name, in the order of seats."""

SHAPES: tuple[str, ...] = tuple(pattern.shape for pattern in PATTERNS.values())


def bordered(knots: Knots, x: int, y: int, columns: int, rows: int) -> int:
    """Return the yarn of knot (x, y), counted from a corner of the rug: selvedge, check and dark line around a fine
    pattern.
    """
    from_end, from_side = min(x, columns - 1 - x), min(y, rows - 1 - y)
    if from_side == 0 or from_end == 0:
        return DARK
    if from_side == 1:
        return CREAM if x % 2 else MAIN
    if from_end == 1:
        return CREAM
    if from_end == 2:
        return DARK if y % 2 else CREAM
    if from_side == 2 or from_end == 3:
        return DARK
    return knots(x - columns // 2, y - rows // 2)


def edged(knots: Knots, x: int, y: int, columns: int, rows: int) -> int:
    """Return the yarn of knot (x, y), counted from a corner of the rug: one dark line around a coarse pattern."""
    if min(x, columns - 1 - x, y, rows - 1 - y) == 0:
        return DARK
    return knots(x - columns // 2, y - rows // 2)
