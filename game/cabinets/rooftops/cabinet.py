"""The cabinet of Rooftops, the race."""

from __future__ import annotations

from game.cabinets.rooftops.bots import BOTS
from game.cabinets.rooftops.rules import Rooftops
from game.core.cabinet import Cabinet
from game.core.honours import Honour
from game.core.levels import Ladder

ROOFTOPS = Cabinet(
    Rooftops(),
    BOTS,
    ladder=Ladder.NAMED,
    mix=("rookie",),
    honours=(Honour("coins"), Honour("stomps"), Honour("checkpoints", event="checkpoint")),
)
