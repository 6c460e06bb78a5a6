"""Wins by fours (VCF): every stone makes a four, so the opponent has a single answer each time."""

from __future__ import annotations

from typing import Any, Final

from game.cabinets.omok import shapes as s
from game.cabinets.omok.board import NOWHERE, Board, allowed, five_points, put
from game.core.compiled import bit_count, in_place

DEEPEST: Final = 24
"""The most fours that a win by fours may have."""
FOURS: Final = 24
"""Length of the part of the array that one level of `win_by_fours` writes to."""


@in_place
def four_points(board: Board, colour: int, least: int, found: Any, start: int, most: int) -> int:
    """Write up to `most` empty points where a stone of `colour` makes a four or better; return their number.

    They are written into `found` from `start` on, those with two ways to five first. With `least` = THREE the points
    that make a three follow.
    """
    lines = len(board.edges)
    count = 0
    for step in range(3 if least < s.FOUR else 2):
        for line in range(lines):
            made = board.made[(colour - 1) * lines + line]
            highest = made >> (2 * s.LONGEST)
            if step == 0:
                mask = highest & (made ^ made >> s.LONGEST) & s.ALL
            elif step == 1:
                mask = highest & ~(made ^ made >> s.LONGEST) & s.ALL
            else:
                mask = made & made >> s.LONGEST & ~highest & s.ALL
            while mask:
                lowest = mask & -mask
                mask ^= lowest
                point = board.points[line * s.LONGEST + bit_count(lowest - 1)]
                known = False
                for place in range(start, start + count):
                    if found[place] == point:
                        known = True
                        break
                if not known:
                    found[start + count] = point
                    count += 1
                    if count == most:
                        return count
    return count


@in_place
def win_by_fours(board: Board, colour: int, depth: int, left: Any, found: Any, start: int) -> int:
    """Return the first stone of a win in which every stone of `colour` makes a four; NOWHERE if none is found.

    At most `left[1]` nodes are searched. The opponent answers each four where it must; if it may not place there, or
    its answer loses all the same, `colour` wins. `found` is written to from `start` on, FOURS places a level.
    """
    left[1] -= 1
    fives = five_points(board, colour, found, start)
    if fives:
        return int(found[start])
    sums = board.sums[colour - 1]
    if depth == 0 or left[1] < 0 or s.fours_of(sums) + s.winning_of(sums) == 0:
        return NOWHERE
    other = 3 - colour
    threatened = five_points(board, other, found, start)
    if threatened > 1:
        return NOWHERE
    must = found[start] if threatened else NOWHERE
    count = four_points(board, colour, s.FOUR, found, start + 2, FOURS - 2)
    for place in range(start + 2, start + 2 + count):
        point = found[place]
        if (must != NOWHERE and point != must) or not allowed(board, point, colour):
            continue
        put(board, point, colour)
        ways = five_points(board, colour, found, start)
        wins = False
        if ways and s.fives_of(board.sums[other - 1]) == 0:
            answer = found[start]
            if ways == 2 or not allowed(board, answer, other):
                wins = True
            else:
                put(board, answer, other)
                wins = win_by_fours(board, colour, depth - 1, left, found, start + FOURS) != NOWHERE
                put(board, answer, -other)
        put(board, point, -colour)
        if wins:
            return int(point)
        if left[1] < 0:
            return NOWHERE
    return NOWHERE
