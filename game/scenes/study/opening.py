"""The editor, the openings and the puzzles of a game that brings them, as its stall opens them."""

from __future__ import annotations

from game.cabinets.listed import found
from game.cabinets.stages import PRESENTATIONS
from game.engine.scene import Context
from game.scenes.study.editor import EditorScene
from game.scenes.study.explorer import ExplorerScene
from game.scenes.study.puzzles import PuzzlesScene
from game.scenes.study.quiz import QuizScene


def editor(context: Context, game: str, position: str = "") -> EditorScene:
    """The editor of positions. Raises SpokenError for a position that cannot be read."""
    return EditorScene(context, found(PRESENTATIONS[game].editing or "")(), position)


def explorer(context: Context, game: str) -> ExplorerScene:
    """The explorer of openings."""
    return ExplorerScene(context, found(PRESENTATIONS[game].explorer or "")())


def puzzles(context: Context, game: str) -> PuzzlesScene:
    """The list of puzzles."""
    return PuzzlesScene(context, game, found(PRESENTATIONS[game].puzzles or "")())


def quiz(context: Context, game: str, seed: int | None = None) -> QuizScene:
    """A round of the quiz."""
    return QuizScene(context, game, found(PRESENTATIONS[game].quiz or "")(), seed)
