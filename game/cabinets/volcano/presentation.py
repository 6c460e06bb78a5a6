"""The presentation of Volcano Isle: its stall on the street, and the durations of its movements."""

from __future__ import annotations

from typing import Final

from game.engine.ornament import DEEP_GLAZE
from game.engine.stage.presentation import Presentation
from game.engine.stage.stall import Stall

DELAYS: Final = {"tile": 350, "house": 180, "next": 60}

PRESENTATION = Presentation(
    "volcano.stage.stage:VolcanoStage",
    points=False,
    stall=Stall("dome", "#C2502E", DEEP_GLAZE, "#FFB765", "volcano-goods"),
    delays=DELAYS,
    pictures="volcano.stage.rules:rules_pictures",
    guide="volcano.stage.guide:GUIDE",
    puzzles="volcano.puzzles.book:VolcanoPuzzles",
)
"""The presentation of Volcano Isle; its stall sells piles of tiles."""
