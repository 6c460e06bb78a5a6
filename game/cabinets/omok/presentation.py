"""Where the arcade finds Omok's stage, guide, editor, opening book and puzzles."""

from __future__ import annotations

from game.engine.stage.presentation import Presentation

PRESENTATION = Presentation(
    "omok.stage.stage:OmokStage",
    points=False,
    pictures="omok.stage.pictures:rules_pictures",
    guide="omok.stage.guide:GUIDE",
    editing="omok.scenes.editing:OmokEditing",
    explorer="omok.scenes.openings:OmokBook",
    puzzles="omok.puzzles:OmokPuzzles",
    quiz="omok.quiz:ForbiddenQuiz",
)
