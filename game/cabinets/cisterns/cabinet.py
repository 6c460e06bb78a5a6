"""The cabinet of Cisterns."""

from __future__ import annotations

from game.cabinets.cisterns.bots import BOTS
from game.cabinets.cisterns.rules.rules import Cisterns
from game.core.cabinet import Cabinet
from game.core.honours import Honour
from game.core.levels import Ladder

CISTERNS = Cabinet(
    Cisterns(),
    BOTS,
    ladder=Ladder.NAMED,
    mix=("greedy",),
    honours=(Honour("worth"), Honour("slain"), Honour("stairs", event="descended")),
)
