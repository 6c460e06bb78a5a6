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
    samples={
        "l4g-crowd": "l4g.commands.samples:crowd",
        "l4g-fog": "l4g.commands.samples:fog",
        "l4g-choosing": "l4g.commands.samples:choosing",
        "l4g-phases": "l4g.commands.samples:phases",
        "evaluation": "l4g.commands.evaluations:evaluation",
        "evaluation-players": "l4g.commands.evaluations:evaluation_players",
        "evaluations": "l4g.commands.evaluations:evaluation_shelf",
        "evaluate": "l4g.commands.evaluations:evaluate",
    },
)
