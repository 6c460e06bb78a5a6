"""Scenes of Omok at a moment worth a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.cabinets.omok.scenes.editing import OmokEditing
from game.engine.scene import Scene
from game.scenes.study.editor import EditorScene

if TYPE_CHECKING:
    from game.commands.samples.moment import Moment


def edited(moment: Moment) -> Scene:
    """The editor with a position in it."""
    return EditorScene(moment.context, OmokEditing(), "h8 h9 i9 g9 j10 i10 g7 f6 j8")
