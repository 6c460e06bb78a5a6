"""The cabinet of Rooftops, the race."""

from __future__ import annotations

from game.cabinets.rooftops.bots import BOTS
from game.cabinets.rooftops.rules import Rooftops
from game.core.cabinet import Cabinet
from game.core.honours import Honour
from game.core.levels import Ladder
from game.core.short import Asks, Form, Format, Mood, Short

ROOFTOPS = Cabinet(
    Rooftops(),
    BOTS,
    ladder=Ladder.NAMED,
    mix=("rookie",),
    shorts=(
        Short(
            "runs",
            {seats: Form(120, 180) for seats in range(1, 5)},
            {"width": 100, "wait": 10},
            format=Format.SAME,
            mood=Mood.FAST,
            asks=frozenset({Asks.REFLEXES}),
            matches=3,
        ),
    ),
    sprint=Short(
        "sprint",
        {seats: Form(45, 61) for seats in range(2, 5)},
        {"width": 100, "wait": 10},
        mood=Mood.FAST,
        asks=frozenset({Asks.REFLEXES}),
    ),
    honours=(Honour("coins"), Honour("stomps"), Honour("checkpoints", event="checkpoint")),
)
