"""Names of cargo, stations, towns, industries and vehicles in the language of the screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from game.cabinets.rails.building.workshop import apart
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.cargo import OF_RAIL
from game.cabinets.rails.match.look import CallView, StationView, VehicleView
from game.cabinets.rails.world.land import (
    MINE,
    POWER_STATION,
    REFINERY,
    SIDE,
    WATER,
    WELL,
    Industry,
    Land,
    Town,
    around,
    distance,
)
from game.cabinets.rails.world.worldgen import NAMES
from game.ground.texts import Texts

_INDUSTRIES: Final = {MINE: "mine", POWER_STATION: "power", WELL: "well", REFINERY: "refinery"}
_BESIDE: Final = OF_RAIL + 3
"""Greatest distance of a station's first tile from an industry that it is called by: a usual platform and its reach."""
_CENTRAL: Final = 2
"""Greatest distance from a town's centre, along the longer axis, at which a station is its central one."""


def cargo_name(texts: Texts, cargo: int) -> str:
    """Return the name of a kind of cargo."""
    return texts.line(f"rails_stage.cargo.{Cargo(cargo).name.lower()}")


def industry_name(texts: Texts, one: Industry) -> str:
    """Return the name of an industry's kind."""
    return texts.line(f"rails_stage.industry.{'sea_well' if one.at_sea else _INDUSTRIES[one.kind]}")


def place_name(texts: Texts, name: int) -> str:
    """Return the name of a town, or of a station that stands for itself, by its index in the list of names."""
    names = _names(texts)
    return names[name % len(names)]


def station_name(texts: Texts, land: Land, station: StationView) -> str:
    """Return the name of a station: one that no other place of the map has, with a word for what it stands beside.

    It follows from where the station was founded, so it stays. Stations' own names are all different by the rules, but
    may be those of towns: beside its own town a station gets a second word, elsewhere one of the names left over.
    """
    near = min(land.towns, key=lambda town: (distance(land.size, town.tile, station.tile), town.tile), default=None)
    name = place_name(texts, station.name)
    if station.company < 0:
        return _sea_well(texts, land, station, name)
    towns = sorted(town.name for town in land.towns)
    beside = near is not None and near.name == station.name
    if station.name in towns and not beside:
        name = place_name(texts, NAMES + towns.index(station.name))
    word = _beside(land, station.tile)
    if not word and near is not None and beside:
        word = _side(land.size, near.tile, station.tile)
    return texts.line(f"rails_stage.station.{word}", name=name) if word else name


def _sea_well(texts: Texts, land: Land, station: StationView, name: str) -> str:
    """Return the name of a well's own dock; of several near one town, the later ones have a number."""
    wells = [one.tile for one in land.industries if one.at_sea]
    names = [min(land.towns, key=partial(_far, land.size, tile)).name for tile in wells] if land.towns else []
    before = names[: wells.index(station.tile)].count(station.name) if station.tile in wells else 0
    key = "rails_stage.station.sea_more" if before else "rails_stage.station.sea"
    return texts.line(key, name=name, number=before + 1)


def _far(size: int, tile: int, town: Town) -> int:
    return distance(size, tile, town.tile)


def _beside(land: Land, tile: int) -> str:
    """Return the kind of the industry that a station at a tile is nearest to, else "harbour" on a coast, else ""."""
    reached = [
        (min(apart(land.size, tile, part) for part in land.tiles_of(one)), one.tile, _INDUSTRIES[one.kind])
        for one in land.industries
        if not one.at_sea and apart(land.size, tile, one.tile) <= OF_RAIL + max(SIDE)
    ]
    far, _, kind = min(reached, default=(_BESIDE + 1, 0, ""))
    if far <= _BESIDE:
        return kind
    return "harbour" if any(land.terrain[other] == WATER for other in around(land.size, tile)) else ""


def _side(size: int, centre: int, tile: int) -> str:
    """Return on which side of a town's centre a tile lies; "central" close to it."""
    across, down = tile % size - centre % size, tile // size - centre // size
    if max(abs(across), abs(down)) <= _CENTRAL:
        return "central"
    if abs(across) > abs(down):
        return "east" if across > 0 else "west"
    return "south" if down > 0 else "north"


def trouble_line(texts: Texts, call: CallView) -> str:
    """Return the sentence about what is wrong with a stop of an order list."""
    values = {"cargo": cargo_name(texts, call.cargo)} if call.cargo >= 0 else {}
    return texts.line(f"rails.trouble.{call.trouble}", values)


@lru_cache(maxsize=4)
def _names(texts: Texts) -> Sequence[str]:
    return texts.line("rails_stage.names").split()


def vehicle_name(texts: Texts, vehicle: VehicleView) -> str:
    """Return a vehicle's name, made of its model and its id."""
    kind = "train" if vehicle.model.is_train else vehicle.model.word
    return texts.line(f"rails_stage.vehicle.{kind}", number=vehicle.id)
