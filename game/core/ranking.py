"""Ranks of seats, as results show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def ranked(standings: Sequence[Any]) -> tuple[int, ...]:
    """Return the rank of each standing, 1 for the highest; equal standings share a rank, and the next ranks are left
    out.

    A standing is anything that compares: a score, or a tuple of a score and tie-breakers.

    >>> ranked([(5, 1), (9, 0), (5, 1), (5, 0)])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > standing for other in standings) for standing in standings)
