"""The cabinet of Gem Merchants."""

from __future__ import annotations

from game.cabinets.gems.analyst import GemsAnalyst
from game.cabinets.gems.bots import BOTS
from game.cabinets.gems.rules import Gems
from game.core.cabinet import Cabinet
from game.core.honours import Honour

GEMS = Cabinet(
    Gems(),
    BOTS,
    analyst=GemsAnalyst,
    honours=(Honour("dearest", "bought", amount="tokens", most=True), Honour("nobles")),
)
