"""Actions that an analyst or a bot would play, drawn on the board by stages that are `ShowsAdvice`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from game.core.rules import ActionT, Seat


@dataclass(frozen=True)
class Advice(Generic[ActionT]):
    """An action to draw on the board without playing it."""

    action: ActionT
    seat: Seat
    """The seat that would play the action."""
    label: str
    """A few characters to draw beside the action: its rank among the best, or the sign of a mistake."""
    share: float = 1.0
    """How strongly the action is drawn, from 0 to 1."""
    bad: bool = False
    """Whether the action was played although a better one was there."""


class ShowsAdvice(ABC, Generic[ActionT]):
    """Part of a stage: draws actions that somebody might play, as arrows or translucent pieces."""

    @abstractmethod
    def advise(self, advice: Sequence[Advice[ActionT]]) -> None:
        """Draw these actions from now on, the last on top, while nothing moves; an empty sequence draws none."""
