"""The guide of Marrakech: a first match of two rounds against regulars, explained step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from game.cabinets.marrakech.board import BOARD
from game.cabinets.marrakech.rules import Action, Phase, View
from game.cabinets.marrakech.stage.layout import CELL, corner
from game.core.space import STRAIGHT
from game.engine.canvas import Box
from game.engine.stage.guide import Guide, PanelOf, Place, SideCard, Step, anything, lit

ME: Final = 0
_SEED: Final = 3
"""A seed with which the person moves first and the die shows more than one."""


def _square(square: int) -> Box:
    return Box(*corner(square), CELL, CELL)


def _assam(view: View) -> Sequence[Place]:
    return (_square(view.square),)


def _around(view: View) -> Sequence[Place]:
    """Return one box around the squares beside Assam."""
    boxes = [_square(near) for step in STRAIGHT if (near := BOARD.next(view.square, step)) is not None]
    return (boxes[0].unionall(boxes[1:]),)


def _last_rug(view: View) -> Sequence[Place]:
    first, second = view.rugs[-1].squares
    return (_square(first).union(_square(second)),)


def _mine(phase: Phase, rounds: int) -> Any:
    """Return a condition on views: it is the person's turn, in the given phase and round."""

    def moment(view: View) -> bool:
        return view.mover == ME and view.phase is phase and (view.turn - 1) // len(view.seats) == rounds

    return moment


def _rolled(view: View) -> Mapping[str, Any]:
    return {"face": view.roll}


def _my_points(view: View) -> Mapping[str, Any]:
    mine = view.seats[ME]
    return {"squares": mine.squares, "dirhams": mine.dirhams, "points": mine.squares + mine.dirhams}


_turning, _laying = _mine(Phase.TURN, 0), _mine(Phase.LAY, 0)
_again, _laying_again = _mine(Phase.TURN, 1), _mine(Phase.LAY, 1)
_third = _mine(Phase.TURN, 2)

GUIDE: Final = Guide[View, Action](
    bots=("greedy", "greedy"),
    seed=_SEED,
    steps=(
        Step("market", _turning, _assam),
        Step("purse", _turning, lit(PanelOf(ME))),
        Step("turn", _turning, _around, anything),
        Step("rolled", _laying, lit(SideCard()), values=_rolled),
        Step("lay", _laying, _around, anything),
        Step("others", lambda view: view.turn == 2, lit(PanelOf(1), PanelOf(2))),
        Step("points", _again, lit(PanelOf(ME)), values=_my_points),
        Step("rugs", _again, _last_rug),
        Step("cost", _again, _around, anything),
        Step("wide", _laying_again, _around, anything),
        Step("hint", _third),
        Step("end", _third, lit(PanelOf(ME))),
    ),
)
