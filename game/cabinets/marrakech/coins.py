"""The coins of Marrakech: a payment uses 5s first; if the payer cannot pay exactly, all coins are dealt anew.

Source: the assignment, 4.3.3.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

FIVE = 5


class Purse(msgspec.Struct, frozen=True):
    """The coins of one seat, or of one payment."""

    fives: int
    ones: int

    @property
    def dirhams(self) -> int:
        return self.fives * FIVE + self.ones

    def add(self, other: Purse, times: int = 1) -> Purse:
        """Return the purse with `times` times the coins of `other` added; `times=-1` takes them out."""
        return Purse(self.fives + times * other.fives, self.ones + times * other.ones)


FIRST_PURSE = Purse(fives=5, ones=5)


def exact(purse: Purse, dirhams: int) -> Purse | None:
    """Return the coins of `purse` that make exactly `dirhams`, 5s first; None if they cannot."""
    fives = min(dirhams // FIVE, purse.fives)
    ones = dirhams - fives * FIVE
    return Purse(fives, ones) if ones <= purse.ones else None


def transfer(purses: Sequence[Purse], payer: int, payee: int, dirhams: int) -> tuple[list[Purse], Purse | None]:
    """Return every seat's purse after `payer` paid `dirhams` to `payee`, and the coins that were handed over.

    The payer must have at least `dirhams`. The second value is None if all coins were dealt anew instead.
    """
    handed = exact(purses[payer], dirhams)
    after = list(purses)
    if handed is not None:
        after[payer] = purses[payer].add(handed, -1)
        after[payee] = purses[payee].add(handed)
        return after, handed
    sums = [purse.dirhams for purse in purses]
    sums[payer] -= dirhams
    sums[payee] += dirhams
    return deal(purses, sums), None


def deal(purses: Sequence[Purse], sums: Sequence[int]) -> list[Purse]:
    """Pool all coins and deal each seat its sum, in seat order, 5s first.

    This always works with the coins of the game: as long as 5s are left, no seat needs more than four 1s, and there are
    five 1s for each seat; once the 5s are used up, only 1s are left.
    """
    pool = Purse(sum(purse.fives for purse in purses), sum(purse.ones for purse in purses))
    dealt: list[Purse] = []
    for dirhams in sums:
        share = exact(pool, dirhams)
        assert share is not None, f"{dirhams} dirhams cannot be made of {pool}"
        pool = pool.add(share, -1)
        dealt.append(share)
    return dealt
