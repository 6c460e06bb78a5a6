"""What a stone on each empty point of a line would make in that line, by the line's stones alone.

A line is two numbers of LONGEST bits, bit 0 its first point: the stones of one colour, and its walls (stones of the
other colour, and everything beyond its end). Definitions: International Rules of Renju (RIF, 1996), sections 3 and 9.
"""

from __future__ import annotations

from typing import Final

from game.core.compiled import bit_count, compiled, remembered

LONGEST: Final = 20
ALL: Final = (1 << LONGEST) - 1
NOTHING, TWO, CLOSED_THREE, THREE, FOUR, STRAIGHT_FOUR, TWO_FOURS, FIVE = range(8)
"""What a stone makes in one direction. One stone more turns a TWO into a THREE, a CLOSED_THREE into a FOUR, and a THREE
into a STRAIGHT_FOUR. A row too long to be a five is NOTHING."""
WORTH: Final = (0, 5, 5, 18, 18, 110, 110, 0)
"""By shape: what an empty point counts when a whole position is judged."""
_FOURS: Final = 1 << 32
_WINNING: Final = 1 << 40
_FIVES: Final = 1 << 48


@remembered
def made_in(own: int, walls: int, exact: int) -> int:
    """Return what a stone makes on every point of a line: three numbers of LONGEST bits side by side.

    They are the lowest, the middle and the highest bit of each point's shape, TWO … FIVE. `exact` is 1 if only a row of
    exactly five wins. A point of a line completes at most one four above it and one below it, so two masks are enough
    to find the points that make two fours.
    """
    if own == 0:
        return 0
    own, walls = own << 1, walls << 1 | 1 | 1 << (LONGEST + 1)
    five = above = below = closed = straight = three = two = 0
    for start in range(1, LONGEST - 3):
        stones = own >> start & 31
        if stones == 0 or walls >> start & 31 or (exact and (own >> (start - 1) & 1 or own >> (start + 5) & 1)):
            continue
        gaps = (31 ^ stones) << start
        count = bit_count(stones)
        if count == 4:
            five |= gaps
        elif count == 3:
            lower = gaps & -gaps
            above |= lower
            below |= gaps ^ lower
        elif count == 2:
            closed |= gaps
    for start in range(1, LONGEST - 4):
        stones = own >> start & 30
        if stones == 0 or walls >> start & 63 or own >> start & 33:
            continue
        if exact and (own >> (start - 1) & 1 or own >> (start + 6) & 1):
            continue
        gaps = (30 ^ stones) << start
        count = bit_count(stones)
        if count == 3:
            straight |= gaps
        elif count == 2:
            three |= gaps
        elif count == 1:
            two |= gaps
    four = above | below
    double = above & below & ~straight
    three &= ~four
    closed &= ~(four | three)
    two &= ~(four | three | closed)
    lowest = two | three | straight | five
    middle = closed | three | double | five
    highest = four | five
    return (lowest >> 1 & ALL) | (middle >> 1 & ALL) << LONGEST | (highest >> 1 & ALL) << (2 * LONGEST)


@compiled
def sixes(row: int) -> int:
    """Return the first point of each six neighbouring stones in a line, as bits."""
    row &= row >> 1
    row &= row >> 2
    return row & row >> 2


@compiled
def straight_fours(made: int) -> int:
    """Return the points of a line where a stone makes a straight four, as bits."""
    return made & ~(made >> LONGEST) & made >> (2 * LONGEST) & ALL


@remembered
def weighed(made: int) -> int:
    """Return sums over a line's points, side by side in one number: WORTH, fours, two ways to five, fives.

    Two ways to five are a straight four or two fours. Sums of several lines may be added.
    """
    lowest, middle, highest = made & ALL, made >> LONGEST & ALL, made >> (2 * LONGEST)
    fives = bit_count(lowest & middle & highest)
    winning = bit_count(highest & (lowest ^ middle))
    fours = bit_count(highest & ~lowest & ~middle)
    threes = bit_count(lowest & middle & ~highest)
    closed = bit_count(middle & ~lowest & ~highest)
    twos = bit_count(lowest & ~middle & ~highest)
    worth = twos * WORTH[TWO] + closed * WORTH[CLOSED_THREE] + threes * WORTH[THREE]
    worth += fours * WORTH[FOUR] + winning * WORTH[STRAIGHT_FOUR]
    return worth + fours * _FOURS + winning * _WINNING + fives * _FIVES


@compiled
def worth_of(sums: int) -> int:
    return sums & (_FOURS - 1)


@compiled
def fours_of(sums: int) -> int:
    return sums >> 32 & 255


@compiled
def winning_of(sums: int) -> int:
    return sums >> 40 & 255


@compiled
def fives_of(sums: int) -> int:
    return sums >> 48
