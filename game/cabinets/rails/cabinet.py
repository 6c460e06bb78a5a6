"""Caravan Rails as the arcade knows it."""

from __future__ import annotations

from game.cabinets.rails.bots.bots import BOTS
from game.cabinets.rails.rules import RailsRules
from game.core.cabinet import Cabinet, Kind

RAILS = Cabinet(
    RailsRules(),
    BOTS,
    kind=Kind.WORKSHOP,
    commands={"rails-lab": "rails.commands.lab"},
)
