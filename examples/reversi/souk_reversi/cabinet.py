"""The cabinet of Reversi: its rules, bots and analyst."""

from __future__ import annotations

from game.core.cabinet import Cabinet
from souk_reversi.analyst import ReversiAnalyst
from souk_reversi.bots import BOTS
from souk_reversi.rules import Reversi

REVERSI = Cabinet(Reversi(), BOTS, analyst=ReversiAnalyst)
