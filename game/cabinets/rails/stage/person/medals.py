"""Medals: how much earns bronze, silver and gold on a map of the day and on a free map, and what is missing for one."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

MEDALS: Final = ("", "bronze", "silver", "gold")
Marks: TypeAlias = tuple[int, int, int]
"""The least amounts that earn bronze, silver and gold."""
COINS_OF_DAY: Final[Marks] = (90_000, 180_000, 420_000)
"""Income on a map of the day. In twenty minutes the greedy computer delivers 158,000 to 209,000 (eight days), which is
silver; bronze is half of it, gold three fifths of the 619,000 to 793,000 of the expert."""
MILESTONES: Final[Marks] = (3, 5, 7)
"""Milestones of eight on a free map. In twenty minutes who lays a line every two and a half minutes reaches four or
five, who lays one every minute and follows the milestones six or seven."""


class Earned(NamedTuple):
    """The medal that an amount earns, and the next one."""

    medal: str
    """"" for none."""
    following: str
    """"" after gold."""
    least: int
    """The amount that earns the next medal; after gold, the one that earned it."""


def earned(amount: int, marks: Marks) -> Earned:
    """Return the medal that an amount earns, and the next one.

    >>> earned(90, (60, 85, 100)), earned(100, (60, 85, 100))
    (Earned(medal='silver', following='gold', least=100), Earned(medal='gold', following='', least=100))
    """
    place = sum(amount >= least for least in marks)
    return Earned(MEDALS[place], "" if place == len(marks) else MEDALS[place + 1], marks[min(place, len(marks) - 1)])
