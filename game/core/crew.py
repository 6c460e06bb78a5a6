"""Built-in bots of one match that decide together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic

from game.core.rules import ActionT, Seat, StateT


class Crew(ABC, Generic[StateT, ActionT]):
    """Decides for all light bots of one match (`Bot.light`) at once, from the match's state.

    For a game with so many seats that a view for each costs more than everything else. Each decision must still follow
    from what the bot's seat may know, and be the same as from its view; `game/conformance/` checks both. Bots of a
    crew use the seeds neither of their setup nor of their requests.
    """

    @abstractmethod
    def decide(self, state: StateT, bots: Mapping[Seat, str]) -> Mapping[Seat, ActionT]:
        """Return the action of each asked seat; `bots` names the bot of each asked seat. Does not change the state."""


AnyCrew = Crew[Any, Any]
