"""What stations, towns, industries and vehicles are called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from game.cabinets.rails.contract.views import Cargo, StationView, VehicleModel, VehicleView
from game.cabinets.rails.world.land import MINE, POWER_STATION, REFINERY, WELL, Industry
from game.texts import Texts

CARGO_KEYS: Final = {Cargo.COAL: "coal", Cargo.OIL: "oil", Cargo.FUEL: "fuel", Cargo.PASSENGERS: "passengers"}
_INDUSTRIES: Final = {MINE: "mine", POWER_STATION: "power", WELL: "well", REFINERY: "refinery"}
_VEHICLES: Final = {
    VehicleModel.FREIGHT: "train",
    VehicleModel.EXPRESS: "train",
    VehicleModel.SHIP: "ship",
    VehicleModel.TRUCK: "truck",
    VehicleModel.BUS: "bus",
}


def cargo_name(texts: Texts, cargo: int) -> str:
    """A kind of cargo."""
    return texts.line(f"rails_stage.cargo.{CARGO_KEYS[Cargo(cargo)]}")


def industry_name(texts: Texts, one: Industry) -> str:
    """What stands there."""
    return texts.line(f"rails_stage.industry.{'sea_well' if one.at_sea else _INDUSTRIES[one.kind]}")


def town_name(texts: Texts, name: int) -> str:
    """A town by its place in the list of names."""
    return place_name(texts, name)


def station_name(texts: Texts, station: StationView) -> str:
    """A station by its place in the list of names."""
    return place_name(texts, station.name)


def place_name(texts: Texts, name: int) -> str:
    """A name of the list; letters where a yard names its stations so."""
    names = _names(texts)
    return names[name % len(names)]


@lru_cache(maxsize=4)
def _names(texts: Texts) -> Sequence[str]:
    return texts.line("rails_stage.names").split()


def vehicle_name(texts: Texts, vehicle: VehicleView) -> str:
    """A vehicle by its number."""
    return texts.line(f"rails_stage.vehicle.{_VEHICLES[vehicle.model]}", number=vehicle.id)
