"""Tablut's stall, and where the arcade finds its stage, guide, editor, opening book and puzzles."""

from __future__ import annotations

from game.engine.ornament import TEAL_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import Stall

PRESENTATION = Presentation(
    "tablut.stage.stage:TablutStage",
    points=False,
    stall=Stall("gable", "#3F5FA8", TEAL_GLAZE, "#9DB6FF", "tablut-goods"),
    more=(Entry("contest", "swords", "tablut.scenes.opening:contest_hall"),),
    editing="tablut.scenes.editing:TablutEditing",
    explorer="tablut.scenes.openings:TablutBook",
    puzzles="tablut.players.puzzles:TablutPuzzles",
    pictures="tablut.stage.rules:rules_pictures",
    guide="tablut.stage.guide:GUIDE",
)
