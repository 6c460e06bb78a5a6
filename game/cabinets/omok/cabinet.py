"""The cabinet of Omok: its rules, bots, analysts and commands."""

from __future__ import annotations

from game.cabinets.omok.analyst import OmokAnalyst
from game.cabinets.omok.bots import BOTS
from game.cabinets.omok.engine_analyst import OmokEngineAnalyst
from game.cabinets.omok.rules import Omok
from game.core.cabinet import Cabinet
from game.core.honours import Honour
from game.core.short import Form, Format, Short

OMOK = Cabinet(
    Omok(),
    BOTS,
    analyst=OmokAnalyst,
    shorts=(Short("free", {2: Form(180, 300)}, {"rule": "free"}, format=Format.DUEL, limit=10),),
    honours=(Honour("stones", "placed"),),
    engine_analyst=OmokEngineAnalyst,
    commands={
        "omok-brain": "omok.commands.brain",
        "omok-engine": "omok.commands.engine",
        "omok-convert": "omok.commands.convert",
    },
    reads={
        ".sgf": "omok.formats.matches:read_sgf_match",
        ".psq": "omok.formats.matches:read_psq_match",
        ".lib": "omok.formats.matches:read_lib_match",
        ".txt": "omok.formats.matches:read_text_match",
    },
)
