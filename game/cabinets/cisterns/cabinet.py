"""The cabinet of Cisterns."""

from __future__ import annotations

from game.cabinets.cisterns.bots import BOTS
from game.cabinets.cisterns.rules.rules import Cisterns
from game.core.cabinet import Cabinet
from game.core.honours import Honour
from game.core.levels import Ladder
from game.core.short import Form, Format, Short

CISTERNS = Cabinet(
    Cisterns(),
    BOTS,
    ladder=Ladder.NAMED,
    mix=("greedy",),
    shorts=(
        Short(
            "floor",
            {1: Form(150, 300)},
            {"size": "small", "floors": 1, "danger": 2, "turns": 200},
            format=Format.SAME,
            own_window=True,
        ),
    ),
    honours=(Honour("worth"), Honour("slain"), Honour("stairs", event="descended")),
)
