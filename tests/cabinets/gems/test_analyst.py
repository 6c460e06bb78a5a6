"""What the analyst says of positions near the end of a match."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from game.cabinets.gems.analyst import REACH, GemsAnalyst, reach_of
from game.cabinets.gems.cabinet import GEMS
from game.cabinets.gems.rules import Gems
from game.cabinets.gems.state import Action, Options, View
from game.conformance.walks import walk
from game.core.analyst import Effort, Judgement, Question

RULES = Gems()


def first_decision() -> View:
    """Return the first view in which a seat chooses its turn."""
    return next(RULES.view(state, ask.seats[0]) for state, ask, _ in walk(GEMS, 2, Random(3)) if state.phase == "act")


def judged(points: tuple[int, int], mover: int, turns: int, effort: Effort = Effort.QUICK) -> Judgement[Action]:
    """Judge a first position as if the two seats had these points, and this seat the last turns of the match."""
    view = first_decision()
    seats = tuple(msgspec.structs.replace(own, points=of) for own, of in zip(view.seats, points, strict=True))
    view = msgspec.structs.replace(view, mover=mover, turns=turns, seats=seats, last_round=turns % 2 == 1)
    return GemsAnalyst().judge(Question(view, Options(), 2, mover, 1, effort, most=30))


@pytest.mark.parametrize(("points", "value"), [((15, 11), -1.0), ((15, 20), 1.0)])
def test_nothing_changes_what_is_decided_before_the_last_turn(points: tuple[int, int], value: float) -> None:
    judgement = judged(points, 1, 41)
    assert {round(line.values[1], 1) for line in judgement.lines} == {value}


@pytest.mark.parametrize("effort", Effort)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_seat_is_ahead_by_a_turn_more_where_a_search_ends(effort: Effort, seats: int) -> None:
    reach = reach_of(effort, seats)
    assert (reach.turns + 1) % seats == 0 and abs(reach.turns - REACH[effort].turns) <= 2


def test_what_is_judged_at_once_is_no_better_than_what_was_played_ahead() -> None:
    judgement = judged((15, 11), 1, 41)
    assert judgement.blind is not None and judgement.blind[1] < -0.9
