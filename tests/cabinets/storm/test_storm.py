"""The rules of a storm: the same puzzles for everybody, ranked by how many are solved, then by time."""

from __future__ import annotations

from typing import Any

import pytest

from game.cabinets.listed import CABINETS, hosted, offered
from game.cabinets.storm.games import MOST_MOVES, SOURCES, Game, Solve, pool
from game.cabinets.storm.rules import PENALTY, Options, Skip, Storm, View, puzzle_at
from game.core.match.match import Match
from game.core.mix.programme import Guest, Party, candidates
from game.core.rules import Move, Timed
from game.core.short import Format

THINKS = 2000
"""Milliseconds for each move here."""


def begun(game: Game = "omok", seed: int = 3, seconds: int = 90) -> Match:
    match = Match(Storm(), 1, Options(game, seconds), seed)
    match.tick(0.0)
    return match


def plays(match: Match, action: Any, after: int = THINKS) -> View:
    """Play an action after so many milliseconds; return what is seen then."""
    assert match.offer(0, Timed(action, after)) is None
    match.tick(0.0)
    view: View = match.view(0)
    return view


def right(match: Match) -> Solve:
    view, game = match.view(0), match.options.game
    best = SOURCES[game].book.best(puzzle_at(game, view.position), getattr(view.sight, game))
    return Solve(**{game: best})


def wrong(match: Match) -> Solve:
    """A move that does not win: one that leaves the solver's line."""
    game, best = match.options.game, right(match)
    return next(
        one for one in match.legal(0) or () if isinstance(one, Solve) and getattr(one, game) != getattr(best, game)
    )


def solve(match: Match) -> View:
    """Solve the open puzzle."""
    number = match.view(0).number
    while True:
        view = plays(match, right(match))
        if view.number != number:
            return view


@pytest.mark.parametrize("game", SOURCES)
def test_the_moves_of_the_book_solve_and_what_is_skipped_costs_time(game: Game) -> None:
    match = begun(game)
    level = match.view(0).level
    view = solve(match)
    assert (view.solved, view.missed, view.number) == (1, 0, 2)
    left = view.left
    assert 90_000 - THINKS * (level + 1) <= left < 90_000
    view = plays(match, Skip())
    assert (view.solved, view.missed, view.number) == (1, 1, 3)
    assert view.left == left - THINKS - 1000 * PENALTY


def test_a_move_that_does_not_win_is_a_miss() -> None:
    match = begun("tablut")
    view = plays(match, wrong(match))
    assert (view.solved, view.missed, view.number, view.left) == (0, 1, 2, 90_000 - THINKS - 1000 * PENALTY)


@pytest.mark.parametrize("game", SOURCES)
def test_equal_numbers_give_equal_puzzles_whatever_one_does(game: Game) -> None:
    one, other, third = begun(game, 8), begun(game, 8), begun(game, 9)
    seen = []
    for _ in range(4):
        seen.append([match.view(0).position for match in (one, other, third)])
        solve(one)
        plays(other, Skip())
        plays(third, Skip())
    alike, also, others = zip(*seen, strict=True)
    assert alike == also != others and len({*alike}) == 4


def test_what_comes_after_the_time_counts_no_more() -> None:
    match = begun(seconds=10)
    first = right(match)
    match.play((Move(0, first, spent=10_000),))
    result = match.result()
    assert match.over and result.seats[0].details == {"solved": 0, "missed": 0} and result.seats[0].score == 0


def test_more_puzzles_rank_before_time_and_time_before_nothing() -> None:
    def score(solved: int, after: int) -> int:
        match = begun("tablut", 5)
        for _ in range(solved):
            number = match.view(0).number
            while match.view(0).number == number:
                plays(match, right(match), after)
        while not match.over:
            plays(match, Skip(), 0)
        return match.result().seats[0].score

    assert score(2, 4000) > score(1, 100) > score(1, 2000) > score(0, 0) == 0


def test_people_who_never_act_do_not_wait_for_ever() -> None:
    match = begun()
    while not match.over:
        match.force(0)
        match.tick(0.0)
    assert match.result().seats[0].details["missed"] == 90 // PENALTY


def test_there_are_enough_short_puzzles() -> None:
    for game in SOURCES:
        assert len(pool(game)) >= 60 and all(puzzle.level <= MOST_MOVES for puzzle in pool(game))


def test_no_room_offers_it_but_every_room_may_play_it_in_a_mix_of_own_windows() -> None:
    assert "storm" not in offered() and "storm" in hosted()
    shorts = {"storm": CABINETS["storm"].shorts}
    guests = {one: Guest() for one in (1, 2, 3)}
    drawn = candidates(Party(guests), shorts)
    assert {each.short.format for each in drawn} == {Format.SAME}
    assert {sizes for each in drawn for _, _, sizes in each.groups} == {(1, 1, 1)}
    assert candidates(Party(guests, own_windows=False), shorts) == []
