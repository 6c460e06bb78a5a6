"""Cargo and money of Caravan Rails: ratings, shares, spoiling, age, upkeep, selling, growth, ties."""

from __future__ import annotations

import pytest

from game.cabinets.rails.contract.actions import Buy, Call, Group, Halt, Platforms, Rail, Road, Sell, Signal, Stop
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.cargo import Packet, worth
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.dump import kept
from game.cabinets.rails.running.periods import let_towns_grow, ratings
from game.cabinets.rails.running.twin import match_of
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.pieces import HALF_TILE
from game.cabinets.rails.track.trains import AWAY, MOVING, WAITING
from game.cabinets.rails.world.land import Town
from tests.cabinets.rails.matches import COAL_LINE, RULES, SINGLE, advance, at, begun, coal_land, land, play, refused

TRAIN = Buy("freight", 5, 0, COAL_LINE)
COAL_AT_A = KINDS * 1 + Cargo.COAL


def put_coal(state: State, units: int) -> None:
    """Let so much coal lie at station 1 and nothing else."""
    state.cargoes.waiting[COAL_AT_A] = [Packet(0, 0, units)]
    state.railway.stations.stock[COAL_AT_A] = units


def until(state: State, what: int) -> None:
    """Let time pass until the first vehicle is in that state."""
    for _ in range(2_000):
        advance(state, 1)
        if state.railway.trains.state[0] == what:
            return
    raise AssertionError("it never is")


@pytest.mark.parametrize(
    ("ago", "picked_up"), [(0, 25), (199, 25), (200, 15), (499, 15), (500, 5), (999, 5), (1000, 0)]
)
@pytest.mark.parametrize(("units", "waiting"), [(99, 20), (100, 10), (299, 10), (300, 0)])
def test_a_rating_has_its_parts(ago: int, picked_up: int, units: int, waiting: int) -> None:
    state = begun(coal_land())
    play(state, *SINGLE)
    put_coal(state, units)
    state.cargoes.picked_up[COAL_AT_A] = state.tick - ago
    found = ratings(state)[COAL_AT_A]
    assert (found.loading, found.picked_up, found.waiting) == (0, picked_up, waiting)
    assert found.percent == 30 + picked_up + waiting


def test_a_vehicle_that_loads_adds_25_and_a_station_gets_nothing_before_one_has_called() -> None:
    state = begun(coal_land(64))
    play(state, *SINGLE)
    advance(state, 200)
    assert not any(state.railway.stations.stock)
    play(state, TRAIN)
    advance(state, 45)
    assert ratings(state)[COAL_AT_A].loading == 25
    assert state.cargoes.produced[Cargo.COAL] > 0
    until(state, MOVING)
    assert ratings(state)[COAL_AT_A].loading == 0


def test_the_best_rating_says_how_much_of_its_output_a_mine_gives_to_all_stations_together() -> None:
    state = begun(coal_land(64), cash=200_000)
    play(state, *SINGLE, TRAIN)
    other = Platforms(6, 4, "EW", 4, 1), Rail(10, 4, "W", "E8"), Platforms(18, 4, "EW", 4, 1)
    play(state, *other, Buy("freight", 5, 0, (Call(3, "full"), Call(4, "unload"))))
    advance(state, 99)
    best = max(ratings(state)[KINDS * station].percent for station in (1, 3))
    produced = state.cargoes.produced[Cargo.COAL]
    advance(state, 20)
    assert state.cargoes.produced[Cargo.COAL] - produced == 64 * best // 100
    assert min(state.railway.trains.load[:2]) > 0, "both get their share"


def test_what_lies_beyond_1000_units_spoils_and_beyond_5000_is_lost_at_once() -> None:
    state = begun(coal_land())
    play(state, *SINGLE)
    advance(state, 19)
    for units, lost in ((1_000, 0), (1_001, 15), (4_000, 62), (6_000, 1_000)):
        put_coal(state, units)
        before = state.cargoes.spoiled[Cargo.COAL]
        advance(state, 20)
        assert state.cargoes.spoiled[Cargo.COAL] - before == lost
        assert int(state.railway.stations.stock[COAL_AT_A]) == units - lost


@pytest.mark.parametrize(
    ("kind", "age", "factor"),
    [
        (Cargo.COAL, 20, 255),
        (Cargo.COAL, 21, 254),
        (Cargo.PASSENGERS, 28, 255 - 24),
        (Cargo.PASSENGERS, 30, 255 - 26 - 2),
        (Cargo.FUEL, 600, 31),
        (Cargo.OIL, 249, 31),
    ],
)
def test_cargo_pays_less_the_longer_it_rides_but_never_nothing(kind: Cargo, age: int, factor: int) -> None:
    assert worth(kind, 10, 40, age) == worth(kind, 10, 40, 0) // 255 * factor


def test_upkeep_takes_cash_below_nothing_and_then_nothing_is_bought() -> None:
    state = begun(coal_land(0))
    play(state, *SINGLE, TRAIN)
    state.site.cash[0] = 3
    advance(state, 60)
    assert state.site.cash[0] < 0
    assert refused(state, Rail(20, 20, "W", "E")) == "no_money"
    assert refused(state, Buy("bus", 0, 0, (Call(1, "go"),))) == "no_money"


@pytest.mark.parametrize(("where", "percent"), [("stop", 75), ("track", 50), ("yard", 100)])
def test_a_train_is_worth_three_quarters_at_a_stop_half_elsewhere_and_all_in_the_yard(where: str, percent: int) -> None:
    state = begun(coal_land())
    play(state, *SINGLE, Signal(30, 10, "W", "E", "two_way"), TRAIN)
    if where == "yard":
        play(state, *[Buy("freight", 5, 0, like=1)] * 2)
    elif where == "track":
        until(state, MOVING)
        assert refused(state, Sell((1,))) == "stands_not"
        play(state, Halt((1,)))
        until(state, WAITING)
    before = state.site.cash[0]
    play(state, Sell((3 if where == "yard" else 1,)))
    assert state.site.cash[0] - before == 3_000 * percent // 100


def test_who_buys_another_vehicle_for_one_that_is_sold_has_the_new_one() -> None:
    """Both have one number, where a plan sells and buys: the old train went on running under the new one's price."""
    state = begun(coal_land())
    play(state, *SINGLE, TRAIN)
    play(state, Sell((1,)), Buy("freight", 2, 0, COAL_LINE))
    (number,) = state.site.vehicles
    trains = state.railway.trains
    assert number == 1 and state.site.vehicles[1].goods == 2
    assert (int(trains.wagons[0]), int(trains.length[0])) == (2, 3 * HALF_TILE)
    advance(state, 40)
    assert trains.state[0] != AWAY
    assert kept(match_of(RULES.view(state, 0), state.land)) == kept(state)


def test_a_town_grows_by_one_percent_in_400_ticks_where_fuel_and_passengers_came() -> None:
    towns = [Town(at(x, 20), name, 1_000, (at(x + 1, 20),)) for name, x in enumerate((10, 40))]
    state = begun(land(towns=towns))
    first, second = state.places[-2:]
    first.taken[Cargo.FUEL] = first.taken[Cargo.PASSENGERS] = second.taken[Cargo.PASSENGERS] = 5
    let_towns_grow(state)
    assert (first.inhabitants, second.inhabitants) == (1_010, 1_000)
    let_towns_grow(state)
    assert first.inhabitants == 1_010, "nothing came since"
    first.taken[Cargo.FUEL] += 1
    first.taken[Cargo.PASSENGERS] += 1
    advance(state, 401)
    assert first.inhabitants == 1_020


@pytest.mark.parametrize(
    ("delivered", "units", "cash", "ranks"),
    [
        ((5, 9), (9, 1), (9, 1), [2, 1]),
        ((5, 5), (3, 2), (1, 9), [1, 2]),
        ((5, 5), (3, 3), (1, 9), [2, 1]),
        ((5, 5), (3, 3), (4, 4), [1, 1]),
    ],
)
def test_income_decides_then_units_then_cash_and_then_places_are_shared(
    delivered: tuple[int, int], units: tuple[int, int], cash: tuple[int, int], ranks: list[int]
) -> None:
    state = begun(seats=2)
    state.delivered, state.units = list(delivered), list(units)
    state.site.cash.update(enumerate(cash))
    assert [one.rank for one in RULES.result(state).seats] == ranks


def reaches(*groups: Group) -> bool:
    """Whether the one station that a plan founds reaches the mine at (6, 7)."""
    state = begun(coal_land(), cash=200_000)
    play(state, *groups)
    return 0 in state.reached[1]


def test_platforms_reach_four_tiles_and_stops_three() -> None:
    assert reaches(Platforms(6, 12, "EW", 4, 1)) and not reaches(Platforms(6, 13, "EW", 4, 1))
    assert reaches(Platforms(11, 3, "EW", 4, 1)) and not reaches(Platforms(12, 3, "EW", 4, 1))
    for y, near in ((11, True), (12, False)):
        assert reaches(Road(6, y, "E3"), Stop(6, y, "truck", 1)) is near
