"""How the word game looks in the arcade: its stall, its scenes and the durations of its movements."""

from __future__ import annotations

from game.engine.ornament import VIOLET_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import Stall

PRESENTATION = Presentation(
    "words.stage.stage:WordsStage",
    stall=Stall("dome", "#B3244A", VIOLET_GLAZE, "#FFB765", "words-goods"),
    pictures="words.stage.rules:rules_pictures",
    guide="words.stage.guide:GUIDE",
    sounds=("tone1", "tone2", "tone3", "tone4", "tone5"),
    delays={"sung": 1200, "told": 2400},
    whole=True,
    puzzles="words.drills:WordDrills",
    more=(Entry("dictionary", "book-open", "words.scenes.browser:dictionary"),),
    reference="words.scenes.browser:reference",
)
"""Where the arcade finds the word game's stage and scenes, and what its stall looks like."""
