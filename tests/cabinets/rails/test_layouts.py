"""What the six layouts deliver: the table of docs/rails.md, "The laboratory"."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from game.cabinets.rails.track.trains import STOPPED
from game.cabinets.rails.yards import layouts
from tests.cabinets.rails.layouts import delivered, measure, railway_of

LAYOUTS: Mapping[str, Any] = {
    **layouts.LAYOUTS,
    "drive_through": partial(layouts.loop, platforms=2),
    "four_platforms": partial(layouts.loop_double, platforms=4),
    "no_signals": partial(layouts.loop, signals=False),
}
TABLE = {
    "single": {1: 3540, 2: 0},
    "passing_loop": {1: 3480, 2: 6840, 3: 6600, 4: 0},
    "simple_double": {1: 3540, 2: 7080},
    "loop": {1: 2640, 2: 5220, 4: 10480, 5: 13120, 6: 14447, 8: 14442},
    "tree": {3: 9002, 6: 16800, 8: 20722, 10: 20285},
    "loop_double": {2: 6000, 4: 12000, 6: 18000, 7: 20340, 8: 21200, 12: 21235},
    "drive_through": {6: 15580, 8: 20675, 10: 25502, 12: 26637},
    "four_platforms": {8: 18480, 10: 20160, 14: 20700},
    "no_signals": {1: 3540, 2: 0},
}
"""Units in 10,000 ticks by layout and number of trains; 0 is a jam."""
QUICK = [("single", 1), ("single", 2), ("passing_loop", 2), ("passing_loop", 3), ("passing_loop", 4), ("loop", 1)]
REST = [(name, trains) for name, row in TABLE.items() for trains in row if (name, trains) not in QUICK]


@pytest.mark.parametrize(("name", "trains"), QUICK)
def test_a_layout_delivers_what_the_table_says(name: str, trains: int) -> None:
    assert measure(LAYOUTS[name](), trains) == pytest.approx(TABLE[name][trains], rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "trains"), REST)
def test_the_rest_of_the_table(name: str, trains: int) -> None:
    assert measure(LAYOUTS[name](), trains) == pytest.approx(TABLE[name][trains], rel=0.01)


def test_one_train_is_loaded_moves_stands_and_is_empty_to_the_tick() -> None:
    railway = railway_of(layouts.single(), 1)
    trains = railway.trains
    seen = []
    for _ in range(340):
        railway.run(1)
        seen.append((int(trains.load[0]), trains.speed[0] > 0, trains.state[0] == STOPPED))
    loads, moves, stands = ([row[part] for row in seen] for part in range(3))
    loaded = loads.index(120) + 1
    moved = moves.index(True) + 1
    stood = stands.index(True, moved) + 1
    assert (loaded, moved, stood, loads.index(0, loaded) + 1) == (28, 29, 168, 196)
    assert stands.index(True, moves.index(True, stood)) + 1 == 336


@pytest.mark.parametrize(
    ("name", "round_"), [("single", 336), ("passing_loop", 350), ("loop", 457), ("loop_double", 390)]
)
def test_a_round_takes_exactly_its_ticks(name: str, round_: int) -> None:
    railway = railway_of(LAYOUTS[name](), 1)
    filled, load = [], 0
    for tick in range(1, 3 * round_ + 400):
        railway.run(1)
        now = int(railway.trains.load[0])
        if now == 120 > load:
            filled.append(tick)
        load = now
    gaps = {after - before for before, after in pairwise(filled[1:])}
    assert gaps == {round_}


def test_where_a_layout_lies_changes_nothing() -> None:
    here, there = railway_of(layouts.passing_loop(), 2), railway_of(layouts.passing_loop(), 2, east=31, south=17)
    for _ in range(20):
        here.run(200)
        there.run(200)
        assert delivered(here) == delivered(there)
        assert list(here.trains.speed) == list(there.trains.speed)


@pytest.mark.slow
def test_signals_four_six_or_eight_tiles_apart_make_no_difference_and_two_cost_some() -> None:
    units = {gap: measure(layouts.loop_double(gap=gap), 8) for gap in (2, 4, 6, 8)}
    assert [units[gap] for gap in (4, 6, 8)] == pytest.approx([21_200] * 3, rel=0.01)
    assert units[2] == pytest.approx(0.965 * 21_200, rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "trains"),
    [("passing_loop", 2), ("passing_loop", 3), ("loop", 6), ("loop", 12), ("drive_through", 12)]
    + [("loop_double", trains) for trains in (6, 8, 12)]
    + [("tree", trains) for trains in (3, 6, 8, 9, 10, 11)],
)
def test_nothing_jams_in_200000_ticks(name: str, trains: int) -> None:
    railway = railway_of(LAYOUTS[name](), trains)
    railway.run(199_000)
    before = delivered(railway)
    railway.run(1_000)
    assert delivered(railway) > before
