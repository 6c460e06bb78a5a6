"""The Workshop as the arcade knows it."""

from __future__ import annotations

from game.cabinets.workshop.bots import BOTS
from game.cabinets.workshop.rules import Workshop
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour

WORKSHOP = Cabinet(
    Workshop(),
    BOTS,
    mix=("bsp", "digger-blind"),
    kind=Kind.WORKSHOP,
    honours=(Honour("difference"), Honour("spread")),
    commands={"workshop-new": "workshop.commands.new"},
)
