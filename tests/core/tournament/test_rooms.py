"""Rooms that players are drawn into: who sits where, and how often they meet."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.tournament.rooms import ENOUGH, MOST_ROUNDS, ROUNDS, draw_rooms, rooms_for, rounds_for


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 80), st.integers(2, 49), st.integers(1, 5), st.text(max_size=4))
def test_in_each_round_everybody_sits_in_one_room_and_rooms_are_as_equal_as_possible(
    players: int, seats: int, rounds: int, seed: str
) -> None:
    rooms = rooms_for(players, seats)
    drawn = draw_rooms(players, rooms, rounds, seed)
    assert drawn == draw_rooms(players, rooms, rounds, seed)
    assert len(drawn) == rounds
    for dealt in drawn:
        assert len(dealt) == rooms
        assert sorted(player for room in dealt for player in room) == list(range(players))
        sizes = {len(room) for room in dealt}
        assert max(sizes) - min(sizes) <= 1 and max(sizes) <= seats


@settings(max_examples=10, deadline=None)
@given(st.integers(2, 60), st.integers(2, 3), st.integers(1, 6))
def test_earlier_rounds_do_not_depend_on_how_many_follow(players: int, rooms: int, rounds: int) -> None:
    rooms = min(rooms, players)
    assert draw_rooms(players, rooms, rounds, "souk") == draw_rooms(players, rooms, rounds + 2, "souk")[:rounds]


@pytest.mark.parametrize(
    ("players", "least", "most"), [(50, 43, 55), (60, 42, 56), (98, 39, 60), (100, 25, 40), (150, 17, 33)]
)
def test_everybody_meets_everybody_about_equally_often(players: int, least: int, most: int) -> None:
    """By chance alone 98 players would meet 33 to 67 times in as many rounds, and 150 of them 10 to 48 times."""
    met: Counter[tuple[int, int]] = Counter()
    for dealt in draw_rooms(players, rooms_for(players, 49), MOST_ROUNDS, "souk"):
        for room in dealt:
            met.update(combinations(sorted(room), 2))
    assert len(met) == players * (players - 1) // 2
    assert (min(met.values()), max(met.values())) == (least, most)


def test_seats_are_drawn_too_so_that_no_player_has_a_lasting_neighbour() -> None:
    drawn = draw_rooms(60, 2, MOST_ROUNDS, "souk")
    seats = Counter((player, seat) for dealt in drawn for room in dealt for seat, player in enumerate(room))
    firsts = [seats[player, 0] for player in range(60)]
    assert sum(firsts) == 2 * MOST_ROUNDS and max(firsts) <= 12


@given(st.integers(1, 1_000_000))
def test_rounds_hold_all_games_that_were_asked_for_and_few_more(games: int) -> None:
    rounds, each = rounds_for(games)
    assert 1 <= rounds <= MOST_ROUNDS and games <= rounds * each < games + each
    assert rounds >= min(games, ROUNDS) and (each >= ENOUGH or each == max(1, games // ROUNDS))
