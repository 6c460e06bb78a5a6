"""What hangs at Omok's stall: the editor and the puzzles."""

from __future__ import annotations

from game.cabinets.omok.puzzles import OmokPuzzles
from game.cabinets.omok.scenes.editing import OmokEditing
from game.engine.scene import Context, Scene
from game.scenes.study.editor import EditorScene
from game.scenes.study.puzzles import PuzzlesScene


def editor(context: Context) -> Scene:
    """The editor of positions with an empty board."""
    return EditorScene(context, OmokEditing())


def puzzles(context: Context) -> Scene:
    """The list of puzzles."""
    return PuzzlesScene(context, "omok", OmokPuzzles())
