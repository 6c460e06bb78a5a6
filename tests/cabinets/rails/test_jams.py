"""Jams are exact: found as soon as they are there, told as they are, and never where somebody could still go."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from game.cabinets.rails.building.tracks import lay
from game.cabinets.rails.contract.actions import Clear, Platforms, Rail, Signal
from game.cabinets.rails.contract.views import Why
from game.cabinets.rails.jams.adviser import findings
from game.cabinets.rails.jams.jams import EVERY, Jam, find, known, look
from game.cabinets.rails.jams.reasons import Reasons, chain
from game.cabinets.rails.jams.ways_out import FEWER, LIFT, PASSING_PLACE, SIGNAL_AWAY, WayOut, ways_out
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.pieces import Place, edges
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.trains import BEGUN, WAITING
from game.cabinets.rails.yards import layouts
from game.cabinets.rails.yards.layouts import Layout
from game.ground.texts import LANGUAGES, Texts
from tests.cabinets.rails.layouts import delivered, railway_of

WRONG_SIGNAL = Signal(42, 4, "W", "E", "two_way")
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


def waited_for(jam: Jam, train: int) -> int:
    """The train of a jam that a stuck one waits for."""
    return jam.ahead[jam.stuck.index(train)]


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
    assert waited_for(find(railway), 0) == 2
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
    assert (waited_for(jam, 8), waited_for(jam, 10)) == (3, 7)


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
    railway.stations.stock[KINDS] = 0
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


def open_land(x: int, y: int) -> bool:
    return 0 <= x < 120 and 0 <= y < 120


def accept(railway: Railway, way: WayOut) -> None:
    """Take a way out."""
    works = railway.works
    lay(works, [one for one in way.laid if not isinstance(one, Clear)])
    for one in way.laid:
        for tile, kind, direction in list(works.signals) if isinstance(one, Clear) else ():
            if tile == works.tile(one.x, one.y):
                works.set_signal(Place(one.x, one.y, *edges(kind, direction)), 0, 0)
    for train in way.trains:
        railway.lift_off(train)
    railway.rebuild()


def test_every_way_out_lets_somebody_move_again() -> None:
    kinds = set()
    for number, railway in enumerate(stuck_railways()):
        offered = ways_out(railway, known(railway), open_land)
        assert offered
        for way in offered:
            kinds.add(way.kind)
            after = stuck_railways()[number]
            accept(after, way)
            before = delivered(after)
            after.run(2_000)
            assert delivered(after) > before, way
    assert kinds == {LIFT, FEWER, PASSING_PLACE, SIGNAL_AWAY}


def test_a_passing_place_mends_the_cause() -> None:
    railway = railway_of(layouts.single(), 2)
    run_until_jammed(railway, 1_000)
    way = next(one for one in ways_out(railway, known(railway), open_land) if one.kind == PASSING_PLACE)
    accept(railway, way)
    assert run_until_jammed(railway, 8_000) == (0, Jam())
    assert delivered(railway) > 3_600


def test_no_passing_place_is_offered_where_there_is_no_room() -> None:
    railway = railway_of(layouts.single(), 2)
    run_until_jammed(railway, 1_000)
    kinds = [one.kind for one in ways_out(railway, known(railway), lambda x, y: False)]
    assert kinds == [LIFT, FEWER]


def test_a_railway_on_which_ways_out_were_tried_goes_on_just_the_same() -> None:
    for tried, alone in zip(stuck_railways(), stuck_railways(), strict=True):
        assert ways_out(tried, known(tried), open_land) == ways_out(tried, known(tried), open_land)
        for railway in (tried, alone):
            railway.lift_off(1)
        for _ in range(10):
            tried.run(100)
            alone.run(100)
            assert list(tried.trains.left) == list(alone.trains.left)
            assert [tried.path(train) for train in range(2)] == [alone.path(train) for train in range(2)]
        assert delivered(tried) == delivered(alone)


def test_why_trains_stand() -> None:
    railway = railway_of(with_wrong_signal(), 3)
    railway.run(120)
    reasons = Reasons(railway.slots)
    jam = find(railway)
    told = [reasons.of(railway, jam, train) for train in range(3)]
    assert told[1] == (Why.RING, 4 * 120 + 42, 2)
    assert told[2] == (Why.RING, 4 * 120 + 43, 1)
    assert told[0][::2] == (Why.TRAIN, 2)


def test_why_there_is_no_way() -> None:
    plain = layouts.single()
    cases = {
        (Why.SIGNAL_FACES, 20): (*plain.pieces, Signal(20, 4, "E", "W", "one_way")),
        (Why.TRACK_ENDS, 29): (
            *layouts.single().pieces[1:2], Rail(4, 4, "W", "E26"), plain.pieces[2], Rail(35, 4, "W", "E9")
        ),
        (Why.TOO_SHORT, 45): (plain.pieces[0], plain.pieces[1], Platforms(44, 4, "EW", 2, 1)),
    }  # fmt: skip
    for (why, x), pieces in cases.items():
        railway = railway_of(plain._replace(pieces=pieces), 1)
        railway.run(60)
        assert railway.trains.state[0] == WAITING
        told = Reasons(railway.slots).of(railway, find(railway), 0)
        assert (told.why, told.tile) == (why, 4 * 120 + x)


def test_who_waits_for_cargo_and_who_was_halted_say_so() -> None:
    railway = railway_of(layouts.single(), 1)
    railway.stations.stock[KINDS] = 7
    railway.run(100)
    reasons = Reasons(railway.slots)
    assert reasons.of(railway, Jam(), 0).why == Why.FULL_LOAD
    railway.trains.halted[0] = 1
    assert reasons.of(railway, Jam(), 0).why == Why.HALTED


class Standing(NamedTuple):
    id: int
    tile: int
    why: Why
    blocked: int
    blocker: int


def test_a_chain_is_told_up_to_the_closing_of_the_ring_in_both_languages() -> None:
    standing = {
        8: Standing(8, 610, Why.TRAIN, 500, 3),
        3: Standing(3, 500, Why.RING, 501, 1),
        1: Standing(1, 501, Why.RING, 502, 9),
        9: Standing(9, 502, Why.RING, 500, 3),
    }
    told = chain(standing, 8, 120)
    assert [key.rpartition(".")[2] for key, _ in told] == ["train"] * 4 + ["ring"]
    assert told[-1][1] == {"count": 3, "chain": "3 → 1 → 9 → 3"}
    assert chain(standing, 77, 120) == []
    for language in LANGUAGES:
        assert all(Texts(language).line(key, values) for key, values in told)


def test_what_is_right_is_left_alone_and_each_mistake_is_found() -> None:
    plain = layouts.passing_loop()
    loop = layouts.loop()
    mistakes = {
        "signal_into_single": (with_wrong_signal().pieces, (42, 4)),
        "signal_on_junction": ((*plain.pieces, Signal(29, 4, "W", "E", "one_way")), (29, 4)),
        "platform_short": ((*layouts.single().pieces, Rail(48, 4, "W", "E5"), Platforms(50, 4, "EW", 2, 1)), (50, 4)),
        "no_exit": ((*layouts.single().pieces, Platforms(60, 9, "EW", 4, 1)), (60, 9)),
        "head_on": ((*loop.pieces, Signal(30, 4, "E", "W", "one_way")), (30, 4)),
    }
    for right in (layouts.single(), plain, layouts.simple_double(), loop, layouts.loop_double()):
        railway = railway_of(right, 1)
        assert findings(railway.slots, 3_072, railway) == []
    for kind, (pieces, where) in mistakes.items():
        found = findings(railway_of(plain._replace(pieces=pieces), 1).slots, 3_072)
        assert (kind, *where) in [(one.kind, one.x, one.y) for one in found]
        for one in found:
            assert all(Texts(language).line(*one.sentence) for language in LANGUAGES)


def test_more_trains_than_places_to_stand_in_are_told() -> None:
    railway = railway_of(layouts.passing_loop(), 4)
    (found,) = findings(railway.slots, 3_072, railway)
    assert (found.kind, found.trains, found.places) == ("too_many", 4, 4)


def test_who_waits_in_a_station_without_any_way_turns_round_once_one_is_built_behind_it() -> None:
    plain = layouts.single()
    railway = railway_of(plain._replace(pieces=(*plain.pieces[1:], Rail(4, 4, "W", "E20"))), 1)
    railway.run(100)
    assert Reasons(railway.slots).of(railway, Jam(), 0).why == Why.TRACK_ENDS
    lay(railway.works, [Rail(24, 4, "W", "E20")])
    railway.rebuild()
    railway.run(400)
    assert delivered(railway) == 120
