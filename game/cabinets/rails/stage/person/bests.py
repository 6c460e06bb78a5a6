"""What somebody did best in each yard, kept from one day to the next: units, units for each coin, and how they came."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec

from game import files, paths
from game.cabinets.rails.contract.views import Cargo, View
from game.cabinets.rails.world.land import POWER_STATION, REFINERY, Land
from game.cabinets.rails.yards.yard import CARGOES, Goal
from game.core.errors import UNDECODABLE
from game.core.options import own_digest

MEDALS: Final = ("", "bronze", "silver", "gold")
POINTS: Final = 60
"""Points of a curve, at most one more."""
Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
Curve: TypeAlias = Annotated[tuple[tuple[Amount, Amount], ...], msgspec.Meta(max_length=POINTS + 2)]
"""Ticks, and the units that had come by then; ascending."""


class Best(msgspec.Struct, frozen=True):
    """The best of one yard."""

    units: Amount = 0
    per_thousand: Amount = 0
    """Units for each 1,000 coins spent, of whichever try had most."""
    curve: Curve = ()
    """Of the try with most units."""


def medal_of(goal: Goal, units: int) -> str:
    """The medal that so many units earn; "" for none.

    >>> medal_of(Goal(60, 85, 100), 90)
    'silver'
    """
    return MEDALS[sum(units >= least for least in (goal.units, goal.silver, goal.gold))]


def units_of(view: View, land: Land, cargo: str) -> int:
    """Units delivered of a kind of cargo, or of all for "", by all companies."""
    if not cargo:
        return sum(view.units)
    kind = Cargo(CARGOES.index(cargo))
    if kind == Cargo.FUEL:
        return sum(town.fuel for town in view.towns)
    if kind == Cargo.PASSENGERS:
        return sum(town.passengers for town in view.towns)
    taker = POWER_STATION if kind == Cargo.COAL else REFINERY
    return sum(seen.taken for one, seen in zip(land.industries, view.industries, strict=False) if one.kind == taker)


def _path(yard: str) -> Path:
    return paths.ghosts() / "rails" / f"{own_digest(yard) or yard}.json"


def best_of(yard: str) -> Best:
    """The best of a yard; nothing where there is no file, or none that can be read."""
    with suppress(OSError, *UNDECODABLE):
        return msgspec.json.decode(_path(yard).read_bytes(), type=Best)
    return Best()


def note(yard: str, units: int, spent: int, curve: Curve) -> Best:
    """A try ended so; the best from here on. What cannot be written counts for this time alone."""
    path, rate = _path(yard), 1000 * units // spent if spent > 0 else 0
    best = best_of(yard)
    with suppress(OSError), files.only_writer(path):
        best = best_of(yard)
        more = units > best.units
        best = Best(max(units, best.units), max(rate, best.per_thousand), curve if more else best.curve)
        files.write_whole(path, msgspec.json.encode(best))
    return best
