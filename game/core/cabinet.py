"""A cabinet: one game with its computer players, as the arcade knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.core.bots import Bot
from game.core.rules import AnyRules, GameInfo


@dataclass(frozen=True)
class Cabinet:
    """The rules of a game and its built-in bots, weakest first."""

    rules: AnyRules
    bots: Mapping[str, type[Bot[Any, Any]]]

    @property
    def info(self) -> GameInfo:
        """What the game declares about itself."""
        return self.rules.info

    @property
    def id(self) -> str:
        """The game's name in files, on the command line and on the wire."""
        return self.rules.info.id
