"""The first match of Marrakech: two rounds among regulars, explained as they come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from game.cabinets.marrakech.board import BOARD
from game.cabinets.marrakech.rules import Action, Phase, View
from game.cabinets.marrakech.stage.layout import CELL, corner
from game.core.space import STRAIGHT
from game.engine.canvas import Box
from game.engine.stage.guide import Guide, PanelOf, Place, SideCard, Step

ME: Final = 0
_SEED: Final = 3
"""The person is the first to move, and the die comes up with more than one."""


def _square(square: int, more: float = 0.0) -> Box:
    x, y = corner(square)
    return Box(x - more, y - more, CELL + 2 * more, CELL + 2 * more)


def _assam(view: View) -> Sequence[Place]:
    return (_square(view.square),)


def _around(view: View) -> Sequence[Place]:
    """The squares beside Assam, in one box."""
    boxes = [_square(near) for step in STRAIGHT if (near := BOARD.next(view.square, step)) is not None]
    return (boxes[0].unionall(boxes[1:]),)


def _last_rug(view: View) -> Sequence[Place]:
    first, second = view.rugs[-1].squares
    return (_square(first).union(_square(second)),)


def _my_panel(_view: View) -> Sequence[Place]:
    return (PanelOf(ME),)


def _their_panels(_view: View) -> Sequence[Place]:
    return (PanelOf(1), PanelOf(2))


def _die(_view: View) -> Sequence[Place]:
    return (SideCard(),)


def _mine(phase: Phase, rounds: int) -> Any:
    """Whether it is the person's turn in that round."""

    def moment(view: View) -> bool:
        return view.mover == ME and view.phase is phase and (view.turn - 1) // len(view.seats) == rounds

    return moment


def _any(_view: View, legal: Sequence[Action]) -> Sequence[Action]:
    return legal


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
        Step("purse", _turning, _my_panel),
        Step("turn", _turning, _around, _any),
        Step("rolled", _laying, _die, values=_rolled),
        Step("lay", _laying, _around, _any),
        Step("others", lambda view: view.turn == 2, _their_panels),
        Step("points", _again, _my_panel, values=_my_points),
        Step("rugs", _again, _last_rug),
        Step("cost", _again, _around, _any),
        Step("wide", _laying_again, _around, _any),
        Step("hint", _third),
        Step("end", _third, _my_panel),
    ),
)
