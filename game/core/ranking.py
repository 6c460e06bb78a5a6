"""Ranks, as results show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def ranked(standings: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each standing, the highest being first; equal ones share a rank and the next is left out.

    A standing is anything that compares: a score, or a tuple of a score and what breaks ties.

    >>> ranked([(5, 1), (9, 0), (5, 1), (5, 0)])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > standing for other in standings) for standing in standings)
