"""What the house knows of the word game's picture."""

from __future__ import annotations

from game.engine.stage.presentation import Presentation

PRESENTATION = Presentation("words.stage.stage:WordsStage", delays={"sung": 1200, "told": 2600})
"""The word game as the arcade knows it."""
