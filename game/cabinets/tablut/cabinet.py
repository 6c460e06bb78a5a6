"""The cabinet of Tablut: its rules, bots, analyst and commands."""

from __future__ import annotations

from game.cabinets.tablut.players.analyst import TablutAnalyst
from game.cabinets.tablut.players.bots import BOTS
from game.cabinets.tablut.rules.rules import Tablut
from game.core.cabinet import Cabinet
from game.core.honours import Honour

TABLUT = Cabinet(
    Tablut(),
    BOTS,
    usual="regular",
    analyst=TablutAnalyst,
    honours=(Honour("captures", "taken"),),
    commands={
        "tablut-player": "tablut.commands.player",
        "tablut-server": "tablut.commands.server",
        "tablut-convert": "tablut.commands.convert",
    },
    reads={".txt": "tablut.files:read_match"},
)
