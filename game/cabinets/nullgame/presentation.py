"""Where the arcade finds nullgame's picture."""

from __future__ import annotations

from game.engine.stage.presentation import Presentation

PRESENTATION = Presentation("nullgame.stage:NullgameStage")
