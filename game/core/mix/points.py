"""Points of an evening: everybody can expect the same from every round, whatever is played and however many play."""

from __future__ import annotations

from collections.abc import Sequence

MATCH_POINTS = 12
"""Points for coming before everybody else; divisible by two, three and four others."""
LATE_POINTS = 4
"""Points for each round that somebody was not there for: fewer than a round brings in the middle, so nobody waits."""
EVEN_POINTS = MATCH_POINTS // 2
"""Points for everybody at a table that could not be played to its end."""
FEW_ROUNDS = 6
"""Up to so many rounds the final counts twice, else three times."""


def match_points(ranks: Sequence[int], seat: int) -> int:
    """Return a seat's points: `MATCH_POINTS` times the share of the other seats it came before, rounded down.

    A tie counts half. Who is alone gets none.

    >>> [match_points((1, 2, 2, 4), seat) for seat in range(4)]
    [12, 6, 6, 0]
    """
    others = [rank for number, rank in enumerate(ranks) if number != seat]
    halves = sum(2 * (rank > ranks[seat]) + (rank == ranks[seat]) for rank in others)
    return MATCH_POINTS * halves // (2 * len(others)) if others else 0


def final_weight(rounds: int, people: int) -> int:
    """Return by what the points of the last round are multiplied.

    Before a final that counts twice of five rounds, or three times of nine, about two thirds of all can still win.
    """
    return 2 if rounds <= FEW_ROUNDS or people == 2 else 3
