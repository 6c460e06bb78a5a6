"""Opening the editor, the explorer, the puzzles and the quiz of a game from its stall."""

from __future__ import annotations

from game.cabinets.listed import found
from game.cabinets.stages import PRESENTATIONS
from game.engine.scene import Context
from game.scenes.study.editor import EditorScene
from game.scenes.study.explorer import ExplorerScene
from game.scenes.study.puzzles import PuzzlesScene
from game.scenes.study.quiz import QuizScene


def editor(context: Context, game: str, position: str = "") -> EditorScene:
    """Make the editor of positions. Raises SpokenError for an invalid position."""
    return EditorScene(context, found(PRESENTATIONS[game].editing or "")(), position)


def explorer(context: Context, game: str) -> ExplorerScene:
    """Make the explorer of openings."""
    return ExplorerScene(context, found(PRESENTATIONS[game].explorer or "")())


def puzzles(context: Context, game: str) -> PuzzlesScene:
    """Make the list of puzzles."""
    return PuzzlesScene(context, game, found(PRESENTATIONS[game].puzzles or "")())


def quiz(context: Context, game: str, seed: int | None = None) -> QuizScene:
    """Make a round of the quiz."""
    return QuizScene(context, game, found(PRESENTATIONS[game].quiz or "")(), seed)
