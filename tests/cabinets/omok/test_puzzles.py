"""Omok's puzzles: every one has the win that it says, and no other first stone."""

from __future__ import annotations

from collections import Counter

import pytest

from game.cabinets.omok import search
from game.cabinets.omok.board import NOWHERE, allowed, five_points, put
from game.cabinets.omok.fours import DEEPEST, FOURS, four_points, win_by_fours
from game.cabinets.omok.puzzles import OmokPuzzles
from game.cabinets.omok.rules import Omok
from game.cabinets.omok.shapes import FOUR
from game.cabinets.omok.state import Place, View, board_of
from game.core.compiled import array
from game.core.match.match import Match
from game.core.puzzles.book import Puzzle
from tests.core.puzzles.puzzle_books import begun, solved

BOOK = OmokPuzzles()
ALL = BOOK.puzzles()


def view_of(match: Match) -> View:
    view: View = match.view(0)
    return view


def win(view: View, colour: int, depth: int, nodes: int) -> int | None:
    """The first stone; NOWHERE without a win, None where so many nodes do not tell."""
    left, found = array([0, nodes]), array([0] * (FOURS * (DEEPEST + 2)))
    point = int(win_by_fours(board_of(view), colour, depth, left, found, 0))
    return None if point == NOWHERE and left[1] < 0 else point


def check(puzzle: Puzzle, nodes: int) -> None:
    """No shorter win, and no other first stone that wins: each is tried."""
    view = view_of(begun(Omok(), BOOK, puzzle))
    colour = 1 + len(view.moves) % 2
    first = win(view, colour, puzzle.level, nodes)
    assert first not in (None, NOWHERE)
    assert win(view, colour, puzzle.level - 1, nodes) == NOWHERE
    board, other, points = board_of(view), 3 - colour, array([0, 0])
    four = array([0] * FOURS)
    for point in four[: four_points(board, colour, FOUR, four, 0, FOURS)]:
        if point == first or not allowed(board, point, colour):
            continue
        put(board, point, colour)
        if not five_points(board, other, points, 0):
            assert five_points(board, colour, points, 0) == 1
            answer = int(points[0])
            assert allowed(board, answer, other)
            put(board, answer, other)
            assert search.first_four(board, colour, search.new_memory(board, 0), nodes) == NOWHERE
            put(board, answer, -other)
        put(board, point, -colour)


def follow(puzzle: Puzzle) -> None:
    """The solution wins in as many fours as are said, whatever the other answers where it must."""
    _, moves = solved(Omok(), BOOK, puzzle)
    assert moves == puzzle.level + 1


def test_there_are_enough_of_every_kind() -> None:
    kinds = Counter(puzzle.kind for puzzle in ALL)
    assert len(kinds) == 4
    assert min(kinds.values()) >= 90
    assert len({puzzle.position for puzzle in ALL}) == len(ALL) >= 400
    assert OmokPuzzles.file.stat().st_size <= 200_000
    assert {puzzle.level for puzzle in ALL} == set(range(2, 13))


@pytest.mark.parametrize("puzzle", ALL[::120], ids=lambda puzzle: puzzle.name)
def test_a_puzzle_has_one_first_stone_and_no_shorter_win(puzzle: Puzzle) -> None:
    check(puzzle, 3000)
    follow(puzzle)


@pytest.mark.slow
def test_many_puzzles_have_one_first_stone_and_no_shorter_win() -> None:
    for puzzle in ALL[::8]:
        check(puzzle, 300_000)
        follow(puzzle)


def test_a_four_that_lets_the_win_slip_is_seen_and_answered() -> None:
    puzzle = ALL[0]
    match = begun(Omok(), BOOK, puzzle)
    view = view_of(match)
    best = BOOK.best(puzzle, view)
    wrong = next(a for a in match.legal(match.waiting_for[0]) or () if isinstance(a, Place) and a != best)
    seat = match.waiting_for[0]
    assert match.offer(seat, wrong) is None
    match.tick(0.0)
    assert not BOOK.holds(puzzle, view_of(match), puzzle.level - 1)
    answer = BOOK.answer(puzzle, view_of(match))
    assert match.offer(1 - seat, answer) is None
