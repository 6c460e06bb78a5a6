"""The guide to Slime: three explained turns against a regular."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game.cabinets.slime.field import TEAM
from game.cabinets.slime.rules import KEEP, Phase, Steer, View
from game.cabinets.slime.stage.layout import CELL, LAYOUT
from game.engine.canvas import Box
from game.engine.stage.guide import Guide, PanelOf, Place, Step, lit

ME: Final = 0


def _slime(view: View, slime: int) -> Box:
    x, y = LAYOUT.middle(view.slimes[slime].square)
    return Box(x - CELL / 2, y - CELL / 2, CELL, CELL)


def _team(team: int) -> Callable[[View], Sequence[Place]]:
    """Return a function that gives the box around a team's five slimes."""

    def box(view: View) -> Sequence[Place]:
        first, *others = (_slime(view, team * TEAM + number) for number in range(TEAM))
        return (first.unionall(others),)

    return box


def _turn(turn: int) -> Callable[[View], bool]:
    """Return a function that says whether the person steers after this many turns."""
    return lambda view: view.phase is Phase.ORDERS and view.turn == turn


def _any(_view: View, _legal: Sequence[Steer]) -> Sequence[Steer]:
    """Return an example action: all slimes keep their headings."""
    return (Steer(KEEP),)


def _squares(view: View) -> Mapping[str, Any]:
    return {"squares": view.teams[ME].squares, "theirs": view.teams[1].squares}


GUIDE: Final = Guide[View, Steer](
    bots=("greedy",),
    seed=1,
    steps=(
        Step("team", _turn(0), _team(ME)),
        Step("other", _turn(0), _team(1)),
        Step("goal", _turn(0), lit(PanelOf(ME), PanelOf(1))),
        Step("choose", _turn(0), lambda view: (_slime(view, 0),)),
        Step("steer", _turn(0), actions=_any),
        Step("painted", _turn(1), _team(ME), values=_squares),
        Step("keep", _turn(1)),
        Step("route", _turn(1), actions=_any),
        Step("close", _turn(2)),
        Step("caught", _turn(2)),
        Step("again", _turn(2), actions=_any),
        Step("end", _turn(3), lit(PanelOf(ME), PanelOf(1))),
    ),
)
