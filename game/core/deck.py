"""Cards: a shuffle that a match draws as one outcome of chance.

A deck whose order nobody knows needs no shuffle: ask NATURE for each card as it is revealed, with as many outcomes as
cards are left. Then no order lies in the state, and undo stops exactly where a card was revealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from game.core.chance import SEED_BITS, fair

ItemT = TypeVar("ItemT")

SHUFFLE = 1 << SEED_BITS
"""The number of outcomes to ask NATURE for when the draw is for `shuffled`."""


def shuffled(draw: int, items: Sequence[ItemT]) -> list[ItemT]:
    """Return the items in the order that `draw`, one of `SHUFFLE` outcomes, stands for; every order is as likely.

    The method is that of Fisher and Yates (1938), with a hash of the draw for each swap. Up to 20 items every order
    comes from some draw; with more, no order is favoured, but not every order can come up.

    >>> shuffled(7, "abcd") == shuffled(7, "abcd") != shuffled(8, "abcd")
    True
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = fair(last + 1, draw, "shuffle", last)
        order[last], order[other] = order[other], order[last]
    return order
