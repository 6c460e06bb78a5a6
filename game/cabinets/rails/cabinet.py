"""The cabinet of Caravan Rails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.cabinets.rails.bots.expert import ExpertBot
from game.cabinets.rails.bots.simple import GreedyBot, GuestBot, RandomBot
from game.cabinets.rails.rules import RailsRules
from game.core.bots import Bot
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour
from game.core.levels import Ladder

BOTS: Mapping[str, type[Bot[Any, Any]]] = {
    "random": RandomBot,
    "guest": GuestBot,
    "greedy": GreedyBot,
    "expert": ExpertBot,
}
"""The bots of Caravan Rails, weakest first."""
RAILS = Cabinet(
    RailsRules(),
    BOTS,
    ladder=Ladder.NAMED,
    kind=Kind.WORKSHOP,
    commands={"rails-lab": "rails.commands.lab"},
    hints_last=True,
    honours=(Honour("units"), Honour("trains")),
)
