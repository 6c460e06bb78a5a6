"""What the house knows of the word game's picture."""

from __future__ import annotations

from game.engine.stage.presentation import Entry, Presentation

PRESENTATION = Presentation(
    "words.stage.stage:WordsStage",
    guide="words.stage.guide:GUIDE",
    delays={"sung": 1200, "told": 2600},
    more=(Entry("dictionary", "book-open", "words.scenes.browser:dictionary"),),
    samples={"words-dictionary": "words.commands.samples:searched"},
)
"""The word game as the arcade knows it."""
