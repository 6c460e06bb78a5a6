"""The land of a match: how it is made, and the events that describe it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.cabinets.rails.building import prices
from game.cabinets.rails.cargo.packets import TARIFFS
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import VERSION as VIEW
from game.cabinets.rails.match.state import State
from game.cabinets.rails.world.land import Land, packed
from game.cabinets.rails.world.worldgen import land_of
from game.cabinets.rails.yards.tasks import Task, task_named
from game.core.rules import Event


def land_for(options: Options, number: int) -> Land:
    """Return the land of a match with these options: that of its task, or the map with a number."""
    task = task_named(options.yard)
    return task.land if task else land_of(number, options.size)


def surveyed(state: State) -> list[Event]:
    """Return the events of the first step: the map's number, and the map itself for programs in other languages."""
    land = state.land
    data = {
        "size": land.size,
        "terrain": packed(land.terrain),
        "towns": [[town.tile, town.name, town.inhabitants, list(town.houses)] for town in land.towns],
        "industries": [[one.kind, one.tile, one.output, one.at_sea] for one in land.industries],
    }
    return [Event("numbered", {"number": state.number}), Event("surveyed", data)]


def brief_of(options: Options) -> dict[str, Any]:
    """Return what never changes in a match: size, prices, models and cargo."""
    models = {
        model.word: [model.limit, model.price, model.upkeep, model.goods, model.passengers] for model in VehicleModel
    }
    task = task_named(options.yard)
    usual = task.prices if task else prices.USUAL
    costs = usual._asdict() | {"wagon": prices.GOODS_WAGON, "coach": prices.COACH}
    cargo = {kind.name.lower(): [tariff.rate, tariff.slack, tariff.late] for kind, tariff in TARIFFS.items()}
    told: dict[str, Any] = {"view": VIEW, "size": options.size, "free": options.free}
    if task:
        told = {"view": VIEW, "size": task.land.size, "free": task.free, "land": msgspec.to_builtins(task.land)}
        told |= {"ticks": task.last_tick, "collisions": task.collisions}
    return {**told, "prices": costs, "models": models, "cargo": cargo}


class _Told(msgspec.Struct, frozen=True):
    land: Land
    free: bool = False
    ticks: int = 0
    collisions: Literal["never", "classic"] = "never"
    prices: dict[str, int] = {}


def task_told(brief: object) -> Task | None:
    """Return what a brief tells of a set task, whose file need not be at hand; None if it tells of no land.

    Raise ValidationError for a brief that no match has.
    """
    if not isinstance(brief, dict) or "land" not in brief:
        return None
    told = msgspec.convert(brief, _Told)
    costs = prices.USUAL._replace(**{name: told.prices[name] for name in prices.Prices._fields if name in told.prices})
    return Task(told.land, 0, told.free, told.ticks, told.collisions, prices=costs)
