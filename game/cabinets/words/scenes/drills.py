"""The drills of the word game, as they hang at its stall."""

from __future__ import annotations

from game.cabinets.words.drills import WordDrills
from game.engine.scene import Context, Scene
from game.scenes.study.puzzles import PuzzlesScene


def drills(context: Context) -> Scene:
    """The list of drills."""
    return PuzzlesScene(context, "words", WordDrills())
