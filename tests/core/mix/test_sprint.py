"""The sprint: who plays it, what it brings, and what stays as it is."""

from __future__ import annotations

import pytest

from game.core.mix.programme import Guest, Party
from game.core.mix.sprint import sprint_of, sprint_points
from game.core.rules import Result, SeatResult
from game.core.short import Asks, Form, Short

SPRINTS = {
    "race": Short("sprint", {2: Form(40, 60), 3: Form(40, 60)}, {"long": 1}, asks=frozenset({Asks.REFLEXES})),
    "quiz": Short("sprint", {2: Form(30, 30)}, own_window=True),
}


def party(*guests: Guest, own_windows: bool = True, off: tuple[str, ...] = ()) -> Party:
    return Party(dict(enumerate(guests, 1)), own_windows, frozenset(off))


@pytest.mark.parametrize(
    ("points", "there", "game"),
    [
        ({1: 9, 2: 9, 3: 4}, party(Guest(), Guest(), Guest()), "race"),
        ({1: 9, 2: 9}, party(Guest(cannot=frozenset({Asks.REFLEXES})), Guest()), "quiz"),
        ({1: 9, 2: 9}, party(Guest(games=frozenset({"quiz"})), Guest()), "quiz"),
        ({1: 9, 2: 9}, party(Guest(), Guest(), off=("race",)), "quiz"),
        ({1: 9, 2: 9}, party(Guest(), Guest(), own_windows=False, off=("race",)), ""),
        ({1: 9, 2: 9, 3: 9, 4: 9}, party(Guest(), Guest(), Guest(), Guest()), ""),
        ({1: 9, 2: 9, 3: 4}, party(Guest()), ""),
        ({1: 9, 2: 8}, party(Guest(), Guest()), ""),
        ({1: 0, 2: 0}, party(Guest(), Guest()), ""),
    ],
)
def test_a_sprint_is_of_what_all_who_are_first_can_play(points: dict[int, int], there: Party, game: str) -> None:
    drawn = sprint_of(there, SPRINTS, points)
    assert (drawn.game if drawn else "") == game
    if drawn is not None:
        (table,) = drawn.tables
        assert table.people == (1, 2) and table.options == SPRINTS[game].options


def test_the_first_of_a_sprint_get_one_point_and_no_other_place_changes() -> None:
    won = sprint_points((4, 2, 7), Result((SeatResult(1, 9), SeatResult(3, 1), SeatResult(1, 9)), ""))
    assert won == {4: 1, 2: 0, 7: 1}
