"""The cabinet of the storm of puzzles, which is only played as a round of a mix."""

from __future__ import annotations

from game.cabinets.storm.bots import BOTS
from game.cabinets.storm.games import SOURCES
from game.cabinets.storm.rules import Storm
from game.core.cabinet import Cabinet
from game.core.levels import Ladder
from game.core.short import Form, Format, Mood, Short

STORM = Cabinet(
    Storm(),
    BOTS,
    ladder=Ladder.NAMED,
    mix=("skilled", "novice"),
    shorts=tuple(
        Short(
            game,
            {1: Form(100, 115)},
            {"game": game},
            format=Format.SAME,
            mood=Mood.FAST,
            own_window=True,
        )
        for game in SOURCES
    ),
)
