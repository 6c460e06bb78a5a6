"""Computer players that look further than the word they say: few ways on for the next, and who wins from where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random

from game.cabinets.words.book import Book, book
from game.cabinets.words.bots import SkilledBot
from game.cabinets.words.manners import suggested
from game.cabinets.words.solver import Label, Solver
from game.cabinets.words.state import Options, View
from game.core.bots import BotSetup
from game.core.options import names_in, own_digest

LINKED = ("chain", "three", "front", "letter")
"""The modes in which one sign of a word leads to the next."""
_CAUGHT = 12.0
"""Points that it is worth to see another caught at once, and not oneself; less, the later that comes."""
_LOOKED_AT = 48
"""Of the words that bring most, how many are looked at more closely."""


class StrongBot(SkilledBot):
    """Weighs points against how few words it leaves to the next."""

    light = False
    knows = 31_000
    keys = 8.0
    thinks = (500, 1200)

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self._ways: dict[tuple[str, int], int] = {}
        """How many words that people know may follow what ends so."""

    def choose(self, view: View, chance: Random) -> str | None:
        worth = {word: self.worth(word, view) for word in self.fitting(view)}
        known = [word for word in worth if worth[word] >= 0]
        chance.shuffle(known)
        known.sort(key=lambda word: -worth[word])
        fit = islice((word for word in known if self.may(word, view)), _LOOKED_AT)
        return max(fit, key=lambda word: worth[word] + self.squeeze(word, view), default=None)

    def squeeze(self, word: str, view: View) -> float:
        """Points for leaving the next few of the words that people know."""
        given = self.book.ends(word)[1], self.book.length(view.words + 1)
        if given not in self._ways:
            numbers = self.book.candidates(self.book.asks(word), view.words + 1)
            self._ways[given] = sum(self.places[number] < SkilledBot.knows for number in numbers)
        return 24 / (1 + self._ways[given])


class ExpertBot(StrongBot):
    """Knows every word; between two it plays the end of a round exactly, among more it sees who will be caught."""

    knows = 1 << 30
    keys = 12.0
    thinks = (300, 600)

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self._solver: Solver | None = None
        self._gone: set[str] = set()

    def knows_word(self, number: int) -> bool:
        return True

    def choose(self, view: View, chance: Random) -> str | None:
        if self.setup.seats != 2 or not self._looks_ahead:
            return super().choose(view, chance)
        solver = self._kept_up()
        words = [word for word in self.fitting(view) if self.worth(word, view) >= 0]
        words = sorted(words, key=lambda word: (-self.worth(word, view), word))
        best: dict[str, str] = {}
        for word in words:
            best.setdefault(self.book.ends(word)[1], word)
        judged = [(self._judged(solver, node), self.worth(word, view), word) for node, word in best.items()]
        for _, _, word in sorted(judged, reverse=True):
            if self.may(word, view):
                return word
        return None

    @property
    def _looks_ahead(self) -> bool:
        """Whether who wins from where is known, and matters: among more than two only where anybody may be caught."""
        options, seats = self.setup.options, self.setup.seats
        manners = ("off",) if seats > 2 else ("off", "on")
        return seats > 1 and options.mode in LINKED and not options.alternate and options.manner in manners

    def squeeze(self, word: str, view: View) -> float:
        """Among more than two also for who is caught at the end, as far as that can be forced: never this one."""
        points = super().squeeze(word, view)
        label = self._kept_up().label(self.book.ends(word)[1]) if self._looks_ahead else None
        if label is None:
            return points
        caught = (1 + label.depth) % self.setup.seats
        return points + (_CAUGHT if caught else -_CAUGHT) / (1 + label.depth)

    def _judged(self, solver: Solver, node: str) -> float:
        """How good it is to give a node to the other: won soonest, then open with few ways on, then lost latest."""
        label = solver.label(node)
        if label is None:
            return 1 / (1 + solver.follows(node))
        return -1000 + label.depth if label.wins else 1000 - label.depth

    def _kept_up(self) -> Solver:
        """The solver, without the words that have been said in this round."""
        if self._solver is None or not self._gone <= self._used:
            self._solver, self._gone = solver_of(self.setup.options).copy(), set()
        for word in self._used - self._gone:
            self._solver.use(*self.book.ends(word))
        self._gone = set(self._used)
        return self._solver


@lru_cache(maxsize=2)
def solver_of(options: Options) -> Solver:
    """The solver of a match with these options, before any word is said; whoever changes it takes a copy."""
    rules = book(options)
    pairs = (rules.ends(word) for number, word in enumerate(rules.lexicon.words) if rules.counts(number))
    solver = Solver(pairs, rules.first, careful=options.manner == "on")
    assert solver.labels is not None
    return solver


def solvable(options: Options) -> bool:
    """Whether any table can know who wins from where: one sign leads to the next, and everybody has the lists."""
    bundled = not any(map(own_digest, (*names_in(options.extra), *names_in(options.themes))))
    return bundled and options.mode in LINKED and not options.alternate and options.manner != "strict"


def judged(
    rules: Book, solver: Solver, asked: tuple[str, ...], chain: Sequence[str]
) -> Iterator[tuple[str, Label | None]]:
    """The words that may be said, the most ordinary first, one for each sign they lead to, with what the other has."""
    seen = set()
    for word in suggested(rules, asked, len(chain), set(chain)):
        edge = rules.ends(word)
        if edge not in seen:
            seen.add(edge)
            yield word, solver.label(edge[1])
