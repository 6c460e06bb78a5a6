"""The drills of Word Lanterns: every one is won by its word, and solved to the end by what the book plays."""

from __future__ import annotations

from random import Random

import pytest

from game.cabinets.words.book import book
from game.cabinets.words.drills import KINDS, WordDrills, options_of
from game.cabinets.words.manners import polite
from game.cabinets.words.rules import Words
from game.cabinets.words.solved import solver_of
from game.cabinets.words.state import State, Try
from game.core.puzzles.book import Puzzle
from game.core.rules import Move
from tests.core.puzzles.puzzle_books import solved

DRILLS = WordDrills()


def test_each_drill_has_one_word_that_wins() -> None:
    assert len(DRILLS.puzzles()) >= 200
    assert {puzzle.kind for puzzle in DRILLS.puzzles()} == set(KINDS)
    for puzzle in Random(1).sample(list(DRILLS.puzzles()), 4):
        rules, solver = book(options_of(puzzle.kind)), solver_of(options_of(puzzle.kind))
        winning = []
        for number in rules.candidates((puzzle.position,), 0):
            word = rules.lexicon.words[number]
            label = solver.label(rules.ends(word)[1])
            if label is not None and not label.wins and polite(rules, word, 0, ()):
                winning.append(word)
        assert [Try(word) for word in winning] == [DRILLS.best(puzzle, Words().view(begun(puzzle), 0))]


def begun(puzzle: Puzzle) -> State:
    return Words().start(2, DRILLS.options(puzzle))


@pytest.mark.parametrize("kind", KINDS)
def test_a_drill_is_solved_in_its_words_whatever_is_answered(kind: str) -> None:
    (*_, puzzle) = (puzzle for puzzle in DRILLS.puzzles() if puzzle.kind == kind)
    _, moves = solved(Words(), DRILLS, puzzle)
    assert moves <= puzzle.level


def test_another_word_lets_the_win_slip_and_a_wrong_try_does_not() -> None:
    puzzle = DRILLS.puzzles()[0]
    state = begun(puzzle)
    Words().step(state, [Move(0, Try("가나가나가나"))])
    assert DRILLS.holds(puzzle, Words().view(state, 0), 1)
    rules = book(state.options)
    best = DRILLS.best(puzzle, Words().view(state, 0))
    words = (rules.lexicon.words[number] for number in rules.candidates((puzzle.position,), 0))
    other = next(word for word in words if Try(word) != best and polite(rules, word, 0, ()))
    Words().step(state, [Move(0, Try(other))])
    assert not DRILLS.holds(puzzle, Words().view(state, 0), 1)
