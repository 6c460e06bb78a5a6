"""The guide of Cisterns: the first dungeon, with each thing explained before it is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.cabinets.cisterns.bots import GreedyBot
from game.cabinets.cisterns.knowledge import Knowledge
from game.cabinets.cisterns.rules.state import GUIDE as LEVEL
from game.cabinets.cisterns.rules.state import Action, Options, Wait
from game.cabinets.cisterns.rules.views import View
from game.core.bots import BotSetup
from game.core.forge.model.level import LOCKED
from game.engine.stage.guide import Guide, Named, PanelOf, Step, lit

_OPTIONS = Options(level=LEVEL)
_ADVISER = GreedyBot(BotSetup("cisterns", 0, 1, _OPTIONS, None, 1))


def _sees(kind: str) -> Callable[[View], bool]:
    """Return a condition: a monster or thing of this kind is in view."""
    return lambda view: kind in {*(each.kind for each in view.monsters), *(each.kind for each in view.things)}


def _has_keys(view: View) -> bool:
    return bool(view.heroes) and view.heroes[0].keys > 0


def _found(worth: int) -> Callable[[View], bool]:
    return lambda view: bool(view.heroes) and view.heroes[0].worth >= worth


def _advised(view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Return all legal actions, the wise ones first."""
    wise = _ADVISER.choose(Knowledge(view, 0))
    return [action for action in legal if action == wise] + [action for action in legal if action != wise]


def _patient(_view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Return only the action of waiting: the person should see the rat announce its attack before striking it."""
    return [action for action in legal if isinstance(action, Wait)]


def _threatened_or(worth: int) -> Callable[[View], bool]:
    return lambda view: bool(view.threats) or _found(worth)(view)


def _opened(view: View) -> bool:
    """Return whether the door that was seen locked is open."""
    return _has_keys(view) and not any((code & 31) - 1 == LOCKED for code in view.squares)


GUIDE: Guide[View, Action] = Guide(
    (),
    1,
    (
        Step("welcome", lambda view: view.floor == 1, lit(Named("me"))),
        Step("treasure", lambda view: view.floor == 1, lit(Named("treasure")), _advised, until=_found(10)),
        Step("explore", _found(10), lit(Named("bar")), _advised, until=_sees("rat")),
        Step("rat", _sees("rat"), lit(Named("rat"))),
        Step("meet", _found(10), lit(Named("bar"), Named("rat")), _patient, until=_threatened_or(11)),
        Step("announced", lambda view: bool(view.threats), lit(Named("threat"), Named("rat")), optional=True),
        Step("strike", _found(10), lit(Named("me"), Named("rat")), _advised, until=_found(11)),
        Step("on", _found(11), lit(Named("bar")), _advised, until=_sees("brute")),
        Step("brute", _sees("brute"), lit(Named("brute"))),
        Step("key", lambda view: True, lit(Named("key")), _advised, until=_has_keys),
        Step("bag", _has_keys, lit(PanelOf(0), Named("bar"))),
        Step("door", _has_keys, lit(Named("door")), _advised, until=_opened),
        Step("stairs", lambda view: True, lit(Named("bar")), _advised, until=_sees("exit")),
        Step("out", _sees("exit"), lit(Named("exit"))),
    ),
    lambda _language: _OPTIONS,
)
"""The guide's match: one hero alone, on the level that is the same for everybody."""
