"""Evaluations: sums over chunks, the same for any number of workers."""

from __future__ import annotations

import statistics

import pytest

from game.cabinets.l4g import evaluation
from game.cabinets.l4g.bots import BOTS
from game.cabinets.l4g.evaluation import ChunkPlayer, evaluate, game_numbers
from game.cabinets.l4g.rules import L4g, Options
from game.core.match import Match
from tests.test_l4g_contract import play

SMALL = ChunkPlayer(("loner", "scout", "predator", "seeker", "corpse-bomb", "horn-done"), Options(3, 4, 20))


def test_game_numbers_are_different_signed_and_follow_from_the_text() -> None:
    numbers = game_numbers("souk", 2000)
    assert len(set(numbers)) == 2000
    assert min(numbers) < 0 < max(numbers)
    assert min(numbers) >= -(2**63) and max(numbers) < 2**63
    assert numbers[:5] == game_numbers("souk", 5) != game_numbers("other", 5)


def test_an_evaluation_adds_up_what_matches_give() -> None:
    numbers = game_numbers("souk", 4)
    results = []
    for number in numbers:
        match = Match(L4g(), 6, SMALL.options, number)
        play(match, list(SMALL.lineup))
        results.append(match.result())
    lines = evaluate(SMALL, numbers, 1, lambda done: None)
    for seat, line in enumerate(lines):
        grades = [result.seats[seat].score for result in results]
        parts = [result.seats[seat].details["grades"] for result in results]
        assert line.name in BOTS
        assert line.grade_sum == sum(grades)
        assert line.mean == pytest.approx(statistics.mean(grades), abs=1e-6)
        assert line.error == pytest.approx(statistics.stdev(grades) / 2, abs=1e-6)
        assert line.parts == pytest.approx([statistics.mean(column) for column in zip(*parts, strict=True)], abs=1e-6)
        assert line.punished == sum(result.seats[seat].details["punished"] for result in results)


def test_chunks_and_workers_change_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = game_numbers("souk", 9)
    whole = evaluate(SMALL, numbers, 1, lambda done: None)
    monkeypatch.setattr(evaluation, "CHUNK", 2)
    told: list[int] = []
    assert evaluate(SMALL, numbers, 1, told.append) == whole
    assert told == [2, 4, 6, 8, 9]
    assert evaluate(SMALL, numbers, 2, lambda done: None) == whole


def test_an_evaluation_without_games_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        evaluate(SMALL, (), 1, lambda done: None)


@pytest.mark.slow
def test_one_expert_among_the_regular_mix_is_the_best_of_all() -> None:
    mix = ("loner", "scout", "corpse-bomb", "seeker", "predator")
    lineup = ("expert", *(mix[seat % len(mix)] for seat in range(48)))
    lines = evaluate(ChunkPlayer(lineup), game_numbers("souk", 250), 1, lambda done: None)
    assert max(lines, key=lambda line: line.grade_sum).name == "expert"
