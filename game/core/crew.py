"""Built-in bots of one match that decide together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic

from game.core.rules import ActionT, Seat, StateT


class Crew(ABC, Generic[StateT, ActionT]):
    """The light bots of one match (`Bot.light`), deciding all at once over its state.

    For a game of so many seats that a view for each of them costs more than everything else. Each of its bots still
    follows from what its seat may know alone, and plays as it would from its view: `tests/conformance.py` holds a crew
    to both. Its bots take chance neither from their setup nor from their requests.
    """

    @abstractmethod
    def decide(self, state: StateT, bots: Mapping[Seat, str]) -> Mapping[Seat, ActionT]:
        """What the bot of each of these asked seats plays, by the bot's name. Leaves the state as it is."""


AnyCrew = Crew[Any, Any]
