"""What the house knows of Omok's picture."""

from __future__ import annotations

from game.engine.stage.presentation import Presentation

PRESENTATION = Presentation(
    "omok.stage.stage:OmokStage",
    points=False,
    guide="omok.stage.guide:GUIDE",
    editing="omok.scenes.editing:OmokEditing",
    puzzles="omok.puzzles:OmokPuzzles",
    quiz="omok.quiz:ForbiddenQuiz",
)
