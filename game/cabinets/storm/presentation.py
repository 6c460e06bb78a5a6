"""Where the arcade finds the picture of the storm."""

from __future__ import annotations

from game.engine.stage.presentation import Presentation

PRESENTATION = Presentation("storm.stage:StormStage", points=False)
