"""The first match of Left 4 Grade: the way down from the sky and two turns among sixteen, explained as they come."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game.cabinets.l4g.players.bots import MIX
from game.cabinets.l4g.rules.rules import Action, Go
from game.cabinets.l4g.rules.views import Phase, PlayerState, View
from game.engine.stage.guide import Guide, Named, Place, Step

_SEED: Final = 3


def _placing(view: View) -> bool:
    return view.phase is Phase.PLACE


def _turn(turn: int) -> Callable[[View], bool]:
    """Whether the person moves as a survivor in that turn."""

    def moment(view: View) -> bool:
        return view.phase is Phase.MOVE and view.turn == turn and view.me.state is PlayerState.SURVIVOR

    return moment


def _at(name: str) -> Callable[[View], Sequence[Place]]:
    return lambda _view: (Named(name),)


def _any(_view: View, legal: Sequence[Action]) -> Sequence[Action]:
    return legal


def _declining(_view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Moves of whoever stays a survivor: what the guide speaks of next is theirs."""
    return [action for action in legal if not (isinstance(action, Go) and action.accept)]


def _count(view: View) -> Mapping[str, Any]:
    return {"players": len(view.players), "turns": view.turns}


_first, _second, _third = _turn(1), _turn(2), _turn(3)

GUIDE: Final = Guide[View, Action](
    bots=MIX * 3,
    seed=_SEED,
    steps=(
        Step("sky", _placing, _at("sky"), values=_count),
        Step("states", _placing, _at("bar")),
        Step("grade", _placing, _at("right")),
        Step("place", _placing, actions=_any),
        Step("survivor", _first, _at("me")),
        Step("sight", _first),
        Step("infection", _first, _at("infection")),
        Step("move", _first, actions=_declining),
        Step("told", _second, _at("told")),
        Step("phases", _second, _at("bar")),
        Step("again", _second, actions=_any),
        Step("end", _third, _at("person"), values=_count),
    ),
)
