"""Where the arcade finds racer's picture."""

from __future__ import annotations

from game.engine.stage.presentation import Presentation

PRESENTATION = Presentation("racer.stage:RacerStage")
