"""What the house knows of Omok's picture."""

from __future__ import annotations

from game.engine.stage.presentation import Entry, Presentation

PRESENTATION = Presentation(
    "omok.stage.stage:OmokStage",
    points=False,
    guide="omok.stage.guide:GUIDE",
    more=(
        Entry("puzzles", "puzzle", "omok.scenes.study:puzzles"),
        Entry("editor", "pencil", "omok.scenes.study:editor"),
    ),
    samples={
        "omok-editor": "omok.commands.samples:edited",
        "omok-puzzles": "omok.commands.samples:listed",
        "omok-puzzle": "omok.commands.samples:puzzled",
    },
)
