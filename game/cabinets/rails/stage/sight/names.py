"""Names of cargo, stations, towns, industries and vehicles in the language of the screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.look import StationView, VehicleView
from game.cabinets.rails.world.land import MINE, POWER_STATION, REFINERY, WELL, Industry
from game.ground.texts import Texts

CARGO_KEYS: Final = {Cargo.COAL: "coal", Cargo.OIL: "oil", Cargo.FUEL: "fuel", Cargo.PASSENGERS: "passengers"}
_INDUSTRIES: Final = {MINE: "mine", POWER_STATION: "power", WELL: "well", REFINERY: "refinery"}


def cargo_name(texts: Texts, cargo: int) -> str:
    """Return the name of a kind of cargo."""
    return texts.line(f"rails_stage.cargo.{CARGO_KEYS[Cargo(cargo)]}")


def industry_name(texts: Texts, one: Industry) -> str:
    """Return the name of an industry's kind."""
    return texts.line(f"rails_stage.industry.{'sea_well' if one.at_sea else _INDUSTRIES[one.kind]}")


def town_name(texts: Texts, name: int) -> str:
    """Return a town's name; `name` is its index in the list of names."""
    return place_name(texts, name)


def station_name(texts: Texts, station: StationView) -> str:
    """Return a station's name."""
    return place_name(texts, station.name)


def place_name(texts: Texts, name: int) -> str:
    """Return the name at an index of the list of names, counted in a ring."""
    names = _names(texts)
    return names[name % len(names)]


@lru_cache(maxsize=4)
def _names(texts: Texts) -> Sequence[str]:
    return texts.line("rails_stage.names").split()


def vehicle_name(texts: Texts, vehicle: VehicleView) -> str:
    """Return a vehicle's name, made of its model and its id."""
    kind = "train" if vehicle.model.is_train else vehicle.model.word
    return texts.line(f"rails_stage.vehicle.{kind}", number=vehicle.id)
