"""What an analyst or a bot would play, drawn on the board: the table asks a stage for it with `isinstance`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from game.core.rules import ActionT, Seat


@dataclass(frozen=True)
class Advice(Generic[ActionT]):
    """An action that is drawn on the board and not played."""

    action: ActionT
    seat: Seat
    """Who would play it."""
    label: str
    """A few characters: its place among the best, the sign of a mistake."""
    share: float = 1.0
    """How strongly it is drawn, 0 … 1."""
    bad: bool = False
    """It was played, and something better was there."""


class ShowsAdvice(ABC, Generic[ActionT]):
    """Draws actions that somebody might play, as arrows, as pieces one can see through."""

    @abstractmethod
    def advise(self, advice: Sequence[Advice[ActionT]]) -> None:
        """Draw these from now on, the last on top, while nothing moves; none to draw nothing."""
