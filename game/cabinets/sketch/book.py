"""The words of a match of Odd Brush: which are dealt, and which guesses count as right."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache

from game.cabinets.sketch.drawing.lists import Word, WordList, load, own
from game.cabinets.sketch.state import Offered, Options
from game.core.attachments import attached
from game.core.deck import shuffled
from game.core.options import names_in, own_digest


def plain(text: str) -> str:
    """Reduce a text to the form in which words are compared: NFC, lower case, without blanks and punctuation.

    >>> plain("Ice-cream "), plain("…")
    ('icecream', '')
    """
    return "".join(filter(str.isalnum, unicodedata.normalize("NFC", text).lower()))


class Book:
    """The word lists of a match, in one language, from which words are dealt."""

    def __init__(self, lists: Sequence[WordList], language: str) -> None:
        self.lists = lists
        self.language = language
        self.words = [Offered(each.name[language], word.text(language)) for each in lists for word in each.words]

    def deal(self, drawn: int, count: int, used: Collection[str]) -> list[Offered]:
        """Deal `count` words that are not in `used`, of different categories as far as possible. `drawn` is an outcome
        of chance. Used words are dealt again when no others are left.
        """
        taken = set(used)
        fresh = [each for each in self.words if plain(each.word) not in taken] or self.words
        order = shuffled(drawn, fresh)
        seen: set[str] = set()
        spread = [each for each in order if not (each.category in seen or seen.add(each.category))]  # type: ignore[func-returns-value]
        return [*spread, *(each for each in order if each not in spread)][:count]

    def of_category(self, category: str) -> Sequence[Word]:
        """Return the words of a category, named in either language; empty for a category that no list has."""
        wanted = plain(category)
        return [word for each in self.lists if wanted in map(plain, each.name.values()) for word in each.words]

    def entry(self, category: str, word: str) -> Word | None:
        """Find a word in its category, or in all lists where no list has the category. None where it is unknown."""
        wanted = plain(word)
        named = (each for each in self.thought_of(category) if wanted in (plain(each.ko), plain(each.en)))
        return next(named, None) if wanted else None

    def thought_of(self, category: str) -> Sequence[Word]:
        """Return the words of a category, or the words of all lists where no list has that category."""
        return self.of_category(category) or [word for each in self.lists for word in each.words]

    def right(self, guess: str, category: str, word: str) -> bool:
        """Whether a guess is the word, or another name that a list gives for the word."""
        wanted = plain(word)
        if plain(guess) == wanted:
            return True
        return any(plain(guess) in names for names in map(_names, self.thought_of(category)) if wanted in names)


@lru_cache(maxsize=1024)
def _names(word: Word) -> frozenset[str]:
    return frozenset(map(plain, (word.ko, word.en, *word.aliases)))


@lru_cache(maxsize=64)
def _book(lists: str, language: str, attached: frozenset[str]) -> Book:
    ours, mine = [], []
    for name in names_in(lists):
        digest = own_digest(name)
        if digest is None:
            ours.append(name)
        elif digest in attached:
            mine.append(own(name.partition("@")[0], digest))
    return Book([*(load(*ours) if ours or not mine else ()), *mine], language)


def book(options: Options) -> Book:
    """Load the words that these options name. Raises ListError where a person's own list is no valid word list.

    Own lists that are not attached are left out: a guest's computers do not have the lists of their host.
    """
    there = frozenset(attached(options)) if "@" in options.lists else frozenset()
    return _book(options.lists, options.language, there)
