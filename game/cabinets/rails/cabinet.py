"""The cabinet of Caravan Rails."""

from __future__ import annotations

from game.cabinets.rails.bots.bots import BOTS
from game.cabinets.rails.rules import RailsRules
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour
from game.core.levels import Ladder

RAILS = Cabinet(
    RailsRules(),
    BOTS,
    ladder=Ladder.NAMED,
    kind=Kind.WORKSHOP,
    commands={"rails-lab": "rails.commands.lab"},
    honours=(Honour("units"), Honour("trains")),
)
