"""Limits on how often something may be done."""

from __future__ import annotations

import math
from collections import OrderedDict


class Allowance:
    """An allowance: `burst` times at once, refilled by `rate` times a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._when = float("-inf")

    def take(self, now: float, amount: float = 1) -> bool:
        """Use up `amount` at the time `now`, in seconds of any one clock.

        Returns False, using nothing, if less is left.
        """
        if now > self._when:
            self._left = min(self._burst, self._left + (now - self._when) * self._rate)
            self._when = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    @property
    def left(self) -> float:
        """The amount that was left after the last `take`."""
        return self._left


class Earned:
    """An allowance that has to be earned: `burst` at first, then `factor` for each unit earned, and never more than
    `burst`.

    Callers check that something is `left` and may then spend more than that; the rest is owed.
    """

    def __init__(self, factor: float, burst: float) -> None:
        self._factor = factor
        self._burst = burst
        self.left = burst

    def earn(self, amount: float) -> None:
        """Count an amount that was earned."""
        self.left = min(self._burst, self.left + amount * self._factor)

    def spend(self, amount: float, most_owed: float = math.inf) -> None:
        """Count an amount that was spent. At most `most_owed` is owed afterwards."""
        self.left = max(min(self.left, -most_owed), self.left - amount)


class SourceAllowance:
    """An allowance for each source, and a common one for all; at most `sources` sources are remembered.

    The first `spared` uses of a source do not count for the common allowance, so that a crowd of busy sources does not
    lock out one that comes rarely.
    """

    def __init__(
        self, each: tuple[float, float], total: tuple[float, float], sources: int = 256, spared: float = 0
    ) -> None:
        self._each = each
        self._total = Allowance(*total)
        self._most = sources
        self._spared = each[1] - spared if spared else math.inf
        self._sources: OrderedDict[str, Allowance] = OrderedDict()

    def __len__(self) -> int:
        return len(self._sources)

    def take(self, source: str, now: float) -> bool:
        """Use the allowance of `source` once. Return False if the source or all together have used theirs up."""
        own = self._sources.setdefault(source, Allowance(*self._each))
        self._sources.move_to_end(source)
        if len(self._sources) > self._most:
            self._sources.popitem(last=False)
        return own.take(now) and (own.left >= self._spared or self._total.take(now))
