"""The solver against brute force, and players that use it."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from game.cabinets.words.rules import Words
from game.cabinets.words.solved import ExpertBot, StrongBot, solver_of
from game.cabinets.words.solver import Solver
from game.cabinets.words.state import Options, Try
from game.core.bots import BotSetup
from game.core.rules import Move

SIGNS = "abcdefgh"


def brute(words: tuple[tuple[str, str], ...], forms: dict[str, tuple[str, ...]], node: str, *, careful: bool) -> bool:
    """Whether who must go on from `node` wins, each word being said once."""

    @cache
    def wins(node: str, unused: frozenset[int]) -> bool:
        for number in unused:
            first, last = words[number]
            if first not in forms[node]:
                continue
            rest = unused - {number}
            if careful and not any(words[other][0] in forms[last] for other in rest):
                continue
            if not wins(last, rest):
                return True
        return False

    return wins(node, frozenset(range(len(words))))


def graph(random: Random) -> tuple[tuple[tuple[str, str], ...], dict[str, tuple[str, ...]]]:
    signs = SIGNS[: random.randint(3, 8)]
    words = tuple((random.choice(signs), random.choice(signs)) for _ in range(random.randint(3, 12)))
    forms = {sign: (sign, random.choice(signs)) if random.random() < 0.25 else (sign,) for sign in signs}
    return words, forms


def compare(seeds: range, *, careful: bool) -> int:
    """How many labels were compared."""
    compared = 0
    for seed in seeds:
        words, forms = graph(Random(seed))
        solver = Solver(words, forms.__getitem__, careful=careful)
        for node in {sign for word in words for sign in word}:
            label = solver.label(node)
            if label is not None:
                compared += 1
                assert label.wins == brute(words, forms, node, careful=careful), (seed, node, words, forms)
    return compared


def test_labels_are_those_of_brute_force() -> None:
    assert compare(range(150), careful=False) > 300


@pytest.mark.slow
def test_labels_are_those_of_brute_force_on_2000_graphs() -> None:
    assert compare(range(2_000), careful=False) > 4_000


def test_labels_that_are_kept_up_are_those_of_a_new_solver() -> None:
    for seed in range(60):
        words, forms = graph(Random(seed))
        for careful in (False, True):
            solver = Solver(words, forms.__getitem__, careful=careful)
            assert solver.labels is not None
            unused = list(words)
            order = Random(seed).sample(words, len(words))
            for word in order:
                solver.use(*word)
                unused.remove(word)
                fresh = Solver(unused, forms.__getitem__, careful=careful)
                for node in {sign for word in unused for sign in word}:
                    mine, new = solver.label(node), fresh.label(node)
                    assert (mine and mine.wins) == (new and new.wins), (seed, careful, word, node)
            for word in order:
                solver.back(*word)
            again = Solver(words, forms.__getitem__, careful=careful)
            assert {node: label.wins for node, label in solver.labels.items()} == {
                node: label.wins for node, label in again.labels.items()
            }


def test_the_expert_sees_among_three_who_will_be_caught() -> None:
    """What leaves itself without a word is worth less than the same points elsewhere, what catches another more."""
    options = Options(manner="off", words="usual", position="기")
    state = Words().start(3, options)
    Words().step(state, [Move(0, Try("기차"), spent=900)])
    view = Words().view(state, 1)
    brief = Words().brief(state, 1)
    plain = StrongBot(BotSetup("words", 1, 3, options, brief, 5))
    expert = ExpertBot(BotSetup("words", 1, 3, options, brief, 5))
    expert._used.add("기차")
    solver = solver_of(options).copy()
    solver.use("기", "차")
    seen = set()
    for word in expert.fitting(view):
        label = solver.label(word[-1])
        if label is not None:
            caught = (1 + label.depth) % 3
            gap = expert.squeeze(word, view) - plain.squeeze(word, view)
            assert (gap > 0) == bool(caught), word
            seen.add(bool(caught))
    assert seen == {False, True}
