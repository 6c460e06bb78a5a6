"""Slime: two teams of five slimes paint a field and enclose areas, after a contest of KAIST's HAJE (2015)."""

from __future__ import annotations

from game.cabinets.slime.bots import BOTS
from game.cabinets.slime.rules import Slime
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour
from game.core.short import Form, Format, Mood, Short

SLIME = Cabinet(
    Slime(),
    BOTS,
    honours=(Honour("flood", "captured", amount="count", most=True), Honour("deaths")),
    shorts=(
        Short(
            "field",
            {2: Form(180, 185)},
            {"turns": 60, "seconds": 3},
            format=Format.DUEL,
            mood=Mood.FAST,
            own_window=True,
        ),
    ),
    kind=Kind.CONTEST,
    commands={"slime-server": "slime.commands.server"},
    checks={"contest": "slime.commands.selftest:check_contest"},
)
