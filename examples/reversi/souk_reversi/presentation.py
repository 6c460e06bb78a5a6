"""Where the arcade finds Reversi's picture."""

from __future__ import annotations

from game.engine.stage.presentation import Presentation

PRESENTATION = Presentation("souk_reversi.stage:ReversiStage")
