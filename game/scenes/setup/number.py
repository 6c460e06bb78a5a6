"""The number of a match as people write it, `7` or `7/KEY`, from which its chance follows."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from game.core.chance import MOST_KEY
from game.core.errors import SpokenError
from game.core.rules import GameInfo

_WRITTEN = re.compile(r"([-−]?[0-9]{1,20})(?:\s*/\s*([0-9]{1,20}))?")
_SEEDS = 10**9
"""Fresh seeds are below this number: short enough to tell and type."""


@dataclass(frozen=True)
class MatchNumbers:
    """The range of numbers that a match of a game may have."""

    low: int
    high: int
    fresh_low: int
    fresh_high: int
    refusal: str
    """Text key of the sentence for a number out of range."""

    @classmethod
    def of(cls, info: GameInfo) -> MatchNumbers:
        """Return the range of a game: signed 64 bits if its matches are numbered, otherwise seeds of a few digits."""
        if info.numbered:
            least, most = -(1 << 63), (1 << 63) - 1
            return cls(least, most, least, most, "setup.seed_range_refused")
        return cls(0, 10**19 - 1, 0, _SEEDS - 1, "setup.seed_refused")

    def read(self, text: str) -> tuple[int, int | None]:
        """Read a number and, if there is one, the key after it. Raises SpokenError for any other text."""
        written = _WRITTEN.fullmatch(text)
        number, key = map(_whole, written.groups()) if written else (None, None)
        if number is None or not self.low <= number <= self.high or (key or 0) > MOST_KEY:
            raise SpokenError(self.refusal, low=self.low, high=self.high)
        return number, key

    def fresh(self) -> int:
        """Draw a random number."""
        return self.fresh_low + secrets.randbelow(self.fresh_high - self.fresh_low + 1)


def _whole(written: str | None) -> int | None:
    return int(written.replace("−", "-")) if written else None
