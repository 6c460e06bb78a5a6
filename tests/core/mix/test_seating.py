"""Who sits with whom: nobody idle, everybody meets everybody, neighbours in the standing meet."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.mix.points import MATCH_POINTS, match_points
from game.core.mix.seating import BY_LOT, COMPUTER, Pair, circle, paired, seated, table_sizes


@given(people=st.integers(1, 60), allowed=st.frozensets(st.integers(1, 12), min_size=1))
def test_everybody_has_a_seat_and_tables_are_about_as_large(people: int, allowed: frozenset[int]) -> None:
    sizes = table_sizes(people, allowed)
    if sizes is None:
        return
    assert set(sizes) <= allowed and max(sizes) - min(sizes) <= 1
    computers = sum(sizes) - people
    assert 0 <= computers < max(allowed)
    tables = seated(range(people), sizes, {}, 1, 7)
    assert [len(table) for table in tables] == [*sizes]
    assert sorted(person for table in tables for person in table if person != COMPUTER) == [*range(people)]
    assert all(table[0] != COMPUTER for table in tables) or len(sizes) > people


@pytest.mark.parametrize("people", range(2, 13))
def test_two_and_three_seats_hold_every_party(people: int) -> None:
    sizes = table_sizes(people, (2, 3))
    assert sizes is not None and sum(sizes) == people


def test_neighbours_in_the_standing_sit_together_once_there_is_one() -> None:
    points = {person: 10 * person for person in range(6)}
    assert seated(range(6), (2, 2, 2), points, BY_LOT + 1, 3) == [(5, 4), (3, 2), (1, 0)]
    by_lot = {tuple(seated(range(6), (2, 2, 2), points, number, seed)) for number in (1, 2) for seed in range(20)}
    assert len(by_lot) > 20


@given(half=st.integers(1, 10))
def test_in_a_circle_everybody_meets_everybody_once(half: int) -> None:
    rounds = circle(range(2 * half))
    assert len(rounds) == 2 * half - 1
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert set(met.values()) == {1} and len(met) == half * (2 * half - 1)
    assert all(len({*sum(pairs, ())}) == 2 * half for pairs in rounds)


@pytest.mark.parametrize("seed", range(5))
def test_nine_people_play_the_computer_and_each_other_in_turn(seed: int) -> None:
    past: list[Pair] = []
    points: dict[int, int] = dict.fromkeys(range(9), 0)
    for number in range(1, 13):
        pairs = paired(range(9), past, points, number, seed)
        often = Counter(frozenset(pair) for pair in past)
        if number <= 9:
            assert not any(often[frozenset(pair)] for pair in pairs)
        past += pairs
        for one, other in pairs:
            if one != COMPUTER:
                points[one] += MATCH_POINTS if one > other else 0
            if other != COMPUTER:
                points[other] += MATCH_POINTS if other > one else 0
    alone = Counter(person for pair in past if COMPUTER in pair for person in pair if person != COMPUTER)
    assert len(alone) == 9 and max(alone.values()) == 2
    balance = Counter(first for first, _ in past)
    balance.subtract(second for _, second in past)
    assert all(abs(balance[person]) <= 2 for person in range(9))


def test_a_set_of_pairs_begins_anew_when_people_come_with_few_that_met() -> None:
    past = [(0, 1), (2, 3), (0, 2), (1, 3)]
    pairs = paired(range(6), past, {}, 3, 1)
    assert sum(frozenset(pair) in {frozenset(each) for each in past} for pair in pairs) == 0


@given(ranks=st.lists(st.integers(1, 5), min_size=2, max_size=12))
def test_a_table_of_people_wins_six_points_each_in_the_mean(ranks: list[int]) -> None:
    total = sum(match_points(ranks, seat) for seat in range(len(ranks)))
    assert 0 <= 6 * len(ranks) - total <= len(ranks)
    best, last = min(ranks), max(ranks)
    if ranks.count(best) == 1:
        assert match_points(ranks, ranks.index(best)) == MATCH_POINTS
    if ranks.count(last) == 1 and len(ranks) > 1:
        assert match_points(ranks, ranks.index(last)) == 0
