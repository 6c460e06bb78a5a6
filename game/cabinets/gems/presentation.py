"""What the house knows of Gem Merchants' picture: its stall, and how long things take."""

from __future__ import annotations

from game.engine.stage.presentation import Presentation

PRESENTATION = Presentation("gems.stage.stage:GemsStage")
