"""The Workshop as the arcade knows it."""

from __future__ import annotations

from game.cabinets.workshop.bots import BOTS
from game.cabinets.workshop.rules import Workshop
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour
from game.core.levels import Ladder
from game.core.limits import Limits

WORKSHOP = Cabinet(
    Workshop(),
    BOTS,
    ladder=Ladder.KINDS,
    mix=("bsp", "caves", "digger-blind", "mission"),
    kind=Kind.WORKSHOP,
    honours=(Honour("difference"), Honour("spread")),
    own="game.core.forge.api:Generator",
    limits=Limits(decision=2.0, first=20.0, memory=512 << 20),
    commands={
        "workshop-new": "workshop.commands.new",
        "workshop-range": "workshop.commands.range",
        "forge": "workshop.commands.forge",
    },
)
