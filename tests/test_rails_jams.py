"""Jams are exact: found as soon as they are there, told as they are, and never where somebody could still go."""

from __future__ import annotations

import pytest

from game.cabinets.rails.jams.jams import EVERY, Jam, find, known, look
from game.cabinets.rails.layouts import layouts
from game.cabinets.rails.layouts.layouts import Layout
from game.cabinets.rails.track.laying import Signal
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.trains import BEGUN, WAITING
from tests.rails_layouts import delivered, railway_of

WRONG_SIGNAL = Signal(42, 4, "W", "E", 2)
"""It faces those who arrive, on the single line before B."""


def with_wrong_signal() -> Layout:
    plain = layouts.passing_loop()
    return plain._replace(pieces=(*plain.pieces, WRONG_SIGNAL))


def run_until_jammed(railway: Railway, ticks: int) -> tuple[int, Jam]:
    """The tick in which a jam was proved, and the jam; (0, no jam) where none came."""
    while railway.tick < ticks:
        railway.run(EVERY)
        jam = look(railway)
        if jam is not None and jam.stuck:
            return railway.tick, jam
    return 0, Jam()


def test_two_trains_on_a_single_track_stand_nose_to_nose() -> None:
    tick, jam = run_until_jammed(railway_of(layouts.single(), 2), 1_000)
    assert tick > 0
    assert (jam.stuck, jam.rings) == ((0, 1), ((0, 1),))


def test_the_wrong_signal_in_the_passing_loop_jams_within_114_ticks_with_nothing_delivered() -> None:
    railway = railway_of(with_wrong_signal(), 3)
    railway.run(66)
    assert find(railway).stuck == (1, 2), "long before the last one stops"
    railway.run(114 - 66)
    assert (find(railway).stuck, find(railway).rings) == ((0, 1, 2), ((1, 2),))
    assert find(railway).waits_for(0) == 2
    assert delivered(railway) == 0


def test_a_fourth_train_in_the_passing_loop_jams() -> None:
    tick, jam = run_until_jammed(railway_of(layouts.passing_loop(), 4), 4_000)
    assert tick > 0
    assert len(jam.stuck) == 4


def test_two_and_three_trains_in_the_passing_loop_do_not() -> None:
    for trains in (2, 3):
        assert run_until_jammed(railway_of(layouts.passing_loop(), trains), 6_000) == (0, Jam())


@pytest.mark.slow
def test_the_tree_with_twelve_trains_is_proved_stuck_at_tick_20072_with_its_ring() -> None:
    railway = railway_of(layouts.tree(), 12)
    tick, jam = run_until_jammed(railway, 30_000)
    assert tick == 20_072
    assert jam.stuck == tuple(range(12))
    assert jam.rings == ((0, 5, 4, 3, 1, 9, 2, 11, 7, 6),)
    assert (jam.waits_for(8), jam.waits_for(10)) == (3, 7)


def stuck_railways() -> list[Railway]:
    made = [railway_of(layouts.single(), 2), railway_of(with_wrong_signal(), 3), railway_of(layouts.passing_loop(), 4)]
    for railway in made:
        assert run_until_jammed(railway, 4_000)[0]
    return made


def test_no_train_of_a_jam_moves_in_2000_ticks() -> None:
    for railway in stuck_railways():
        jam = known(railway)
        ends = [railway.path(train) for train in jam.stuck]
        railway.run(2_000)
        assert [railway.path(train) for train in jam.stuck] == ends
        assert all(railway.trains.state[train] == WAITING for train in jam.stuck)


def test_who_is_dropped_from_the_set_can_go_once_the_others_are_gone() -> None:
    railway = railway_of(layouts.loop_double(), 12)
    railway.run(1_500)
    found = set(find(railway).stuck)
    free = [train for train in range(12) if railway.trains.state[train] == WAITING and train not in found]
    assert free
    for train in free:
        alone = railway.copy()
        for other in range(12):
            if other != train and other not in found:
                alone.lift_off(other)
        before = alone.path(train)
        alone.run(1)
        assert alone.path(train) != before


def test_a_train_that_waits_for_cargo_is_in_no_jam_and_nor_is_who_waits_for_it() -> None:
    railway = railway_of(layouts.passing_loop(), 2)
    railway.stations.stock[0] = 0
    railway.run(4_000)
    assert find(railway) == Jam()


def test_who_was_halted_is_in_no_jam_and_nor_is_who_waits_for_it() -> None:
    railway = railway_of(layouts.single(), 2)
    railway.trains.halted[0] = 1
    assert run_until_jammed(railway, 2_000) == (0, Jam())
    railway.trains.halted[0] = 0
    railway.holding.clock[BEGUN] = 1
    assert run_until_jammed(railway, 3_000)[1].stuck == (0, 1)


def test_looking_changes_nothing_that_trains_do() -> None:
    looked, alone = railway_of(layouts.loop_double(), 12), railway_of(layouts.loop_double(), 12)
    for _ in range(300):
        looked.run(EVERY)
        alone.run(EVERY)
        find(looked)
    assert list(looked.trains.left) == list(alone.trains.left)
    assert list(looked.trains.blocked) == list(alone.trains.blocked)
    assert delivered(looked) == delivered(alone)


def test_a_jam_is_told_until_it_is_dissolved() -> None:
    railway = railway_of(layouts.single(), 2)
    _, jam = run_until_jammed(railway, 1_000)
    assert known(railway) == jam
    assert find(railway, without=(1,)) == Jam()
    railway.lift_off(1)
    assert known(railway) == Jam()
    railway.holding.clock[BEGUN] = 1
    assert look(railway) == Jam()
