"""What hangs at Omok's stall: the editor and the puzzles."""

from __future__ import annotations

from game.cabinets.omok.scenes.editing import OmokEditing
from game.engine.scene import Context, Scene
from game.scenes.study.editor import EditorScene


def editor(context: Context) -> Scene:
    """The editor of positions with an empty board."""
    return EditorScene(context, OmokEditing())
