"""The guide of Tablut: two moves of the attackers, explained step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.notation import name, square_named
from game.cabinets.tablut.rules.state import Action, Move, View
from game.cabinets.tablut.stage.ground import CELL
from game.cabinets.tablut.stage.stage import LAYOUT
from game.engine.stage.guide import Guide, PanelOf, Place, Step, after_moves, lit

_SEED: Final = 1
"""A seed with which the person attacks."""
_FIRST, _SECOND = square_named("d1"), square_named("f1")


def _king(view: View, more: float = 0.0) -> Sequence[Place]:
    return (LAYOUT.around([view.squares.index(b.KING)], more),)


def _last(view: View) -> Sequence[Place]:
    return (LAYOUT.spots[view.moves[-1].target].box,)


def _of(square: int) -> Callable[[View, Sequence[Action]], Sequence[Action]]:
    """Return a filter that keeps the moves of one piece; all moves if that piece has none."""

    def chosen(_view: View, legal: Sequence[Action]) -> Sequence[Action]:
        return [move for move in legal if isinstance(move, Move) and move.origin == square] or legal

    return chosen


def _answer(view: View) -> Mapping[str, Any]:
    return {"at": name(view.moves[-1].target)}


_begin, _again, _third = after_moves(0), after_moves(2), after_moves(4)

GUIDE: Final = Guide[View, Action](
    bots=("greedy",),
    seed=_SEED,
    steps=(
        Step("king", _begin, _king),
        Step("attackers", _begin, lit(PanelOf(0))),
        Step("defenders", _begin, lit(PanelOf(1))),
        Step("escape", _begin, lit(*(LAYOUT.spots[corner].box for corner in b.CORNERS))),
        Step("move", _begin, lit(LAYOUT.spots[_FIRST].box), _of(_FIRST)),
        Step("answer", _again, _last, values=_answer),
        Step("take", _again),
        Step("close", _again, partial(_king, more=CELL)),
        Step("second", _again, lit(LAYOUT.spots[_SECOND].box), _of(_SECOND)),
        Step("raichi", _third, _king),
        Step("why", _third, _king),
        Step("hint", _third),
        Step("end", _third, lit(PanelOf(0))),
    ),
)
