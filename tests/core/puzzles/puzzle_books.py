"""A puzzle's match, begun and played to its end as the book says."""

from __future__ import annotations

from typing import Any

from game.core.match.match import Match
from game.core.puzzles.book import Puzzle, PuzzleBook
from game.core.rules import Rules


def begun(rules: Rules[Any, Any, Any], book: PuzzleBook[Any, Any], puzzle: Puzzle) -> Match:
    match = Match(book.rules(puzzle, rules), 2, book.options(puzzle), 0)
    match.tick(0.0)
    return match


def solved(rules: Rules[Any, Any, Any], book: PuzzleBook[Any, Any], puzzle: Puzzle) -> tuple[Match, int]:
    """The match after its solution, which wins and never lets the win slip, and the moves it took."""
    match = begun(rules, book, puzzle)
    (solver,) = match.waiting_for
    moves = 0
    while not match.over:
        (mover,) = match.waiting_for
        view = match.view(mover)
        action = book.best(puzzle, view) if mover == solver else book.answer(puzzle, view)
        assert action is not None
        assert match.offer(mover, action) is None
        match.tick(0.0)
        moves += mover == solver
        if mover == solver and not match.over:
            assert book.holds(puzzle, match.view(solver), puzzle.level - moves)
    ranks = [line.rank for line in match.result().seats]
    assert ranks[solver] < ranks[1 - solver]
    return match, moves
