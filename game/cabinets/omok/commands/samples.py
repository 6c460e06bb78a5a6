"""Scenes of Omok at a moment worth a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.cabinets.omok.puzzles import OmokPuzzles
from game.cabinets.omok.scenes.editing import OmokEditing
from game.cabinets.omok.scenes.study import puzzles
from game.engine.scene import Scene
from game.scenes.study.editor import EditorScene
from game.scenes.study.puzzles import PuzzlesScene

if TYPE_CHECKING:
    from game.commands.samples.moment import Moment


def edited(moment: Moment) -> Scene:
    """The editor with a position in it."""
    return EditorScene(moment.context, OmokEditing(), "h8 h9 i9 g9 j10 i10 g7 f6 j8")


def puzzled(moment: Moment) -> Scene:
    """A puzzle as it is set."""
    scene = PuzzlesScene(moment.context, "omok", OmokPuzzles())
    return scene.table(scene.shown[-1])


def listed(moment: Moment) -> Scene:
    """The list of puzzles."""
    return puzzles(moment.context)
