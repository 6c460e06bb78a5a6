"""Drills of the word game's endgame: a sign, and one word that wins; as build/words_drills.py found them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from game.cabinets.words.book import Book, book
from game.cabinets.words.lexicon import DATA as FOLDER
from game.cabinets.words.lexicon import read_text
from game.cabinets.words.solved import judged, solver_of
from game.cabinets.words.solver import Label, Solver
from game.cabinets.words.state import Action, GiveUp, Options, Try, View
from game.core.puzzles.book import Puzzle, PuzzleBook

DATA = FOLDER / "drills.txt"
KINDS = ("chain", "three", "front")


def options_of(mode: str, sign: str = "") -> Options:
    """One round of ordinary words without a clock and without manners, from a sign."""
    return Options(mode=mode, rounds=1, seconds=0, manner="off", words="usual", extra="", position=sign)  # type: ignore[arg-type]


class WordDrills(PuzzleBook[Action, View]):
    """The one to move has one word that wins against every answer."""

    pictured = False

    @cached_property
    def _words(self) -> dict[Puzzle, str]:
        """Every drill and its word."""
        found = {}
        for line in read_text(DATA.name).splitlines():
            mode, level, sign, word, nodes, wrong = line.split("\t")
            found[Puzzle(f"{mode}-{sign}", mode, int(level), sign, int(nodes), int(wrong))] = word
        return found

    def puzzles(self) -> Sequence[Puzzle]:
        return tuple(self._words)

    def options(self, puzzle: Puzzle) -> Options:
        return options_of(puzzle.kind, puzzle.position)

    def best(self, puzzle: Puzzle, view: View) -> Action | None:
        if not view.words:
            return Try(self._words[puzzle])
        won = [(label.depth, word) for word, label in _judged(puzzle, view) if label is not None and not label.wins]
        return Try(min(won)[1]) if won else None

    def holds(self, puzzle: Puzzle, view: View, left: int) -> bool:
        if view.tries or not view.words:
            return not view.words or view.mover == 0
        label = _solver(puzzle, view)[1].label(view.asked[0])
        return label is not None and not label.wins

    def answer(self, puzzle: Puzzle, view: View) -> Action:
        """A word that refutes, else one after which it takes longest; the most ordinary of equal ones."""
        judged = [(_worth(label), -number, word) for number, (word, label) in enumerate(_judged(puzzle, view))]
        return Try(max(judged)[2]) if judged else GiveUp()


def _worth(label: Label | None) -> int:
    """How good it is to give a position to the other."""
    if label is None:
        return 0
    return -1000 + label.depth if label.wins else 1000 - label.depth


def _solver(puzzle: Puzzle, view: View) -> tuple[Book, Solver]:
    options = options_of(puzzle.kind)
    rules, solver = book(options), solver_of(options).copy()
    for said in view.chain:
        solver.use(*rules.ends(said.word))
    return rules, solver


def _judged(puzzle: Puzzle, view: View) -> Iterator[tuple[str, Label | None]]:
    rules, solver = _solver(puzzle, view)
    return judged(rules, solver, view.asked, [said.word for said in view.chain])
