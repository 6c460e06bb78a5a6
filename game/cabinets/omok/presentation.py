"""What the house knows of Omok's picture."""

from __future__ import annotations

from game.engine.stage.presentation import Entry, Presentation

PRESENTATION = Presentation(
    "omok.stage.stage:OmokStage",
    more=(Entry("editor", "pencil", "omok.scenes.study:editor"),),
    samples={"omok-editor": "omok.commands.samples:edited"},
)
