"""How the arcade presents Odd Brush: its stall, its stage, and how long movements take."""

from __future__ import annotations

from game.engine.ornament import TEAL_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import Stall

BRUSH, COUNT, GASP = "brush", "count", "gasp"
"""Sounds of a stroke, of the countdown to the vote, and of the odd one being revealed."""


PRESENTATION = Presentation(
    "sketch.stage.stage:SketchStage",
    stall=Stall("awning", "#5B7BE5", TEAL_GLAZE, "#FFE3A0", "sketch-goods"),
    guide="sketch.stage.guide:GUIDE",
    pictures="sketch.stage.rules:rules_pictures",
    sounds=(BRUSH, COUNT, GASP),
    delays={"stroke": 2600, "told": 2200, "card": 3200, "hands": 2600, "revealed": 4200, "stands": 1200},
    more=(
        Entry("gallery", "palette", "sketch.scenes.gallery:gallery"),
        Entry("solve", "eye", "sketch.scenes.solve:solve"),
    ),
)
"""Presentation of Odd Brush, whose stall sells brushes."""
