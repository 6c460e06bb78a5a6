"""The puzzles of Gem Merchants: nothing is hidden or drawn, one first action wins, and no shorter way does."""

from __future__ import annotations

from collections import Counter

import pytest

from game.cabinets.gems import board as b
from game.cabinets.gems.puzzles.book import GemsPuzzles
from game.cabinets.gems.puzzles.forced import Prover, shortest_win, turns_of
from game.cabinets.gems.puzzles.position import read_position, write_position
from game.cabinets.gems.rules import Gems
from game.core.compiled import array
from game.core.puzzles.book import Puzzle
from tests.core.puzzles.puzzle_books import begun, solved

BOOK = GemsPuzzles()
ALL = BOOK.puzzles()
SHORT = [puzzle for puzzle in ALL if puzzle.level < 3]


def check(puzzle: Puzzle) -> None:
    """The shortest win is as long as it says, and every turn but those of one first action lets it slip."""
    board = array(read_position(puzzle.position).cells)
    prover = Prover(int(board[b.MOVER]))
    assert shortest_win(board, puzzle.level, prover) == puzzle.level
    winning = {turn.actions[0] for turn in turns_of(board) if prover.holds(turn, puzzle.level - 1)}
    assert winning == {BOOK.best(puzzle, begun(Gems(), BOOK, puzzle).view(0))}


def test_there_are_enough_of_every_kind() -> None:
    assert len({puzzle.position for puzzle in ALL}) == len(ALL) >= 40
    kinds = Counter((puzzle.kind, puzzle.level) for puzzle in ALL)
    assert {kind for kind, _ in kinds} == {"answered", "closing"}
    assert {level for _, level in kinds} >= {1, 2}


def test_a_puzzle_hides_nothing_and_draws_nothing() -> None:
    for puzzle in ALL:
        match = begun(Gems(), BOOK, puzzle)
        assert match.view(0) == match.view(1)
        assert match.view(0).left == (0, 0, 0)
        tokens = [match.view(0).bank, *(seat.tokens for seat in match.view(0).seats)]
        assert [sum(colour) for colour in zip(*tokens, strict=True)] == [4, 4, 4, 4, 4, 5]
        assert write_position(read_position(puzzle.position)) == puzzle.position


@pytest.mark.parametrize("puzzle", SHORT[::9], ids=lambda puzzle: puzzle.name)
def test_one_first_action_wins_and_no_shorter_way(puzzle: Puzzle) -> None:
    check(puzzle)


@pytest.mark.slow
def test_one_first_action_wins_and_no_shorter_way_of_all() -> None:
    for puzzle in ALL:
        check(puzzle)


def test_every_puzzle_is_won_in_as_many_turns_as_it_says() -> None:
    for puzzle in ALL:
        match, moves = solved(Gems(), BOOK, puzzle)
        assert match.result().reason == "gems.end.target"
        assert moves == puzzle.level


def test_a_move_that_lets_the_win_slip_is_seen_and_answered() -> None:
    for puzzle in ALL[::12]:
        match = begun(Gems(), BOOK, puzzle)
        (seat,) = match.waiting_for
        best = BOOK.best(puzzle, match.view(seat))
        wrong = next(action for action in match.legal(seat) or () if action != best)
        assert match.offer(seat, wrong) is None
        match.tick(0.0)
        if match.over or match.waiting_for == (seat,):
            continue
        assert not BOOK.holds(puzzle, match.view(seat), puzzle.level - 1)
        assert match.offer(1 - seat, BOOK.answer(puzzle, match.view(1 - seat))) is None
