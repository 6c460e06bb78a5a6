"""Milestones of Caravan Rails: each is told once, when it is come to."""

from __future__ import annotations

import pytest

from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.state import Sold, State, Trade
from game.cabinets.rails.running.milestones import LARGE_TOWN, REWARDS, milestones, milestones_of, standing
from game.cabinets.rails.running.periods import let_towns_grow
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


@pytest.mark.parametrize(("seats", "story", "pays"), [(1, True, True), (1, False, False), (2, True, False)])
def test_in_a_story_alone_each_milestone_pays_once(seats: int, story: bool, pays: bool) -> None:
    state = begun(land_of(3, 32), seats=seats, story=story)
    cash = state.site.cash[0]
    told = delivers(state, Cargo.COAL, 1) + delivers(state, Cargo.COAL, 1) + delivers(state, Cargo.OIL, 1_000)
    assert told.count("rewarded") == 3 * pays
    first = REWARDS["first"] + REWARDS["second_cargo"] + REWARDS["thousand"]
    assert state.site.cash[0] == cash + first * pays


@pytest.mark.parametrize(("story", "percent"), [(False, 1), (True, 10)])
def test_towns_that_are_served_grow_fast_in_a_story(story: bool, percent: int) -> None:
    state = begun(land_of(3, 32), story=story)
    served, other = state.places[-2:]
    before = served.inhabitants, other.inhabitants
    served.taken[Cargo.FUEL] = served.taken[Cargo.PASSENGERS] = 1
    let_towns_grow(state)
    let_towns_grow(state)
    assert (served.inhabitants, other.inhabitants) == (before[0] + before[0] * percent // 100, before[1])


def test_lines_count_once_for_both_ways_and_all_their_cargo() -> None:
    state = begun(land_of(3, 32), story=True)
    for cargo, origin, taker in ((0, 0, 1), (3, 4, 5), (3, 5, 4), (1, 2, 3), (2, 3, 2)):
        state.sales[Trade(0, cargo, origin, taker)] = Sold().more(1, 1)
    lines = next(one for one in milestones_of(standing(state)) if one.name == "four_lines")
    assert (lines.now, lines.reached) == (3, False)
