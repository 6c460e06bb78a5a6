"""Slime: two teams of five slimes paint a field and enclose areas, after a contest of KAIST's HAJE (2015)."""

from __future__ import annotations

from game.cabinets.slime.bots import BOTS
from game.cabinets.slime.rules import Slime
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour

SLIME = Cabinet(
    Slime(),
    BOTS,
    honours=(Honour("flood", "captured", amount="count", most=True), Honour("deaths")),
    kind=Kind.CONTEST,
    commands={"slime-server": "slime.commands.server"},
    checks={"contest": "slime.commands.selftest:check_contest"},
)
