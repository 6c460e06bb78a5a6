"""Movement as the difference of two positions."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from game.core.space import Squares
from game.engine.canvas import Box
from game.kit.layout import slots, squares
from game.kit.pieces import Pace, Piece, Pieces, Plan, Posed, Transition, posed

LAYOUT = squares(Squares(8, 8), Box(0, 0, 800, 800))
PACE = Pace(0.2, 0.2, 0.2, 0.3)
MAN, KING, FOE = Piece("man", 0), Piece("king", 0), Piece("man", 1)


def plan_of(old: Pieces[int], new: Pieces[int]) -> Plan[int]:
    return Plan.between(old, new, LAYOUT, LAYOUT)


def at_rest(pieces: Pieces[int]) -> set[Posed]:
    return {posed(piece, LAYOUT.spots[key]) for key, piece in pieces.items()}


def test_a_piece_that_left_and_came_has_moved() -> None:
    plan = plan_of({0: MAN, 5: FOE}, {9: MAN, 5: FOE})
    assert (plan.moved, plan.turned, plan.came, plan.gone) == ({0: 9}, [], {}, {})


def test_of_equal_pieces_the_nearest_have_moved() -> None:
    assert plan_of({0: MAN, 63: MAN}, {1: MAN, 62: MAN}).moved == {0: 1, 63: 62}


def test_a_capture_by_replacement_is_no_turned_stone() -> None:
    plan = plan_of({0: MAN, 9: FOE}, {9: MAN})
    assert (plan.moved, plan.turned, plan.gone) == ({0: 9}, [], {9: None})


def test_what_changed_on_its_spot_has_turned_over() -> None:
    plan = plan_of({1: FOE, 2: FOE}, {0: MAN, 1: MAN, 2: MAN})
    assert (plan.moved, plan.turned, plan.came) == ({}, [1, 2], {0: None})


def random_pieces(chance: Random) -> dict[int, Piece]:
    return {square: chance.choice((MAN, KING, FOE)) for square in range(64) if chance.random() < 0.3}


@pytest.mark.parametrize("fade", [None, 0.15])
@pytest.mark.parametrize("seed", range(60))
def test_it_begins_with_the_old_position_and_ends_with_the_new(seed: int, fade: float | None) -> None:
    chance = Random(seed)
    old = random_pieces(chance)
    new = random_pieces(chance) if seed % 2 else {**old, **{chance.randrange(64): MAN for _ in range(4)}}
    plan = plan_of(old, new)
    for key in list(plan.gone)[::2]:
        plan.gone[key] = (-50.0, 40.0)
    for key in list(plan.came)[::2]:
        plan.came[key] = (-50.0, 40.0)
    transition = Transition(plan, LAYOUT, LAYOUT, PACE, fade)
    assert set(transition.at(0.0)) == at_rest(old)
    assert set(transition.at(transition.seconds)) == at_rest(new)
    assert len(list(transition.at(transition.seconds / 2))) >= min(len(old), len(new))


def test_nothing_jumps() -> None:
    """Between two frames no piece goes further than one that crosses the board in its time."""
    plan = plan_of({0: MAN, 3: FOE, 63: KING}, {18: MAN, 63: KING})
    transition = Transition(plan, LAYOUT, LAYOUT, PACE)
    frames = [list(transition.at(frame / 120)) for frame in range(round(transition.seconds * 120) + 1)]
    for before, after in pairwise(frames):
        for one in before:
            near = [abs(one.x - other.x) + abs(one.y - other.y) for other in after if other.piece == one.piece]
            assert not near or min(near) < 60


def test_a_card_comes_into_a_hand() -> None:
    box = Box(0, 0, 400, 120)
    before, after = slots("ab", 5, box), slots("abc", 5, box)
    cards = {key: Piece("card", name=key) for key in "abc"}
    plan = Plan.between({key: cards[key] for key in "ab"}, cards, before, after)
    plan.came["c"] = (500.0, 0.0)
    transition = Transition(plan, before, after, PACE)
    assert set(transition.at(0)) == {posed(cards[key], before.spots[key]) for key in "ab"}
    assert set(transition.at(transition.seconds)) == {posed(cards[key], after.spots[key]) for key in "abc"}
    assert all(round(pose.size) == 80 for pose in transition.at(0.1))
