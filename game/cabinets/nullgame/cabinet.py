"""The cabinet of nullgame: its rules and bots."""

from __future__ import annotations

from game.cabinets.nullgame.bots import BOTS
from game.cabinets.nullgame.rules import Nullgame
from game.core.cabinet import Cabinet

NULLGAME = Cabinet(Nullgame(), BOTS)
