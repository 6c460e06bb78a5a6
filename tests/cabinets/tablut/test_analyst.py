"""Tablut's analyst: what is proven is told, what was played is judged, the same question has the same answer."""

from __future__ import annotations

import pytest

from game.cabinets.tablut.players.analyst import TablutAnalyst
from game.cabinets.tablut.rules.rules import Tablut
from game.cabinets.tablut.rules.state import Action, Move, State, View
from game.core.analyst import Effort, Judgement, Question
from game.core.space import Squares
from tests.cabinets.tablut.test_rules import begun, move, moved, walk

RULES = Tablut()


def judged(state: State, played: Action | None = None, most: int = 3) -> Judgement[Action]:
    seat = RULES.ask(state).seats[0]  # type: ignore[union-attr]
    question: Question[View, Action] = Question(
        RULES.view(state, seat), state.options, 2, seat, 1, Effort.QUICK, most, played
    )
    return TablutAnalyst().judge(question)


@pytest.mark.parametrize(
    ("position", "preset", "value"),
    [
        ("/9/9/9/9/9/9/1tK6/9/3t5/ a", "linnaeus", (1.0, -1.0)),
        ("/9/9/3K5/9/9/9/9/7t1/9/ d", "linnaeus", (-1.0, 1.0)),
    ],
)
def test_a_proven_end_is_certain_and_says_how_far_it_is(position: str, preset: str, value: tuple[float, ...]) -> None:
    found = judged(begun(position, preset=preset))
    assert found.values == value
    assert found.end_in == 1
    assert len(found.lines) == 3


def test_what_was_played_is_judged_and_is_never_better_than_the_best() -> None:
    state = begun()
    bad = move(3, 2)
    found = judged(state, bad)
    assert found.played is not None
    assert found.played.action == bad
    assert found.played.values[0] <= found.lines[0].values[0]
    assert found == judged(state, bad)
    assert all(isinstance(line.action, Move) and len(line.following) == 1 for line in found.lines)


def test_the_move_is_read_from_two_views() -> None:
    state = begun()
    before = RULES.view(state, 0)
    moved(state, "d1-c1")
    assert TablutAnalyst().played(before, RULES.view(state, 0)) == move(3, 2)


def test_mirrored_positions_are_judged_alike() -> None:
    for symmetry in (1, 4, 6):
        state, image = walk("seed", 8, 12)[0], walk("seed", 8, 12)[0]
        there = Squares(9, 9).images(symmetry)
        for square, piece in enumerate(state.squares):
            image.squares[there[square]] = piece
        image.moves = []
        state.moves = []
        first, second = judged(state), judged(image)
        assert [line.values for line in first.lines] == [line.values for line in second.lines]
        best, other = first.lines[0].action, second.lines[0].action
        assert isinstance(best, Move)
        assert isinstance(other, Move)
        assert other.origin == there[best.origin]
