"""The guide of Omok: a first match of renju, with black against an easy bot, explained step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from game.cabinets.omok import notation
from game.cabinets.omok.stage import ground
from game.cabinets.omok.state import PASS, Action, Place, View, centre_of
from game.engine.stage.guide import Guide, PanelOf, Step, after_moves, anything, lit
from game.engine.stage.guide import Place as Lit

_SEED: Final = 3
"""A seed with which the person is black."""


def _around(view: View, points: Sequence[int], more: float) -> Sequence[Lit]:
    """Return one box around points, extended by `more` lines on each side."""
    return (ground.points_of(view.size).around(points, more * ground.pitch_of(view.size)),)


def _stones(view: View) -> Sequence[Lit]:
    return _around(view, [move for move in view.moves if move != PASS] or [centre_of(view.size)], 1.1)


def _centre(view: View) -> Sequence[Lit]:
    return _around(view, [centre_of(view.size)], 0.2)


def _last(view: View) -> Sequence[Lit]:
    return _around(view, view.moves[-1:], 0.2)


def _in_the_centre(view: View, legal: Sequence[Action]) -> Sequence[Action]:
    middle = centre_of(view.size)
    return [Place.on(middle, view.size)]


def _beside(view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Return those actions that place a stone beside another one, diagonals included."""
    return [
        action
        for action in legal
        if isinstance(action, Place)
        if any(max(abs(move % view.size - action.x), abs(move // view.size - action.y)) == 1 for move in view.moves)
    ]


def _where(view: View) -> Mapping[str, Any]:
    return {"at": notation.name(view.moves[-1], view.size)}


GUIDE: Final = Guide[View, Action](
    bots=("greedy",),
    seed=_SEED,
    steps=(
        Step("board", after_moves(0)),
        Step("colour", after_moves(0), lit(PanelOf(0))),
        Step("first", after_moves(0), _centre, _in_the_centre),
        Step("answer", after_moves(2), _last, values=_where),
        Step("second", after_moves(2), _stones, _beside),
        Step("three", after_moves(4), _stones),
        Step("third", after_moves(4), _stones, _beside),
        Step("forbidden", after_moves(6)),
        Step("tools", after_moves(6)),
        Step("fourth", after_moves(6), _stones, anything),
        Step("hint", after_moves(8)),
        Step("end", after_moves(8)),
    ),
)
