"""Milestones of Caravan Rails: each is told once, when it is come to."""

from __future__ import annotations

from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.state import Sold, State, Trade
from game.cabinets.rails.running.ticks import LARGE_TOWN, milestones, standing
from game.cabinets.rails.world.worldgen import land_of
from tests.cabinets.rails.matches import advance, begun


def delivers(state: State, cargo: Cargo, units: int) -> list[str]:
    """What is told as the first company delivers so many units."""
    before = standing(state)
    trade = Trade(0, cargo, 0, 1)
    state.sales[trade] = state.sales.get(trade, Sold()).more(units, units)
    state.units[0] += units
    return [event.kind for event in milestones(state, before)]


def test_units_a_second_cargo_and_a_chain_are_told_once() -> None:
    state = begun(land_of(3, 32), seats=2)
    assert delivers(state, Cargo.OIL, 400) == []
    assert delivers(state, Cargo.OIL, 700) == ["record"]
    assert delivers(state, Cargo.FUEL, 1) == ["second_cargo", "chain"]
    assert delivers(state, Cargo.FUEL, 1) == delivers(state, Cargo.COAL, 1) == []
    assert delivers(state, Cargo.COAL, 200_000) == ["record", "record"]


def test_a_town_that_grew_large_is_told_with_its_place() -> None:
    state = begun(land_of(3, 32))
    town, place = state.land.towns[0], state.places[len(state.land.industries)]
    place.inhabitants = LARGE_TOWN - 1
    before = standing(state)
    assert milestones(state, before) == []
    place.inhabitants += 2
    (told,) = milestones(state, before)
    assert (told.kind, told.data["inhabitants"], told.data["tile"]) == ("large_town", LARGE_TOWN + 1, town.tile)
    assert not [event for event in advance(state, 8) if event.kind == "large_town"]
