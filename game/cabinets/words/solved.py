"""Bots that look beyond their own word: how few words the next player can say, and which positions are won."""

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
"""Points that it is worth to have another seat caught by the next word; the later it comes, the fewer."""
_LOOKED_AT = 48
"""How many of the words with the most points are examined more closely."""


class StrongBot(SkilledBot):
    """Weighs points against how few words it leaves to the next player."""

    light = False
    knows = 31_000
    keys = 8.0
    thinks = (500, 1200)

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self._ways: dict[tuple[str, int], int] = {}
        """How many commonly known words may follow, by what a word asks for and the length."""

    def choose(self, view: View, chance: Random) -> str | None:
        worth = {word: self.worth(word, view) for word in self.fitting(view)}
        known = [word for word in worth if worth[word] >= 0]
        chance.shuffle(known)
        known.sort(key=lambda word: -worth[word])
        fit = islice((word for word in known if self.may(word, view)), _LOOKED_AT)
        return max(fit, key=lambda word: worth[word] + self.squeeze(word, view), default=None)

    def squeeze(self, word: str, view: View) -> float:
        """Return points for leaving the next player few commonly known words."""
        given = self.book.ends(word)[1], self.book.length(view.words + 1)
        if given not in self._ways:
            numbers = self.book.candidates(self.book.asks(word), view.words + 1)
            self._ways[given] = sum(self.places[number] < SkilledBot.knows for number in numbers)
        return 24 / (1 + self._ways[given])


class ExpertBot(StrongBot):
    """Knows every word. With two seats it plays the end of a round exactly; with more it sees who will be caught."""

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
        """Whether winning positions are known and matter; with over two seats only where any seat can be caught."""
        options, seats = self.setup.options, self.setup.seats
        manners = ("off",) if seats > 2 else ("off", "on")
        return seats > 1 and options.mode in LINKED and not options.alternate and options.manner in manners

    def squeeze(self, word: str, view: View) -> float:
        """Return extra points for a word that leaves the next player few commonly known words.

        With more than two seats, points are added if another seat will be caught, and taken off if this one will.
        """
        points = super().squeeze(word, view)
        label = self._kept_up().label(self.book.ends(word)[1]) if self._looks_ahead else None
        if label is None:
            return points
        caught = (1 + label.depth) % self.setup.seats
        return points + (_CAUGHT if caught else -_CAUGHT) / (1 + label.depth)

    def _judged(self, solver: Solver, node: str) -> float:
        """Return how good it is to give a node to the opponent.

        The earliest win is best, then open nodes with few ways on, then the latest loss.
        """
        label = solver.label(node)
        if label is None:
            return 1 / (1 + solver.follows(node))
        return -1000 + label.depth if label.wins else 1000 - label.depth

    def _kept_up(self) -> Solver:
        """Return the solver with all words that were said in this round marked as used."""
        if self._solver is None or not self._gone <= self._used:
            self._solver, self._gone = solver_of(self.setup.options).copy(), set()
        for word in self._used - self._gone:
            self._solver.use(*self.book.ends(word))
        self._gone = set(self._used)
        return self._solver


@lru_cache(maxsize=2)
def solver_of(options: Options) -> Solver:
    """Return the shared solver of a match with these options, before any word is said. Copy it before changing it."""
    rules = book(options)
    pairs = (rules.ends(word) for number, word in enumerate(rules.lexicon.words) if rules.counts(number))
    solver = Solver(pairs, rules.first, careful=options.manner == "on")
    assert solver.labels is not None
    return solver


def solvable(options: Options) -> bool:
    """Return whether wins can be computed at any table: one sign leads to the next, and no own lists are used."""
    bundled = not any(map(own_digest, (*names_in(options.extra), *names_in(options.themes))))
    return bundled and options.mode in LINKED and not options.alternate and options.manner != "strict"


def judged(
    rules: Book, solver: Solver, asked: tuple[str, ...], chain: Sequence[str]
) -> Iterator[tuple[str, Label | None]]:
    """Yield the words that may be said, one for each sign they lead to, each with the label that the opponent gets.

    The most ordinary words come first.
    """
    seen = set()
    for word in suggested(rules, asked, len(chain), set(chain)):
        edge = rules.ends(word)
        if edge not in seen:
            seen.add(edge)
            yield word, solver.label(edge[1])
