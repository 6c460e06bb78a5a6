"""Tablut's puzzles: every one has the win that it says, no shorter one, and no other first move."""

from __future__ import annotations

from collections import Counter

import pytest

from game.cabinets.tablut.players.bots import board_of, move_of
from game.cabinets.tablut.players.mates import still_wins, winning_move
from game.cabinets.tablut.players.puzzles import TablutPuzzles
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import PRESETS
from game.cabinets.tablut.rules.rules import Tablut
from game.cabinets.tablut.rules.state import View
from game.core.match.match import Match
from game.core.puzzles.book import Puzzle
from tests.core.puzzles.puzzle_books import begun, solved
from tests.in_turns import some

BOOK = TablutPuzzles()
ALL = BOOK.puzzles()


def view_of(match: Match) -> View:
    view: View = match.view(0)
    return view


def check(puzzle: Puzzle) -> None:
    """No shorter win, and no other first move that wins: each is tried."""
    board = board_of(view_of(begun(Tablut(), BOOK, puzzle)))
    assert puzzle.level == 1 or not winning_move(board, puzzle.level - 1)
    winning = []
    for code in b.codes_of(board):
        with b.played(board, code):
            if board.info[b.END] or still_wins(board, puzzle.level - 1):
                winning.append(code)
    assert [move_of(code) for code in winning] == [BOOK.best(puzzle, view_of(begun(Tablut(), BOOK, puzzle)))]


def follow(puzzle: Puzzle) -> None:
    """The solution wins in as many moves as are said, by the rules of the match."""
    match, moves = solved(Tablut(), BOOK, puzzle)
    assert match.result().reason in ("tablut.end.escaped", "tablut.end.king_taken")
    assert moves == puzzle.level


def test_there_are_enough_of_every_kind() -> None:
    kinds = Counter(puzzle.kind for puzzle in ALL)
    assert {kind.partition("_")[0] for kind in kinds} == set(PRESETS)
    assert {kind.partition("_")[2] for kind in kinds} == {"attackers", "defenders"}
    assert len({puzzle.position for puzzle in ALL}) == len(ALL) >= 300
    assert TablutPuzzles.file.stat().st_size <= 100_000
    assert Counter(puzzle.level for puzzle in ALL).keys() >= {1, 2, 3}


@pytest.mark.parametrize("puzzle", some(2, ALL[::20]), ids=lambda puzzle: puzzle.name)
def test_a_puzzle_has_one_first_move_and_no_shorter_win(puzzle: Puzzle) -> None:
    check(puzzle)
    follow(puzzle)


@pytest.mark.slow
def test_puzzles_have_one_first_move_and_no_shorter_win() -> None:
    """All but most of the longest, which take seconds each in plain Python; the build script checks every one."""
    longest = max(puzzle.level for puzzle in ALL)
    for puzzle in [puzzle for puzzle in ALL if puzzle.level < longest or int(puzzle.name, 16) % 6 == 0]:
        check(puzzle)


def test_every_puzzle_is_won_in_as_many_moves_as_it_says() -> None:
    for puzzle in ALL[::2]:
        follow(puzzle)


def test_a_move_that_lets_the_win_slip_is_seen_and_answered() -> None:
    for puzzle in [puzzle for puzzle in ALL if puzzle.level > 1][::20]:
        match, (seat,) = begun(Tablut(), BOOK, puzzle), begun(Tablut(), BOOK, puzzle).waiting_for
        best = BOOK.best(puzzle, view_of(match))
        wrong = next(action for action in match.legal(seat) or () if action != best)
        assert match.offer(seat, wrong) is None
        match.tick(0.0)
        assert not BOOK.holds(puzzle, view_of(match), puzzle.level - 1)
        assert match.offer(1 - seat, BOOK.answer(puzzle, view_of(match))) is None


@pytest.mark.parametrize(
    ("position", "moves", "first"),
    [
        ("/9/9/9/9/4K4/9/9/4t4/9/ d", 1, 0),
        ("/9/9/9/9/9/9/9/4K4/t8/ d", 1, 0),
        ("/9/9/9/9/9/9/9/t8/4K4/ d", 1, 2),
        ("/9/9/9/4t4/3t1t3/4K1t2/3t1t3/4t4/9/ a", 2, 0),
    ],
)
def test_wins_are_found_within_their_moves(position: str, moves: int, first: int) -> None:
    squares, side = notation.read_position(position)
    board = b.new_board(squares, side, PRESETS["seed"])
    winning = [code for code in b.codes_of(board) if _wins(board, code, moves)]
    assert len(winning) == first
    assert bool(winning_move(board, moves)) == bool(winning)


def _wins(board: b.Board, code: int, moves: int) -> bool:
    with b.played(board, code):
        return bool(board.info[b.END]) or still_wins(board, moves - 1)
