"""How a match begins: with its land, what a yard has built on it, and what was played in it before it was saved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec

from game.cabinets.rails.building import prices
from game.cabinets.rails.building.plans import play
from game.cabinets.rails.contract.actions import Action, Plan
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import VERSION as VIEW
from game.cabinets.rails.match.cargo import TARIFFS, reached_by_all
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running import dump
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.running.periods import renew_acceptance
from game.cabinets.rails.running.playing import pass_time, play_window, refused_for
from game.cabinets.rails.running.ticks import after_building
from game.cabinets.rails.world.land import Land, packed
from game.cabinets.rails.world.worldgen import land_of
from game.cabinets.rails.yards.tasks import Task, task_named
from game.cabinets.rails.yards.yard import YardError, does_not_fit
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
        told |= {"ticks": task.last_tick, "collisions": task.collisions, "story": task.story}
    return {**told, "prices": costs, "models": models, "cargo": cargo}


class _Told(msgspec.Struct, frozen=True):
    land: Land
    free: bool = False
    ticks: int = 0
    collisions: Literal["never", "classic"] = "never"
    prices: dict[str, int] = {}
    story: bool = False


def task_told(brief: object) -> Task | None:
    """Return what a brief tells of a set task, whose file need not be at hand; None if it tells of no land.

    Raise ValidationError for a brief that no match has.
    """
    if not isinstance(brief, dict) or "land" not in brief:
        return None
    told = msgspec.convert(brief, _Told)
    costs = prices.USUAL._replace(**{name: told.prices[name] for name in prices.Prices._fields if name in told.prices})
    return Task(told.land, 0, told.free, told.ticks, told.collisions, prices=costs, story=told.story)


def begun(options: Options, seats: int, number: int) -> tuple[State, list[Event]]:
    """Return a match on the map of that number or the land of its task, and the events of what stands there already.

    Raise YardError for a yard whose plan does not fit, or a saved match that cannot have been played.
    """
    state = State(options, seats)
    task = state.task
    if task is not None and task.yard is not None and task.yard.saved is not None:
        state = dump.read(_played_again(options.yard), land_for)
        state.options, state.seats, state.number, state.serials = options, seats, number, [0] * seats
        return state, []
    return state, _set_up(state, number)


def _set_up(state: State, number: int) -> list[Event]:
    """Give a match its land, and build what a yard contains at its start, free of charge."""
    state.found(number, land_for(state.options, number))
    state.reached = reached_by_all(state.site, state.ground)
    renew_acceptance(state)
    if state.task is None or not state.task.groups:
        return []
    site = state.site
    free, site.free = site.free, True
    let_look(state)
    outcome = play(site, 0, 0, Plan(0, state.task.groups))
    site.free = free
    for one in outcome.refused[:1]:
        raise does_not_fit(one.reason, one.x, one.y)
    return after_building(state, site.vehicles)


@lru_cache(4)
def _played_again(name: str) -> bytes:
    """Return the match saved in a yard, as bytes, by playing all that was played in it. Raise YardError.

    Ten minutes with thirteen trains take 0.3 to 0.7 s in plain Python, so nothing but the moves is saved.
    """
    state = State(Options(yard=name), 1)
    task = state.task
    assert task is not None and task.yard is not None and task.yard.saved is not None
    _set_up(state, 0)
    for sitting in task.yard.saved.sittings:
        _play_sitting(state, sitting)
    return dump.write(state, state.options)


def _play_sitting(state: State, sitting: Sequence[Action]) -> None:
    """Play what one seat did from the start of a match until it was saved; its plans cannot be taken back later."""
    for number, action in enumerate(sitting, 1):
        if refusal := refused_for(state, 0, action):
            raise YardError("saved_damaged", move=number, reason=refusal.removeprefix("rails.refuse."))
        play_window(state, ((0, action),))
        while state.due:
            pass_time(state)
    state.serials, state.played, state.windows, state.ran = [0], [], 0, b""
