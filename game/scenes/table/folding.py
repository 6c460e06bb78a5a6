"""Folding the log and card beside the board away, for a stage that then draws its board larger."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from game.engine.stage import Folds, Stage
from game.engine.widgets.parts.button import Button

if TYPE_CHECKING:
    from game.scenes.table.scene import TableScene

KEY: Final = "p"


def fold(stage: Stage[Any, Any], table: TableScene) -> None:
    """Give a table's new stage the room of log and card, if they are folded away in its game."""
    if table.may_fold and isinstance(stage, Folds) and _is_folded(table, stage):
        stage.fold(True)


def buttons(table: TableScene) -> Sequence[Button]:
    """Return the button that folds or unfolds, at tables where something can be folded; empty otherwise."""
    if not (table.may_fold and isinstance(table.stage, Folds)):
        return ()
    name = "unfold" if _is_folded(table, table.stage) else "fold"
    return (table.toolbar.button("layout-grid", name, partial(_turn, table)),)


def press(table: TableScene, key: str) -> bool:
    """Fold or unfold if `key` is the key for it. Returns whether it was, and something could be folded."""
    if key != KEY or not (table.may_fold and isinstance(table.stage, Folds)):
        return False
    _turn(table)
    return True


def _is_folded(table: TableScene, stage: Folds) -> bool:
    return stage.usually_folded != (table.game in table.context.settings.folded)


def _turn(table: TableScene) -> None:
    """Fold log and card away, or show them again; remembered for the game's next match."""
    settings = table.context.settings
    others = tuple(game for game in settings.folded if game != table.game)
    settings.folded = others if table.game in settings.folded else (*others, table.game)
    table.context.keep_settings()
    table.settings_applied()
    table.group.focus(table.board)
