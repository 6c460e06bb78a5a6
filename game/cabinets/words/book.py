"""The book of a match: the words that count in it, found by the texts they answer.

What is asked for is a text: the syllable or letters a word must begin with, for instance. A word answers the texts in
its `keys_of`, and asks for others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from game.cabinets.words import lists
from game.cabinets.words.lexicon import Lexicon, lexicon, read_text
from game.cabinets.words.state import KOREAN, RIDDLES, Options
from game.core.language.hangul import before_initial_law, initial_law, initials

USUAL_LEVEL = 5
"""English words up to this level (50) are usual."""
CONTINUATIONS = 20
"""How many ordinary words must follow the sign that a round begins with."""
FALLBACKS = {"ko": "가나다라마바사아자차", "en": "abcdeghmst"}
PAIR_LETTERS = "ㄱㄴㄷㅁㅂㅅㅇㅈㅊㅌㅍㅎ"


class Book:
    """The words of a match and how they follow each other."""

    def __init__(self, options: Options) -> None:
        self.options = options
        korean = options.mode in KOREAN
        self.language = "ko" if korean else "en"
        self.lexicon: Lexicon = _with_extra(self.language, options.extra)
        themed = [word for _, words in lists.chosen(options.themes) for word in words if (word >= "가") == korean]
        self.themed = frozenset(themed) if options.mode not in RIDDLES else frozenset()
        """The words of the chosen themes in this language, the only ones that count; empty if no theme is chosen."""
        self._forms: dict[str, tuple[str, ...]] = {}
        shortest = {"three": 2 if options.alternate else 3, "letter": 4, "tail": 4}.get(options.mode, 2)
        longest = {"three": 3, "consonants": 2}.get(options.mode, 40)
        self.shortest = max(shortest, options.least)
        """The length of the shortest word that counts, in signs."""
        self.longest = min(longest, max(options.longest, self.shortest))
        self._behind = options.mode in ("front", "consonants")
        """Whether a word answers by something other than its beginning."""
        self._barred = slurs() if options.clean else frozenset()
        self._all = options.words == "all"
        narrowed = (options.words, options.themes, self.shortest, self.longest, options.clean)
        self._found = _found(self.lexicon, options.mode if self._behind else "", narrowed)
        """The numbers of the words that count, by the text they answer; filled as texts are asked for."""

    def forms(self, syllable: str) -> tuple[str, ...]:
        """Return the forms that may be said for a syllable at the beginning of a word, the syllable itself first.

        Which other forms exist depends on the option `initial_law` (두음 법칙).
        """
        forms = self._forms.get(syllable)
        if forms is None:
            law = self.options.initial_law
            softer = initial_law(syllable) if law != "off" else None
            harder = before_initial_law(syllable) if law == "both" else ()
            forms = self._forms[syllable] = (syllable, *((softer,) if softer else ()), *harder)
        return forms

    def first(self, sign: str) -> tuple[str, ...]:
        """Return the texts that a round asks for if it begins with `sign`."""
        return self.forms(sign) if self.options.mode in ("chain", "three", "front") else (sign,)

    def ends(self, word: str) -> tuple[str, str]:
        """Return two texts: what the word answers with, and what it asks of the next word."""
        match self.options.mode:
            case "front":
                return word[-1], word[0]
            case "consonants":
                return initials(word), initials(word)
            case "tail":
                return word[:3], word[-3:]
        return word[0], word[-1]

    def asks(self, word: str) -> tuple[str, ...]:
        """Return the texts that are asked for after `word`; the next word must answer one of them."""
        end = self.ends(word)[1]
        return (end, end[1:]) if self.options.mode == "tail" else self.first(end)

    def keys_of(self, word: str) -> tuple[str, ...]:
        """Return the texts that `word` answers."""
        start = self.ends(word)[0]
        return (start, start[:2]) if self.options.mode == "tail" else (start,)

    def length(self, words: int) -> int:
        """Return the length that the next word must have after `words` words in the chain; 0 for any."""
        if self.options.mode != "three":
            return 0
        return 2 if self.options.alternate and words % 2 else 3

    def answers(self, word: str, key: str) -> bool:
        """Return whether `word` answers the text `key`."""
        return self.ends(word)[0] == key if self._behind else word.startswith(key)

    def counts(self, number: int) -> bool:
        """Return whether the word with this number in the lexicon counts in this match."""
        if not (self._all or self.usual(number)):
            return False
        word = self.lexicon.words[number]
        return not self.off_theme(word) and self.shortest <= len(word) <= self.longest and word not in self._barred

    def usual(self, number: int) -> bool:
        """Return whether the word with this number in the lexicon is an ordinary one."""
        return 0 < self.lexicon.ranks[number] <= (1 << 16 if self.language == "ko" else USUAL_LEVEL)

    def off_theme(self, word: str) -> bool:
        """Return whether themes are chosen and `word` belongs to none of them."""
        return bool(self.themed) and word not in self.themed

    def fitting(self, key: str) -> Sequence[int]:
        """Return the numbers of the words that answer the text `key`, of any length that counts."""
        if key not in self._found:
            found = _behind(self.lexicon, self.options.mode).get(key, ()) if self._behind else self.lexicon.begins(key)
            self._found[key] = tuple(filter(self.counts, found))
        return self._found[key]

    def candidates(self, asked: tuple[str, ...], words: int) -> Iterable[int]:
        """Return the numbers of all words that fit after `words` others, used words too, each once."""
        found = chain.from_iterable(map(self.fitting, asked))
        if self.options.mode == "tail":
            return dict.fromkeys(found)
        length = self.length(words)
        if not length:
            return found
        said = self.lexicon.words
        return (number for number in found if len(said[number]) == length)

    def remains(self, asked: tuple[str, ...], words: int, used: Collection[str], besides: str = "") -> bool:
        """Return whether a word fits that is neither in `used` nor `besides`."""
        said = self.lexicon.words
        return any(said[n] not in used and said[n] != besides for n in self.candidates(asked, words))

    def leaves(self, word: str, words: int, used: Collection[str]) -> bool:
        """Return whether any word can follow `word`, said after `words` others."""
        return self.remains(self.asks(word), words + 1, used, word)

    def titles(self, rounds: int) -> Sequence[str]:
        """Return the words whose syllables or letters the rounds may begin with."""
        return _titles(self.language, rounds)

    def begins_well(self, sign: str) -> bool:
        """Return whether enough ordinary words begin a round with `sign`."""
        ranks, enough = self.lexicon.ranks, CONTINUATIONS
        for number in self.candidates(self.first(sign), 0):
            enough -= ranks[number] > 0
            if not enough:
                return True
        return False

    def pairs(self) -> Sequence[str]:
        """Return the pairs of initials that rounds of the mode `consonants` may begin with."""
        return [first + second for first in PAIR_LETTERS for second in PAIR_LETTERS]


@lru_cache(maxsize=16)
def _found(_known: Lexicon, _mode: str, _narrowed: tuple[object, ...]) -> dict[str, Sequence[int]]:
    """Return the cache of found words shared by all books whose words are the same."""
    return {}


@lru_cache(maxsize=4)
def _behind(known: Lexicon, mode: str) -> Mapping[str, Sequence[int]]:
    """Return the numbers of words by the text they answer, in modes where that is not their beginning.

    Words that do not count in a match are included.
    """
    found: defaultdict[str, list[int]] = defaultdict(list)
    for number, word in enumerate(known.words):
        if mode == "front":
            found[word[-1]].append(number)
        elif len(word) == 2:
            found[initials(word)].append(number)
    return found


@lru_cache(maxsize=4)
def _with_extra(language: str, extra: str) -> Lexicon:
    """Return the lexicon of a language, extended by the words of the extra lists that it lacks."""
    known, korean = lexicon(language), language == "ko"
    words = {word for _, words in lists.chosen(extra) for word in words if (word >= "가") == korean}
    lacking = [word for word in sorted(words) if known.find(word) is None]
    return known.with_words(lacking, extra) if lacking else known


@lru_cache(maxsize=4)
def book(options: Options) -> Book:
    """Return the book of a match with these options."""
    return Book(options)


@lru_cache(maxsize=32)
def _titles(language: str, rounds: int) -> Sequence[str]:
    words = lexicon(language)
    clean = slurs()
    ordinary = [words.words[number] for number in words.ordinary]
    if language == "en":
        ordinary = ordinary[:40_000]
    fit = [word for word in ordinary if len(word) == rounds and word not in clean]
    return fit or [word[:rounds] for word in ordinary if len(word) > rounds and word not in clean]


def hides(options: Options, text: str) -> bool:
    """Return whether a text must not be shown to others: it holds a word that is barred in a clean match."""
    return options.clean and any(slur in text for slur in slurs())


@lru_cache(maxsize=1)
def slurs() -> frozenset[str]:
    """Return the words that a clean match never asks for, suggests or accepts."""
    return frozenset(read_text("slurs.txt").split())
