"""How much a bot may cost those who wait for it, before the matches are given up."""

from __future__ import annotations

import msgspec

from game.core.errors import SpokenError

OUT_OF_PATIENCE = "entries.out_of_patience"
"""The text key of a PatienceError, which is what is left of it when another process raised it."""


class PatienceError(SpokenError):
    """A bot has cost more than it may. Its values name the `bot`, the `seat`, and `why`: lost, hung or slow."""


class Patience(msgspec.Struct, frozen=True):
    """Limits on what one bot may cost in all matches of a run together; None for no limit."""

    lost: int | None = None
    """Processes that it may lose, by ending, hanging or taking too much memory."""
    hung: float | None = None
    """Seconds that may be lost in waiting for calls that never ended."""
    seconds: float | None = None
    """Seconds that may be spent waiting for its answers, calls that never ended left out."""


class Cost:
    """What one bot has cost so far."""

    def __init__(self, patience: Patience | None, bot: str, seat: int) -> None:
        self._patience = patience or Patience()
        self._bot = bot
        self._seat = seat
        self.lost = 0
        self.hung = 0.0
        self.waited = 0.0
        self.calls = 0

    def lose(self, hung: float = 0.0) -> None:
        """Count a lost process, and the seconds of a call that never ended. Raises PatienceError.

        Seconds that `wait` has counted already are taken back from there.
        """
        self.lost += 1
        self.hung += hung
        self.waited = max(0.0, self.waited - hung)
        self._check()

    def wait(self, seconds: float) -> None:
        """Count seconds spent waiting for answers. Raises PatienceError."""
        self.waited += seconds
        self._check()

    def _check(self) -> None:
        patience = self._patience
        spent = {"lost": self.lost, "hung": self.hung, "slow": self.waited}
        most = {"lost": patience.lost, "hung": patience.hung, "slow": patience.seconds}
        for why, limit in most.items():
            if limit is not None and (spent[why] > limit if why == "lost" else spent[why] >= limit):
                raise PatienceError(OUT_OF_PATIENCE, bot=self._bot, seat=self._seat, why=why, seconds=round(self.hung))
