"""The guide of Left 4 Grade: a first match among sixteen, from the sky down and two turns on, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game.cabinets.l4g.players.bots import MIX
from game.cabinets.l4g.rules.rules import Action, Go
from game.cabinets.l4g.rules.views import Phase, PlayerState, View
from game.engine.stage.guide import Guide, Named, Step, anything, lit

_SEED: Final = 3


def _placing(view: View) -> bool:
    return view.phase is Phase.PLACE


def _turn(turn: int) -> Callable[[View], bool]:
    """Return a condition on views: the person moves as a survivor in that turn."""

    def moment(view: View) -> bool:
        return view.phase is Phase.MOVE and view.turn == turn and view.me.state is PlayerState.SURVIVOR

    return moment


def _declining(_view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the moves that decline direct infection: the guide goes on about survivors."""
    return [action for action in legal if not (isinstance(action, Go) and action.accept)]


def _count(view: View) -> Mapping[str, Any]:
    return {"players": len(view.players), "turns": view.turns}


_first, _second, _third = _turn(1), _turn(2), _turn(3)

GUIDE: Final = Guide[View, Action](
    bots=MIX * 3,
    seed=_SEED,
    steps=(
        Step("sky", _placing, lit(Named("sky")), values=_count),
        Step("states", _placing, lit(Named("bar"))),
        Step("grade", _placing, lit(Named("right"))),
        Step("place", _placing, actions=anything),
        Step("survivor", _first, lit(Named("me"))),
        Step("sight", _first),
        Step("infection", _first, lit(Named("infection"))),
        Step("move", _first, actions=_declining),
        Step("told", _second, lit(Named("told"))),
        Step("phases", _second, lit(Named("bar"))),
        Step("again", _second, actions=anything),
        Step("end", _third, lit(Named("person")), values=_count),
    ),
)
