"""The cabinet of racer: its rules and bots."""

from __future__ import annotations

from game.cabinets.racer.bots import BOTS
from game.cabinets.racer.rules import RacerRules
from game.core.cabinet import Cabinet
from game.core.levels import Ladder

RACER = Cabinet(RacerRules(), BOTS, ladder=Ladder.NAMED)
