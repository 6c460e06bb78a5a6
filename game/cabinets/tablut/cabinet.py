"""The cabinet of Tablut: its rules, bots, analyst and commands."""

from __future__ import annotations

from game.cabinets.tablut.players.analyst import TablutAnalyst
from game.cabinets.tablut.players.bots import BOTS
from game.cabinets.tablut.rules.rules import Tablut
from game.core.cabinet import Cabinet
from game.core.honours import Honour
from game.core.short import Form, Format, Short

TABLUT = Cabinet(
    Tablut(),
    BOTS,
    usual="regular",
    shorts=(Short("mover", {2: Form(210, 400)}, {"repeat": "mover"}, format=Format.DUEL, limit=12),),
    analyst=TablutAnalyst,
    honours=(Honour("captures", "taken"),),
    commands={
        "tablut-player": "tablut.commands.player",
        "tablut-server": "tablut.commands.server",
        "tablut-convert": "tablut.commands.convert",
    },
    reads={".txt": "tablut.files:read_match"},
)
