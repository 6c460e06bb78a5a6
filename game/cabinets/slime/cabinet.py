"""Slime: two teams of five slimes paint a field and close in areas, after a contest of KAIST's HAJE (2015)."""

from __future__ import annotations

from game.cabinets.slime.bots import BOTS
from game.cabinets.slime.rules import Slime
from game.core.cabinet import Cabinet, Kind

SLIME = Cabinet(
    Slime(),
    BOTS,
    kind=Kind.CONTEST,
    commands={"slime-server": "slime.commands.server"},
    checks={"contest": "slime.commands.selftest:check_contest"},
)
