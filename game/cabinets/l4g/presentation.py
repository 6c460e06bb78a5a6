"""L4G's stall and sounds, and where the arcade finds its stage and guide."""

from __future__ import annotations

from game.engine.ornament import VIOLET_GLAZE
from game.engine.stage.presentation import Presentation
from game.engine.stage.stall import Stall

GROW, SPLAT = "grow", "splat"


PRESENTATION = Presentation(
    "l4g.stage.stage:L4gStage",
    stall=Stall("gable", "#7A4FB5", VIOLET_GLAZE, "#8FD6A8", "l4g-goods"),
    sounds=(GROW, SPLAT),
    pictures="l4g.stage.rules:rules_pictures",
    guide="l4g.stage.guide:GUIDE",
)
