"""How a greedy team steers: each slime takes the best square beside it, or goes towards the nearest one
worth taking.
"""

from __future__ import annotations

from typing import Final

from game.cabinets.slime import field as f
from game.cabinets.slime.field import Field
from game.core.compiled import compiled

FAR: Final = 99


@compiled
def gain(field: Field, team: int, square: int) -> int:
    """Return how much painting a square changes the difference in squares: 2 for the opponent's square, 1 for nobody's,
    0 for the team's own.
    """
    column = f.OWNED + team * f.WIDTH + square // f.HEIGHT
    bit = square % f.HEIGHT
    if field[column] >> bit & 1:
        return 0
    return 1 + int(field[column + f.WIDTH - 2 * team * f.WIDTH] >> bit & 1)


@compiled
def nearest(field: Field, team: int, square: int) -> int:
    """Return the nearest square that is not the team's own; the square itself where there is none.

    Among equally near squares, the one in the column nearest to the team's home wins.
    """
    x, y = square // f.HEIGHT, square % f.HEIGHT
    best = FAR
    found = square
    for index in range(f.WIDTH):
        column = index if team == 0 else f.WIDTH - 1 - index
        away = abs(column - x)
        free = f.ALL ^ field[f.OWNED + team * f.WIDTH + column]
        if away >= best or free == 0:
            continue
        for up in range(min(f.HEIGHT, best - away)):
            first = y - up if team == 0 else y + up
            second = 2 * y - first
            if first >= 0 and free >> first & 1:
                best, found = away + up, column * f.HEIGHT + first
                break
            if second >= 0 and free >> second & 1:
                best, found = away + up, column * f.HEIGHT + second
                break
    return found


@compiled
def distance(square: int, other: int) -> int:
    """Return the number of moves between two squares."""
    return abs(square // f.HEIGHT - other // f.HEIGHT) + abs(square % f.HEIGHT - other % f.HEIGHT)


@compiled
def steer_greedily(field: Field, team: int, chance: int) -> None:
    """Set the headings of a team so that no two slimes go for one square; `chance`, below 2⁶², decides among equals."""
    first = team * f.TEAM
    for slime in range(first, first + f.TEAM):
        target = nearest(field, team, field[f.SQUARE + slime])
        best = -FAR
        for turn in range(4):
            heading = (chance + turn + 2 * team) & 3
            beside = f.BESIDE[field[f.SQUARE + slime] * 4 + heading]
            if beside != f.OUTSIDE:
                worth = gain(field, team, beside)
                for other in range(first, slime):
                    if f.BESIDE[field[f.SQUARE + other] * 4 + field[f.HEADING + other]] == beside:
                        worth = 0
                worth = worth * FAR - distance(beside, target)
                if worth > best:
                    best = worth
                    field[f.HEADING + slime] = heading
        chance >>= 2
