"""Everybody's points of this evening, as pages follow them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from game.ground import paths
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of
from net.ledger.standing import Standing, standings

LOOK: Final = 1.0
"""Seconds between two looks at the ledger."""


def tonight() -> list[Standing]:
    """Return everybody's points of this evening from this computer's ledger, the first first."""
    return standings(Ledger(paths.ledger()).lines(evening_of(datetime.now().astimezone())))


class FollowedPoints:
    """Everybody's points, read again from time to time while something shows them."""

    def __init__(self, read: Callable[[], list[Standing]] = tonight) -> None:
        self.read = read
        self.standings: list[Standing] = []
        """What was read last, the first first; empty before the first update."""
        self._since = LOOK

    def update(self, seconds: float) -> None:
        """Read the points if that is due; `seconds` have passed since the last call."""
        self._since += seconds
        if self._since >= LOOK:
            self._since, self.standings = 0.0, self.read()

    @property
    def still_for(self) -> float:
        """Seconds until they are read again."""
        return LOOK - self._since
