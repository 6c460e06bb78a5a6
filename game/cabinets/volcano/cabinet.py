"""The cabinet of Volcano Isle."""

from __future__ import annotations

from game.cabinets.volcano.analyst import VolcanoAnalyst
from game.cabinets.volcano.bots import BOTS
from game.cabinets.volcano.rules import Volcano
from game.core.cabinet import Cabinet
from game.core.honours import Honour
from game.core.short import Form, Short

VOLCANO = Cabinet(
    Volcano(),
    BOTS,
    analyst=VolcanoAnalyst,
    shorts=(Short("isle", {2: Form(156, 170, {"tiles": 4}), 3: Form(288, 310, {"tiles": 5})}, limit=15),),
    honours=(Honour("eruptions", "erupted"), Honour("buried", "buried", amount="huts"), Honour("temples")),
)
