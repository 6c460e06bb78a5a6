"""The figures of a league."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import pytest

from game.core.league.league import Bout, League, allowed_doubt, sign_test, table_of


def league(*bouts: Bout, bots: str = "abc") -> League:
    return League("nullgame", 1, {}, 2, 0, dict.fromkeys(bots, ""), bouts)


def bout(*ranks: int, bots: str) -> Bout:
    return Bout(1, tuple(bots), ranks, tuple(-rank for rank in ranks), "")


def test_who_wins_is_rated_higher_and_more_matches_are_more_certain() -> None:
    few = table_of(league(*[bout(1, 2, bots="ab")] * 3))
    many = table_of(league(*[bout(1, 2, bots="ab")] * 30))
    assert [standing.bot for standing in few.standings] == ["a", "c", "b"]
    assert many.standings[0].mean > few.standings[0].mean
    assert many.standings[0].uncertainty < few.standings[0].uncertainty
    assert few.standings[1].games == 0
    assert few.standings[1].win_rate == 0.0


def test_wins_are_shared_and_add_up_to_the_matches() -> None:
    bouts = [bout(1, 1, 3, bots="abc"), bout(2, 1, 3, bots="abc"), bout(1, 1, 1, bots="cab")]
    standings = table_of(league(*bouts)).standings
    assert sum(standing.wins for standing in standings) == pytest.approx(len(bouts))
    assert {standing.bot: standing.wins for standing in standings}["b"] == pytest.approx(1 / 2 + 1 + 1 / 3)


def test_duels_are_the_same_seen_from_either_side() -> None:
    table = table_of(league(bout(1, 2, bots="ab"), bout(1, 2, bots="ba"), bout(1, 2, bots="ab"), bout(1, 1, bots="ab")))
    one, other = table.duels["a", "b"], table.duels["b", "a"]
    assert (one.won, one.lost, one.tied, one.rate) == (2, 1, 1, 0.625)
    assert (other.won, other.lost, other.tied, other.rate) == (1, 2, 1, 0.375)
    assert one.chance == other.chance == sign_test(2, 1)
    assert table.duels["a", "c"].rate == 0.5


def test_order_is_doubted_until_neighbours_differ() -> None:
    clear = [bout(1, 2, bots="ab"), bout(1, 2, bots="bc"), bout(1, 2, bots="ac")]
    assert table_of(league(*clear)).doubt() == 1.0
    assert table_of(league(*clear * 20)).doubt() == pytest.approx(2 * sign_test(20, 0), abs=1e-6)
    evenly = [bout(1, 2, bots="ab"), bout(1, 2, bots="ba")] * 50
    assert table_of(league(*evenly, bots="ab")).doubt() == 1.0
    assert table_of(league(bots="a")).doubt() == 0.0


@pytest.mark.slow
def test_equals_are_rarely_taken_for_different_however_often_one_looks() -> None:
    from random import Random

    mistaken = 0
    for seed in range(80):
        random, bouts = Random(seed), []
        for look in range(1, 11):
            bouts += [bout(*random.choice([(1, 2), (2, 1)]), bots="ab") for _ in range(10)]
            if table_of(league(*bouts, bots="ab")).doubt() <= allowed_doubt(0.05, look):
                mistaken += 1
                break
    assert mistaken <= 8


def test_without_a_bot_its_bouts_are_gone() -> None:
    whole = league(bout(1, 2, bots="ab"), bout(1, 2, bots="bc"), bout(1, 2, bots="ac"))
    assert whole.without("b").bouts == (bout(1, 2, bots="ac"),)
    assert list(whole.without("b").bots) == ["a", "c"]


@pytest.mark.parametrize(("won", "lost"), [(0, 0), (1, 0), (9, 1), (37, 60), (500, 500), (700, 811)])
def test_the_sign_test_is_the_binomial_one(won: int, lost: int) -> None:
    games = won + lost
    tail = sum(math.comb(games, count) for count in range(min(won, lost) + 1))
    assert sign_test(won, lost) == min(1.0, float(Fraction(2 * tail, 2**games)))


def test_a_lead_of_many_matches_is_judged_at_once() -> None:
    begun = time.process_time()
    assert sign_test(50_600, 49_400) == pytest.approx(0.000149, rel=0.01)
    assert time.process_time() - begun < 1.0
