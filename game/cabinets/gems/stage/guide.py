"""The guide of Gem Merchants: a first match against two Regulars, with a turn for each kind of action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game.cabinets.gems.state import Action, Buy, Reserve, Take, View
from game.engine.stage.guide import Guide, Named, PanelOf, Step, lit, only

ME: Final = 0
_SEED: Final = 3
"""Seed of the guide's match: with it, the person is the first to move."""


def _mine(round_of: int) -> Callable[[View], bool]:
    return lambda view: view.mover == ME and view.phase == "act" and view.round == round_of


def _three(_view: View, legal: Sequence[Action]) -> Sequence[Action]:
    return [action for action in legal if isinstance(action, Take) and len(set(action.gems)) == 3] or legal


def _two(_view: View, legal: Sequence[Action]) -> Sequence[Action]:
    takes = [action for action in legal if isinstance(action, Take)]
    return [action for action in takes if len(set(action.gems)) < len(action.gems)] or takes or legal


def _buying(_view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the legal purchases, or if there are none the takings of three gems."""
    return [action for action in legal if isinstance(action, Buy)] or _three(_view, legal)


def _tokens(view: View) -> Mapping[str, Any]:
    return {"count": sum(view.seats[ME].tokens)}


GUIDE: Final = Guide[View, Action](
    bots=("greedy", "greedy"),
    seed=_SEED,
    steps=(
        Step("market", _mine(1), lit(Named("market"))),
        Step("bank", _mine(1), lit(Named("bank"))),
        Step("three", _mine(1), lit(Named("bank")), _three),
        Step("others", lambda view: view.turns == 1, lit(PanelOf(1), PanelOf(2))),
        Step("cost", _mine(2), lit(Named("market"))),
        Step("two", _mine(2), lit(Named("bank")), _two),
        Step("board", _mine(3), lit(Named("board")), values=_tokens),
        Step("reserve", _mine(3), lit(Named("market")), only(Reserve)),
        Step("shelf", _mine(4), lit(Named("shelf"))),
        Step("buy", _mine(4), lit(Named("market")), _buying),
        Step("nobles", _mine(5), lit(Named("nobles"))),
        Step("end", _mine(5), lit(PanelOf(ME))),
    ),
)
