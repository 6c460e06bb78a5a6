"""A drag becomes a run of track."""

from __future__ import annotations

import math
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.rails.building.tracks import as_rail
from game.cabinets.rails.stage.hand.autorail import drawn, end_of, heading_between, may_follow
from game.cabinets.rails.stage.sight.tracks import Open
from game.cabinets.rails.track.pieces import EAST, EDGES, WEST, Place, places, read_run

points = st.tuples(st.floats(10, 40), st.floats(10, 40))


@settings(max_examples=40)
@given(points, points, st.integers(0, 7))
def test_whatever_is_dragged_a_train_can_run_over_it(
    pressed: tuple[float, float], pointer: tuple[float, float], first: int
) -> None:
    way = drawn(pressed, pointer, first)
    assert all(may_follow(before, after) for before, after in pairwise(way))
    headings = [heading_between((0, 0), _step(place)) for place in way]
    assert sum(before != after for before, after in pairwise(headings)) <= 1


def _step(place: Place) -> tuple[float, float]:
    middles = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
    return middles[place.leave][0] - middles[place.enter][0], middles[place.leave][1] - middles[place.enter][1]


@settings(max_examples=40)
@given(points, points)
def test_it_ends_near_the_pointer(pressed: tuple[float, float], pointer: tuple[float, float]) -> None:
    way = drawn(pressed, pointer, heading_between(pressed, pointer))
    if math.dist(pressed, pointer) > 1.5:
        assert math.dist(end_of(way[-1]).point, pointer) < 1.0


def test_a_drag_along_a_row_is_straight() -> None:
    way = drawn((3.5, 7.5), (9.6, 7.4), 2)
    assert {place.y for place in way} == {7}
    assert as_rail(way).run == f"E{len(way)}"


def test_it_bends_where_the_pointer_turned() -> None:
    way = drawn((2.5, 4.5), (12.5, 8.5), 2)
    runs = as_rail(way).run
    assert runs.startswith("E") and "S E" in runs
    diagonal_first = as_rail(drawn((2.5, 4.5), (12.5, 8.5), 3)).run
    assert diagonal_first.rsplit(" ", 1)[-1].startswith("E") and diagonal_first != runs


def test_it_joins_two_loose_ends() -> None:
    begin, goal = Open(10, 16, WEST), Open(21, 16, EAST)
    way = drawn((9.9, 16.6), (22.2, 16.3), 2, [begin, goal])
    assert [way[0][:3], end_of(way[-1])] == [(10, 16, WEST), (22, 16, WEST)]
    assert as_rail(way).run == "E12"


@settings(max_examples=40)
@given(points, points, st.integers(0, 7))
def test_the_group_lays_what_was_drawn(pressed: tuple[float, float], pointer: tuple[float, float], first: int) -> None:
    way = drawn(pressed, pointer, first)
    if way:
        rail = as_rail(way)
        assert list(places(rail.x, rail.y, EDGES.index(rail.entry), read_run(rail.run))) == way
