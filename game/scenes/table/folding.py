"""Folding the log and card beside the board away, for a stage that then draws its board larger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from game.engine.stage import Folds, Stage
from game.engine.widgets.parts.button import Button
from game.ground.settings import Settings
from game.scenes.table.tools import Toolbar

KEY: Final = "p"


class Folding:
    """Whether log and card are folded away in a game, as its settings remember, at a table where they may be."""

    def __init__(self, settings: Settings, game: str, on_turned: Callable[[], None]) -> None:
        """`on_turned` is called when a person has folded them away or shown them again."""
        self._settings, self._game, self._on_turned = settings, game, on_turned

    def fold(self, stage: Stage[Any, Any]) -> None:
        """Give a new stage the room of log and card, if they are folded away."""
        if isinstance(stage, Folds) and self._folded(stage):
            stage.fold(True)

    def buttons(self, stage: Stage[Any, Any], toolbar: Toolbar) -> Sequence[Button]:
        """Return the button that folds or unfolds, for a stage that can be folded; empty otherwise."""
        if not isinstance(stage, Folds):
            return ()
        return (toolbar.button("layout-grid", "unfold" if self._folded(stage) else "fold", self._turn),)

    def press(self, stage: Stage[Any, Any], key: str) -> bool:
        """Fold or unfold if `key` is the key for it. Returns whether it was, and something could be folded."""
        if key != KEY or not isinstance(stage, Folds):
            return False
        self._turn()
        return True

    def _folded(self, stage: Folds) -> bool:
        return stage.usually_folded != (self._game in self._settings.folded)

    def _turn(self) -> None:
        folded = self._settings.folded
        others = tuple(game for game in folded if game != self._game)
        self._settings.folded = others if self._game in folded else (*others, self._game)
        self._on_turned()
