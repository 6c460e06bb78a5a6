"""A mix at one screen: the same for everybody on a day, at one table, and left rounds bring nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.core.mix.home import HomeMix
from game.core.mix.programme import Guest, Party
from game.core.mix.seating import COMPUTER
from game.core.rules import Result, SeatResult
from game.core.short import Format

SHORTS = {cabinet.id: cabinet.shorts for cabinet in CABINETS.values()}


def begun(people: int, seed: int = 7, **length: Any) -> HomeMix:
    party = Party({one: Guest(("ko",)) for one in range(1, people + 1)}, own_windows=people == 1)
    return HomeMix.begun(party, SHORTS, seed, **length)


def played(mix: HomeMix) -> HomeMix:
    """The whole mix, in which who sits first wins every match."""
    while (drawn := mix.coming) is not None:
        (table,) = drawn.round.tables
        seats = tuple(SeatResult(seat + 1, -seat) for seat in range(len(table.people)))
        mix = mix.after(drawn, [Result(seats, "")] * drawn.round.short.matches)
        if drawn.last:
            return mix
    return mix


@pytest.mark.parametrize("people", [1, 2, 3, 4])
def test_everybody_has_a_seat_at_one_table_in_every_round(people: int) -> None:
    mix = played(begun(people, seconds=1200))
    assert len(mix.past) >= 4
    for drawn in mix.past:
        (table,) = drawn.tables
        assert {one for one in table.people if one != COMPUTER} == set(range(1, people + 1))
        assert people == 1 or not drawn.short.own_window
        assert people > 1 or (drawn.short.format is not Format.SAME and COMPUTER in table.people)


def test_who_plays_alone_wins_points_before_computers() -> None:
    mix = played(begun(1, rounds=5))
    assert len(mix.past) == 5
    assert 0 < mix.points[1] <= 12 * 6


def test_equal_seeds_bring_equal_rounds_and_a_left_one_brings_nothing() -> None:
    assert played(begun(1, rounds=5)).past == played(begun(1, rounds=5)).past
    mix = begun(2, rounds=3)
    drawn = mix.coming
    assert drawn is not None
    assert mix.after(drawn, None).points == {1: 0, 2: 0}
    again = mix.without(drawn.round.game).coming
    assert again is not None and again.round.game != drawn.round.game


def test_who_shares_the_first_place_at_one_screen_plays_for_it_once() -> None:
    sprints = {cabinet.id: cabinet.sprint for cabinet in CABINETS.values() if cabinet.sprint}
    mix = replace(played(begun(2, rounds=2, sprints=sprints)), points={1: 30, 2: 30})
    sprint = mix.sprint
    assert sprint is not None and sprint.sprint and sprint.round.tables[0].people == (1, 2)
    assert mix.after(sprint, [Result((SeatResult(2, 1), SeatResult(1, 3)), "")]).points == {1: 30, 2: 31}
    assert mix.after(sprint, None).points == mix.points
    assert replace(mix, points={1: 30, 2: 29}).sprint is None
