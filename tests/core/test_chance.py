"""Chance, shuffles and ranks: fair, of any size, and today what they were yesterday."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from game.core.chance import derive, draw, fair
from game.core.deck import SHUFFLE, shuffled
from game.core.ranking import ranked

WORD = 1 << 64


@pytest.mark.parametrize("outcomes", [1, 2, 6, 1000, (1 << 63) + 1, WORD - 1, WORD])
def test_a_draw_that_fits_a_word_is_what_it_always_was(outcomes: int) -> None:
    for number in range(20):
        attempt = 0
        while (value := derive(5, "chance", number, attempt)) >= WORD // outcomes * outcomes:
            attempt += 1
        assert draw(5, number, outcomes) == value % outcomes


def test_known_draws_stay() -> None:
    assert [draw(1, number, 6) for number in range(12)] == [2, 2, 5, 1, 4, 3, 3, 4, 4, 2, 4, 1]
    assert draw(1, 0, WORD) == 1333795505840737262


@pytest.mark.parametrize("outcomes", [WORD + 1, 51090942171709440000, 3 << 64, 1 << 128, (1 << 128) + 1, 10**80])
def test_a_draw_may_have_any_number_of_outcomes(outcomes: int) -> None:
    drawn = [draw(1, number, outcomes) for number in range(200)]
    assert all(0 <= value < outcomes for value in drawn)
    assert len(set(drawn)) == 200
    for third in range(3):
        share = sum(value * 3 // outcomes == third for value in drawn)
        assert 40 < share < 95, "a third of the numbers is favoured"


def test_a_draw_needs_an_outcome() -> None:
    with pytest.raises(ValueError, match="at least one outcome, not 0"):
        draw(1, 0, 0)


def test_what_is_drawn_depends_on_its_purpose() -> None:
    assert fair(WORD, 1, "chance", 0) != fair(WORD, 1, "shuffle", 0)


def test_a_shuffle_follows_from_its_draw_by_derive() -> None:
    order = list("abcdef")
    for last in range(5, 0, -1):
        attempt, limit = 0, WORD // (last + 1) * (last + 1)
        while (value := derive(99, "shuffle", last, attempt)) >= limit:
            attempt += 1
        other = value % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert shuffled(99, "abcdef") == order


def test_every_order_is_as_likely() -> None:
    counts = Counter(tuple(shuffled(draw(3, number, SHUFFLE), range(4))) for number in range(4800))
    assert set(counts) == set(itertools.permutations(range(4)))
    chi_squared = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_squared < 49.7, "23 degrees of freedom: exceeded once in a thousand times"


def test_a_shuffle_leaves_what_it_shuffles() -> None:
    deck = list(range(52))
    assert sorted(shuffled(1, deck)) == deck == list(range(52))
    assert shuffled(1, []) == [] and shuffled(1, ["one"]) == ["one"]


def test_equal_standings_share_a_rank_and_leave_a_gap() -> None:
    assert ranked([3, 9, 9, 1]) == (3, 1, 1, 4)
    assert ranked([(1, -2), (1, -1)]) == (2, 1)
    assert ranked([]) == ()
