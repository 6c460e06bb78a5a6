"""A person's best results, kept in files: of each yard the units, units per coin and the curve of the best attempt; of
free maps the milestones and the income.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.look import Look
from game.cabinets.rails.world.land import POWER_STATION, REFINERY, Land
from game.cabinets.rails.yards.yard import CARGOES
from game.core.errors import UNDECODABLE
from game.core.options import own_digest
from game.ground import files, paths

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


class FreeBest(msgspec.Struct, frozen=True):
    """The best results on free maps of one kind, each by itself."""

    milestones: Amount = 0
    delivered: Amount = 0
    """Coins of income."""


def free_best(options: Options) -> FreeBest:
    """Return the best results on free maps with these options; empty ones if there is no file or it cannot be read."""
    return _free_bests().get(_kind_of(options), FreeBest())


def note_free(options: Options, milestones: int, delivered: int) -> None:
    """Record the result of a match on a free map. A failed write is ignored."""
    path = _file_of_free()
    with suppress(OSError), files.only_writer(path):
        known = _free_bests()
        before = known.get(_kind_of(options), FreeBest())
        best = FreeBest(max(milestones, before.milestones), max(delivered, before.delivered))
        files.write_whole(path, msgspec.json.encode(known | {_kind_of(options): best}))


def _kind_of(options: Options) -> str:
    """Return what makes results on two free maps comparable: their length, size and money, and whether of a story."""
    money = "free" if options.free else str(options.cash)
    return f"{options.minutes} {options.size} {money} {'story' if options.story else 'plain'}"


def _free_bests() -> dict[str, FreeBest]:
    with suppress(OSError, *UNDECODABLE):
        return msgspec.json.decode(_file_of_free().read_bytes(), type=dict[str, FreeBest])
    return {}


def _file_of_free() -> Path:
    return paths.ghosts() / "rails" / "free.json"
