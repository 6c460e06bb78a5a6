"""Bots of the word game, by what they know and how fast they type. Their pace is drawn from the seed, so it repeats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from game.cabinets.words import quiz, tempo
from game.cabinets.words.book import Book, book
from game.cabinets.words.lexicon import Lexicon
from game.cabinets.words.manners import polite
from game.cabinets.words.state import Action, GiveUp, Try, View
from game.core.bots import Bot, BotSetup, Request
from game.core.language.hangul import keystrokes
from game.core.rules import Timed

UNRANKED = 1 << 20
_SPREAD = 2654435761
_THEMED = 30_000
"""The assumed place, in the order of ordinary words, of a themed word that is in no text; a theme brings twice as many
words to mind."""
_FAMILIAR = {"letter": range(6, 13), "tail": range(10, 20)}
"""Lengths in letters of the English words that a beginner thinks of first; in `tail` first words score most points."""
_FAMILIAR_SYLLABLES = range(5)
_RECALL = 4
"""How many thoughts it takes until a hidden word comes to mind; each further guess takes one more."""
_GRASP = 1_500
"""Milliseconds that any bot takes to read a riddle."""
_GUESSES = 2
"""The most candidates among which a bot guesses before a hint; each hint adds one."""


@lru_cache(maxsize=2)
def _places(lexicon: Lexicon) -> Sequence[int]:
    """Return each word's place by how ordinary it is, 0 for the most ordinary; UNRANKED if seen in no text."""
    places = [UNRANKED] * len(lexicon.words)
    order = sorted(lexicon.ordinary, key=lambda number: (lexicon.ranks[number], number * _SPREAD & 0xFFFF_FFFF))
    for place, number in enumerate(order):
        places[number] = place
    return places


class Typist(Bot[View, Action]):
    """Knows the most ordinary words except for a seeded tenth, and types them at a speed of its own."""

    light = True
    knows: int
    keys: float
    """Keystrokes in a second."""
    thinks: tuple[int, int]
    """Milliseconds of thinking before the first key, as least and most."""

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self.book: Book = book(setup.options)
        self._salt = setup.seed & 0xFFFF_FFFF
        self.places = _places(self.book.lexicon)
        self._used: set[str] = set()
        self._known: dict[tuple[str, ...], Sequence[int]] = {}
        """The known words that answer texts that were asked before, by what was asked."""

    def decide(self, request: Request) -> Timed:
        view: View = request.view
        if view.seen:
            return self._guess(view)
        self._hear(request)
        chance = Random(request.seed)
        word = self.choose(view, chance)
        limit = (min(view.turn, view.left + view.spent) if view.clocked else view.turn) - view.spent
        after = chance.randint(*self.thinks) + int(1000 * keystrokes(word or "") / self.keys)
        if word is None or after >= limit:
            return Timed(GiveUp(), min(limit - 1, max(after, limit * 4 // 5)))
        return Timed(Try(word), after)

    def _guess(self, view: View) -> Timed:
        """Return a guess in the quiz: the known words that may be hidden, one after the other.

        The bot stays silent while too many words are possible. Its pace is drawn once a round, whoever else answers
        meanwhile.
        """
        chance = Random(self._salt * 64 + view.round)
        known = [word for word in quiz.pool(self.setup.options).get(view.theme, ()) if self._recalls(word)]
        chance.shuffle(known)
        pace = chance.randint(*self.thinks)
        wrong = {missed.text for missed in view.tries}
        mine = sum(missed.seat == self.setup.seat for missed in view.tries)
        able = [word for word in known if word not in wrong and quiz.fits(word, view.seen)]
        if not able or len(able) > _GUESSES + view.hints:
            return Timed(GiveUp(), view.left)
        typing = int(1000 * keystrokes(able[0]) / self.keys)
        return Timed(Try(able[0]), max(_GRASP + pace * (_RECALL + mine) + typing - view.spent, typing))

    def _recalls(self, word: str) -> bool:
        """Return whether this bot knows a word that may be hidden."""
        number = self.book.lexicon.find(word)
        place = min(_THEMED, self.places[number]) if number is not None else _THEMED
        return place // 2 < self.knows and (sum(map(ord, word)) * _SPREAD ^ self._salt) >> 7 & 1023 > 102

    def _hear(self, request: Request) -> None:
        for event in request.events:
            if event.kind == "begun":
                self._used.clear()
            elif event.kind == "said":
                self._used.add(event.data["word"])
        if not request.view.words:
            self._used.clear()
        self._used.update(said.word for said in request.view.chain)

    def choose(self, view: View, chance: Random) -> str | None:
        """Return the word to say; None if no word comes to mind."""
        known = list(self.fitting(view))
        chance.shuffle(known)
        known.sort(key=lambda word: self.rank(word, view))
        return next((word for word in known if self.may(word, view)), None)

    def rank(self, word: str, view: View) -> int:
        """Return how late a word comes to mind: lower ranks come first."""
        return 0

    def knows_word(self, number: int) -> bool:
        """Return whether this bot knows the word with this number in the lexicon."""
        return self.places[number] < self.knows and bool((number * _SPREAD ^ self._salt) >> 7 & 1023 > 102)

    def fitting(self, view: View) -> Iterator[str]:
        """Yield the words this bot knows that fit and were neither said nor found wrong."""
        words = self.book.lexicon.words
        wrong = {missed.text for missed in view.tries}
        asked = (*view.asked, str(self.book.length(view.words)))
        if asked not in self._known:
            self._known[asked] = list(filter(self.knows_word, self.book.candidates(view.asked, view.words)))
        for number in self._known[asked]:
            if words[number] not in self._used and words[number] not in wrong:
                yield words[number]

    def may(self, word: str, view: View) -> bool:
        """Return whether manners allow a word."""
        return polite(self.book, word, view.words, self._used)


class RandomBot(Typist):
    """Knows a sample of 1,500 ordinary words, and errs one time in eight."""

    knows = 1_500
    keys = 2.5
    thinks = (1500, 4000)

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self._share = 1_536_000 // len(self.book.lexicon.ordinary)

    def knows_word(self, number: int) -> bool:
        return self.places[number] < UNRANKED and (number * _SPREAD ^ self._salt) >> 7 & 1023 < self._share

    def choose(self, view: View, chance: Random) -> str | None:
        return self._slip(view, chance) if chance.random() < 0.125 else super().choose(view, chance)

    def _slip(self, view: View, chance: Random) -> str | None:
        """Return a wrong word: one that was said already, or one with its signs in another order."""
        if view.chain and chance.random() < 0.5:
            return chance.choice(view.chain).word
        if not (known := list(self.fitting(view))):
            return None
        word = chance.choice(known)
        return word[::-1] if word[::-1] != word else word + word[-1]


class NoviceBot(Typist):
    """Says short words that everybody knows; more of them in English, where each form of a word counts as a word."""

    knows = 8_000
    keys = 2.5
    thinks = (1500, 4000)

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        if self.book.language == "en":
            self.knows, self.keys, self.thinks = 10_000, 3.5, (1200, 3000)

    def rank(self, word: str, view: View) -> int:
        return len(word) not in _FAMILIAR.get(view.mode, _FAMILIAR_SYLLABLES)


class SkilledBot(Typist):
    """Says the word with the most points in the time it takes to type."""

    knows = 12_000
    keys = 5.0
    thinks = (800, 2000)

    def rank(self, word: str, view: View) -> int:
        return -self.worth(word, view)

    def worth(self, word: str, view: View) -> int:
        """Return the points of a word that is said after a middling time of thinking; -1 if the time is too short."""
        spent = view.spent + sum(self.thinks) // 2 + int(1000 * keystrokes(word) / self.keys)
        if view.clocked and spent >= min(view.turn, view.left + view.spent):
            return -1
        missions = word.count(view.mission) if view.mission else 0
        return tempo.points(len(word), view.words, min(spent, view.turn), view.turn, 0, missions)
