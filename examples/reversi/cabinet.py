"""The cabinet of Reversi: its rules, bots and analyst."""

from __future__ import annotations

from examples.reversi.analyst import ReversiAnalyst
from examples.reversi.bots import BOTS
from examples.reversi.rules import Reversi
from game.core.cabinet import Cabinet

REVERSI = Cabinet(Reversi(), BOTS, analyst=ReversiAnalyst)
