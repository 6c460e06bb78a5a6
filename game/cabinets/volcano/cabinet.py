"""The cabinet of Volcano Isle."""

from __future__ import annotations

from game.cabinets.volcano.analyst import VolcanoAnalyst
from game.cabinets.volcano.bots import BOTS
from game.cabinets.volcano.rules import Volcano
from game.core.cabinet import Cabinet
from game.core.honours import Honour

VOLCANO = Cabinet(
    Volcano(),
    BOTS,
    analyst=VolcanoAnalyst,
    honours=(Honour("eruptions", "erupted"), Honour("buried", "buried", amount="huts"), Honour("temples")),
)
