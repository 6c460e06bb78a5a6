"""The number of a match as people write it, `7` or `7/KEY`: what its chance follows from."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from game.core.chance import MOST_KEY
from game.core.errors import SpokenError
from game.core.rules import GameInfo

_WRITTEN = re.compile(r"([-−]?[0-9]{1,20})(?:\s*/\s*([0-9]{1,20}))?")
_SEEDS = 10**9
"""A fresh seed is below this: short enough to be told and typed."""


@dataclass(frozen=True)
class MatchNumbers:
    """The numbers that a match of a game may have."""

    low: int
    high: int
    fresh_low: int
    fresh_high: int
    refusal: str
    """The text key of what is said about others."""

    @classmethod
    def of(cls, info: GameInfo) -> MatchNumbers:
        """Of a game whose matches are numbered, signed 64 bits; of others a seed of a few digits."""
        if info.numbered:
            least, most = -(1 << 63), (1 << 63) - 1
            return cls(least, most, least, most, "setup.seed_range_refused")
        return cls(0, 10**19 - 1, 0, _SEEDS - 1, "setup.seed_refused")

    def read(self, text: str) -> tuple[int, int | None]:
        """The number in a text, and the key behind it if there is one. Raises SpokenError for what is neither."""
        written = _WRITTEN.fullmatch(text)
        number, key = map(_whole, written.groups()) if written else (None, None)
        if number is None or not self.low <= number <= self.high or (key or 0) > MOST_KEY:
            raise SpokenError(self.refusal, low=self.low, high=self.high)
        return number, key

    def fresh(self) -> int:
        """One nobody chose."""
        return self.fresh_low + secrets.randbelow(self.fresh_high - self.fresh_low + 1)


def _whole(written: str | None) -> int | None:
    return int(written.replace("−", "-")) if written else None
