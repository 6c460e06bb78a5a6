"""The cabinet of Gem Merchants."""

from __future__ import annotations

from game.cabinets.gems.analyst import GemsAnalyst
from game.cabinets.gems.bots import BOTS
from game.cabinets.gems.rules import Gems
from game.core.cabinet import Cabinet
from game.core.honours import Honour
from game.core.short import Form, Short

GEMS = Cabinet(
    Gems(),
    BOTS,
    analyst=GemsAnalyst,
    shorts=(Short("workshops", {2: Form(180, 225), 3: Form(252, 301)}, {"start": "workshops", "target": 6}, limit=15),),
    honours=(Honour("dearest", "bought", amount="tokens", most=True), Honour("nobles")),
)
