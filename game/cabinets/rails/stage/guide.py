"""The guide of Caravan Rails: a mine, a power station, twelve empty tiles between."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.running.beginning import land_for
from game.cabinets.rails.running.twin import match_of
from game.cabinets.rails.stage.cards.foot import ONE_TRAIN, TWO_TRAINS
from game.cabinets.rails.stage.sight.sight import Sight
from game.engine.stage.guide import Guide, Named, Place, Step, lit

A, B = 1, 2
"""Ids of the valley's two stations."""
WEST, ROW = 6, 15
"""The westernmost column of station A's platform, and the row of both platforms."""
LONG: Final = 4
GAP: Final = 12
"""Number of tiles between the two platforms."""
_MEASURED: Final = {"one": f"{ONE_TRAIN:,}", "two": f"{TWO_TRAINS:,}"}
"""Units delivered in 10,000 ticks by one train, and by two trains that can pass each other."""


OPTIONS: Final = Options(yard="valley", size=32)


@lru_cache(2)
def _seen(view: View) -> Sight:
    return Sight(match_of(view, land_for(OPTIONS, view.number)))


def joined(view: View) -> bool:
    """Return whether track leads from station A to station B."""
    return A in {one.id for one in view.stations} and B in _seen(view).tracks.reached(A)


def delivered(view: View) -> bool:
    """Return whether any cargo has arrived."""
    return bool(view.units) and view.units[0] > 0


def jammed(view: View) -> bool:
    """Return whether trains block each other in a ring."""
    return bool(_seen(view).view.rings)


def _passing(view: View) -> bool:
    """Return whether the jam is resolved, by a second track with signals or by removing one train."""
    return not jammed(view) and (_signals(view) >= 2 or len(view.vehicles) < 2)


def passed(view: View) -> bool:
    """Return whether the two trains passed each other: A's is further west. True if there are not two trains."""
    seen = _seen(view).view
    stops = {one.id: one.calls for one in seen.orders}
    bound: dict[int, list[int]] = {A: [], B: []}
    for vehicle in seen.vehicles:
        calls = stops.get(vehicle.list, ())
        if vehicle.call < len(calls):
            bound.setdefault(calls[vehicle.call].station, []).append(vehicle.tile % view.size)
    return len(view.vehicles) < 2 or any(west < east for west in bound[A] for east in bound[B])


def _signals(view: View) -> int:
    return sum(len(built.signals) for built in _seen(view).works.values())


def _tile(x: int, y: int, wide: int = 1, high: int = 1) -> Place:
    return Named(f"tile.{x}.{y}.{wide}.{high}")


def _shop(view: View) -> Sequence[Place]:
    """Return the place names of the large button that buys a train and of the station it belongs to."""
    return Named("buy"), Named(f"station.{A}")


_LINE: Final = _tile(WEST, ROW, 2 * LONG + GAP, 1)
"""The area of all of the track, which the guide's text must not cover."""
_POWER_STATION: Final = _tile(WEST + LONG + GAP, ROW - 2, LONG, 2)
_TAKER: Final = _POWER_STATION, Named(f"station.{B}")
"""The power station and the station that stands at it."""
_CARD: Final = Named("card")

FIRST = Guide[View, object](
    bots=(),
    seed=0,
    options=lambda _language: OPTIONS,
    steps=(
        Step("valley", lambda view: True, lit(_tile(WEST, ROW - 2, 4, 3), _tile(WEST + 16, ROW - 2, 4, 3))),
        Step(
            "track",
            lambda view: True,
            lit(_tile(WEST + LONG, ROW, GAP, 1), _tile(WEST + LONG + GAP, ROW, LONG, 1)),
            until=joined,
        ),
        Step("train", joined, _shop, unhidden=lit(*_TAKER), until=lambda view: len(view.vehicles) >= 1),
        Step(
            "reservation",
            lambda view: len(view.vehicles) >= 1,
            lit(_LINE),
            unhidden=lit(*_TAKER, _CARD),
            until=delivered,
        ),
        Step("more", delivered, _shop, unhidden=lit(*_TAKER), until=lambda view: len(view.vehicles) >= 2),
        Step("meeting", lambda view: len(view.vehicles) >= 2, until=jammed),
        Step("ring", jammed, lit(Named("offer")), unhidden=lit(Named("jam"), _LINE, _POWER_STATION), until=_passing),
        Step(
            "two",
            lambda view: True,
            lit(_tile(WEST, ROW - 1, 2 * LONG + GAP, 2)),
            unhidden=lit(Named("bars"), _CARD),
            until=passed,
        ),
        Step("end", lambda view: True, unhidden=lit(Named("bars"), _LINE), values=lambda _view: _MEASURED),
    ),
)
"""The guide of the first valley."""
