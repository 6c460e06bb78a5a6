"""A person's best results, kept in files: of each yard the units, units per coin and the curve of the best attempt; of
each map of the day the first attempt, which counts, and the best one.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec

from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.look import Look
from game.cabinets.rails.world.land import POWER_STATION, REFINERY, Land
from game.cabinets.rails.yards.yard import CARGOES, Goal
from game.core.errors import UNDECODABLE
from game.core.options import own_digest
from game.ground import files, paths

MEDALS: Final = ("", "bronze", "silver", "gold")
POINTS: Final = 60
"""Number of points that a curve is divided into; it may have one more."""
Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
Curve: TypeAlias = Annotated[tuple[tuple[Amount, Amount], ...], msgspec.Meta(max_length=POINTS + 2)]
"""Pairs of a tick and the units delivered until then, in ascending order."""


class Best(msgspec.Struct, frozen=True):
    """The best results in one yard."""

    units: Amount = 0
    per_thousand: Amount = 0
    """Units per 1,000 coins spent, in the attempt where that was highest."""
    curve: Curve = ()
    """The curve of the attempt with the most units."""


def medal_of(goal: Goal, units: int) -> str:
    """Return the medal that a number of units earns; "" for none.

    >>> medal_of(Goal(60, 85, 100), 90)
    'silver'
    """
    return MEDALS[sum(units >= least for least in (goal.units, goal.silver, goal.gold))]


def units_of(view: Look, land: Land, cargo: str) -> int:
    """Return the units of a cargo (all cargo for "") that all companies together have delivered."""
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
    """Return the best results in a yard; empty ones if there is no file or it cannot be read."""
    with suppress(OSError, *UNDECODABLE):
        return msgspec.json.decode(_path(yard).read_bytes(), type=Best)
    return Best()


def note(yard: str, units: int, spent: int, curve: Curve) -> Best:
    """Record the result of an attempt, and return the new best. If the file cannot be written, only return it."""
    path, rate = _path(yard), 1000 * units // spent if spent > 0 else 0
    best = best_of(yard)
    with suppress(OSError), files.only_writer(path):
        best = best_of(yard)
        more = units > best.units
        best = Best(max(units, best.units), max(rate, best.per_thousand), curve if more else best.curve)
        files.write_whole(path, msgspec.json.encode(best))
    return best


LEAST_OF_DAY: Final = (90_000, 180_000, 420_000)
"""Coins of income that earn bronze, silver and gold. In twenty minutes the greedy computer delivers 158,000 to 209,000
(eight days), which is silver; bronze is half of it, gold three fifths of the 619,000 to 793,000 of the expert."""
_MOST_DAYS: Final = 400
_Date = Annotated[str, msgspec.Meta(pattern=r"\A\d{4}-\d\d-\d\d\Z")]


class Day(msgspec.Struct, frozen=True):
    """The results on the map of one day, in coins of income."""

    counted: Amount = 0
    """Income of the first attempt, even if it was left before its end."""
    best: Amount = 0


def medal_of_day(coins: int) -> str:
    """Return the medal that this much income earns on a map of the day; "" for none.

    >>> medal_of_day(0), medal_of_day(LEAST_OF_DAY[2])
    ('', 'gold')
    """
    return MEDALS[sum(coins >= least for least in LEAST_OF_DAY)]


def played_days() -> dict[str, Day]:
    """Return the results of all played days by date; empty if there is no file or it cannot be read."""
    with suppress(OSError, *UNDECODABLE):
        return msgspec.json.decode(_file_of_days().read_bytes(), type=dict[_Date, Day])
    return {}


def note_day(date: str, coins: int, *, counts: bool) -> None:
    """Record an attempt's income so far; `counts` if it is the first of its day. A failed write is ignored."""
    path = _file_of_days()
    with suppress(OSError), files.only_writer(path):
        known = played_days()
        before = known.get(date, Day())
        known[date] = Day(coins if counts else before.counted, max(coins, before.best))
        latest = sorted(known)[-_MOST_DAYS:]
        files.write_whole(path, msgspec.json.encode({one: known[one] for one in latest}))


def _file_of_days() -> Path:
    return paths.ghosts() / "rails" / "days.json"
