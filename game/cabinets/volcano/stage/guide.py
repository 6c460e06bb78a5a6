"""The guide of Volcano Isle: a first match against a Regular, four tiles each, explained as it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game.cabinets.volcano.island import island_of, tried
from game.cabinets.volcano.state import Action, Done, Expand, Place, View
from game.engine.stage.guide import Guide, PanelOf, SideCard, Step, anything, lit, only

ME: Final = 0
_SEED: Final = 1
"""Seed of the guide's match: with it, the person is the first to move."""


def _laying(turn: int) -> Callable[[View], bool]:
    return lambda view: view.mover == ME and view.phase == "tile" and view.turn == turn


def _building(turn: int) -> Callable[[View], bool]:
    return lambda view: view.mover == ME and view.phase == "build" and view.turn == turn and not view.built


def _going_on(turn: int) -> Callable[[View], bool]:
    return lambda view: view.mover == ME and view.phase == "build" and view.turn == turn and bool(view.built)


def _at_sea(view: View, place: Action) -> bool:
    return isinstance(place, Place) and not any((top.q, top.r) == (place.q, place.r) for top in view.hexes)


def _builds(view: View, place: Action) -> list[Action]:
    """Return what the person could build after laying the tile at a place."""
    assert isinstance(place, Place)
    after = tried(view, place)
    return list(island_of(after).builds(ME, after.stock))


def _extending(view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Return places at sea after which a settlement can expand, or else after which something can be built."""
    safe = {place: _builds(view, place) for place in legal if _at_sea(view, place)}
    growing = [place for place, builds in safe.items() if any(isinstance(build, Expand) for build in builds)]
    return growing or [place for place, builds in safe.items() if builds] or legal


def _erupting(view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Return eruptions after which something can be built."""
    return [place for place in legal if not _at_sea(view, place) and _builds(view, place)]


def _may_erupt(view: View) -> bool:
    return _laying(5)(view) and bool(_erupting(view, island_of(view).places))


def _stock(view: View) -> Mapping[str, Any]:
    mine = view.seats[ME]
    return {"huts": mine.huts, "temples": mine.temples, "towers": mine.towers}


GUIDE: Final = Guide[View, Action](
    bots=("greedy",),
    seed=_SEED,
    steps=(
        Step("island", _laying(1)),
        Step("first", _laying(1), actions=anything),
        Step("hut", _building(1), actions=anything),
        Step("others", lambda view: view.turn == 2, lit(PanelOf(1))),
        Step("extend", _laying(3), actions=_extending),
        Step("expand", _building(3), actions=only(Expand)),
        Step("done", _going_on(3), actions=only(Done), optional=True),
        Step("stock", _laying(5), lit(PanelOf(ME)), values=_stock),
        Step("erupt", _may_erupt, actions=_erupting, optional=True),
        Step("lay", _laying(5), actions=anything, optional=True),
        Step("build", _building(5), actions=anything),
        Step("enough", _going_on(5), actions=only(Done), optional=True),
        Step("tiles", _laying(7), lit(SideCard())),
        Step("end", _laying(7), lit(PanelOf(ME))),
    ),
)
