"""Names of towns and stations: none twice on a map, in either language, and none that changes."""

from __future__ import annotations

import pytest

from game.cabinets.rails.bots.lines import tiles_of
from game.cabinets.rails.building.workshop import Workshop
from game.cabinets.rails.contract.views import MOST_STATIONS
from game.cabinets.rails.match.look import StationView
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.stage.sight.names import place_name, station_name
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.world.worldgen import NAMES, land_of
from game.ground.texts import LANGUAGES, Texts
from tests.cabinets.rails.matches import begun, land
from tests.in_turns import in_turns

MOST_TOWNS = 32


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_names_for_all_towns_and_stations_and_none_twice(language: str) -> None:
    names = Texts(language).line("rails_stage.names").split()
    assert len(set(names)) == len(names) >= NAMES + MOST_TOWNS


def founded(ground: Land, most: int = MOST_STATIONS) -> list[StationView]:
    """Stations of one company, founded beside every place of a map and at its corners, named as the rules name them."""
    state = begun(ground)
    site = state.site
    tiles = [tiles_of(ground, place)[0] for place in range(len(state.places))]
    tiles += [0, ground.size - 1, ground.size * ground.size - 1, *(tile + 2 for tile in tiles)]
    workshop = Workshop(site, 0)
    for tile in tiles[:most]:
        workshop._found(tile)
    assert len(site.stations) <= MOST_STATIONS
    return list(look_of(state).stations)


@in_turns(number=range(6), language=LANGUAGES)
def test_no_name_stands_twice_on_a_map(language: str, number: int) -> None:
    ground, texts = land_of(number, 128 if number < 2 else 64), Texts(language)
    towns = [place_name(texts, town.name) for town in ground.towns]
    stations = [station_name(texts, ground, one) for one in founded(ground)]
    assert len({*towns, *stations}) == len(towns) + len(stations)


def test_a_station_says_what_it_stands_beside_and_of_which_town_it_is() -> None:
    ground, texts = land_of(3, 64), Texts("en")
    names = [station_name(texts, ground, one) for one in founded(ground)]
    words = {name.split()[1] for name in names if " " in name}
    assert {"Mine", "Power", "Refinery"} <= words
    towns = {place_name(texts, town.name) for town in ground.towns}
    assert all(name.split()[0] in towns for name in names if name.split()[-1] in {"North", "South", "East", "West"})


def test_a_name_stays_as_more_is_founded() -> None:
    ground, texts = land_of(5, 64), Texts("ko")
    early = [station_name(texts, ground, one) for one in founded(ground, 5)]
    assert early == [station_name(texts, ground, one) for one in founded(ground)[: len(early)]]


def test_a_map_without_towns_has_names_as_well() -> None:
    station = StationView(1, 0, 7, 100, 0, ())
    assert station_name(Texts("en"), land(), station) == "Hazel"
