"""What the house knows of the picture of Volcano Isle."""

from __future__ import annotations

from game.engine.stage.presentation import Presentation

PRESENTATION = Presentation(
    "volcano.stage.stage:VolcanoStage",
    delays={"tile": 350, "house": 180, "next": 60},
)
