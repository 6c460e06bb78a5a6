"""A small bot for Word Lanterns: it says the most ordinary word it knows that fits and was not said.

python main.py play words --seats examples/bots/chainer.py:Chainer,novice --headless

It plays the chains, Korean and English; in the quiz, where a hidden word is guessed, it gives up.
"""

from __future__ import annotations

from game.cabinets.words.book import book
from game.cabinets.words.state import Action, GiveUp, Try, View
from game.core.bots import Bot, BotSetup, Request
from game.core.rules import Timed

PACE = 2500
"""Milliseconds of its turn after which it says a word."""
LATEST = 500
"""It says its word at least so many milliseconds before its turn ends."""
KNOWN = 20_000
"""How many of the most ordinary words it knows."""


class Chainer(Bot[View, Action]):
    """Remembers what was said in the round, and looks through its words in order of how ordinary they are."""

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self.book = book(setup.options)
        lexicon = self.book.lexicon
        ordinary = sorted(lexicon.ordinary, key=lambda number: lexicon.ranks[number])
        self.words = [lexicon.words[number] for number in ordinary[:KNOWN]]
        self.said: set[str] = set()
        self.round = -1

    def decide(self, request: Request) -> Action | Timed:
        view: View = request.view
        if view.round != self.round:
            self.said, self.round = set(), view.round
        self.said |= {said.word for said in view.chain} | {missed.text for missed in view.tries}
        word = next((word for word in self.words if self.fits(view, word)), None)
        if word is None:
            return GiveUp()
        return Timed(Try(word), max(0, min(view.spent + PACE, view.turn - LATEST)))

    def fits(self, view: View, word: str) -> bool:
        """Return whether a word answers what is asked for, and leaves an answer to whoever comes next."""
        return (
            any(self.book.answers(word, asked) for asked in view.asked)
            and self.book.length(view.words) in (0, len(word))
            and self.book.shortest <= len(word) <= self.book.longest
            and word not in self.said
            and self.book.leaves(word, view.words, self.said | {word})
        )
