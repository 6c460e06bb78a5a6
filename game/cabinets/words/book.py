"""The book of a match: the words that count in it, found by what they answer to.

What is asked for is a text: the syllable or letters a word must begin with, for instance. A word answers to its `keys`,
and asks for others.
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
"""Ordinary words that must follow what a round begins with."""
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
        self._themed = frozenset(themed) if options.mode not in RIDDLES else frozenset()
        """The words that count, where themes of this language are chosen."""
        self._forms: dict[str, tuple[str, ...]] = {}
        shortest = {"three": 2 if options.alternate else 3, "letter": 4, "tail": 4}.get(options.mode, 2)
        longest = {"three": 3, "consonants": 2}.get(options.mode, 40)
        self.shortest = max(shortest, options.least)
        """The length of the shortest word that counts."""
        self.longest = min(longest, max(options.longest, self.shortest))
        self._behind = options.mode in ("front", "consonants")
        """Whether a word answers by something else than its beginning."""
        self._barred = slurs() if options.clean else frozenset()
        self._all = options.words == "all"
        narrowed = (options.words, options.themes, self.shortest, self.longest, options.clean)
        self._found = _found(self.lexicon, options.mode if self._behind else "", narrowed)
        """The numbers of the words that count, by what they answer."""

    def forms(self, syllable: str) -> tuple[str, ...]:
        """What may be said for a syllable at the beginning of a word."""
        forms = self._forms.get(syllable)
        if forms is None:
            law = self.options.initial_law
            softer = initial_law(syllable) if law != "off" else None
            harder = before_initial_law(syllable) if law == "both" else ()
            forms = self._forms[syllable] = (syllable, *((softer,) if softer else ()), *harder)
        return forms

    def first(self, sign: str) -> tuple[str, ...]:
        """What a round asks for that begins with `sign`."""
        return self.forms(sign) if self.options.mode in ("chain", "three", "front") else (sign,)

    def ends(self, word: str) -> tuple[str, str]:
        """What decides which texts a word is an answer to, and which it asks for: each as one text."""
        match self.options.mode:
            case "front":
                return word[-1], word[0]
            case "consonants":
                return initials(word), initials(word)
            case "tail":
                return word[:3], word[-3:]
        return word[0], word[-1]

    def asks(self, word: str) -> tuple[str, ...]:
        """What is asked for after a word."""
        end = self.ends(word)[1]
        return (end, end[1:]) if self.options.mode == "tail" else self.first(end)

    def keys_of(self, word: str) -> tuple[str, ...]:
        """The texts that a word is an answer to."""
        start = self.ends(word)[0]
        return (start, start[:2]) if self.options.mode == "tail" else (start,)

    def length(self, words: int) -> int:
        """The length that is wanted after so many words in the chain; 0 is any."""
        if self.options.mode != "three":
            return 0
        return 2 if self.options.alternate and words % 2 else 3

    def answers(self, word: str, key: str) -> bool:
        """Whether a word is an answer to one text that is asked for."""
        return self.ends(word)[0] == key if self._behind else word.startswith(key)

    def counts(self, number: int) -> bool:
        """Whether the word of that number counts at all in this match."""
        if not (self._all or self.usual(number)):
            return False
        word = self.lexicon.words[number]
        return not self.off_theme(word) and self.shortest <= len(word) <= self.longest and word not in self._barred

    def usual(self, number: int) -> bool:
        """Whether the word of that number is an ordinary one."""
        return 0 < self.lexicon.ranks[number] <= (1 << 16 if self.language == "ko" else USUAL_LEVEL)

    def off_theme(self, word: str) -> bool:
        """Whether themes are chosen, and a word is of none of them."""
        return bool(self._themed) and word not in self._themed

    def fitting(self, key: str) -> Sequence[int]:
        """The numbers of the words that answer one text, of any length that counts."""
        if key not in self._found:
            found = _behind(self.lexicon, self.options.mode).get(key, ()) if self._behind else self.lexicon.begins(key)
            self._found[key] = tuple(filter(self.counts, found))
        return self._found[key]

    def candidates(self, asked: tuple[str, ...], words: int) -> Iterable[int]:
        """The numbers of all words that fit after so many others, used ones too, each once."""
        found = chain.from_iterable(map(self.fitting, asked))
        if self.options.mode == "tail":
            return dict.fromkeys(found)
        length = self.length(words)
        if not length:
            return found
        said = self.lexicon.words
        return (number for number in found if len(said[number]) == length)

    def remains(self, asked: tuple[str, ...], words: int, used: Collection[str], besides: str = "") -> bool:
        """Whether a word fits that is neither used nor `besides`."""
        said = self.lexicon.words
        return any(said[n] not in used and said[n] != besides for n in self.candidates(asked, words))

    def leaves(self, word: str, words: int, used: Collection[str]) -> bool:
        """Whether something can follow `word`, said after so many others."""
        return self.remains(self.asks(word), words + 1, used, word)

    def titles(self, rounds: int) -> Sequence[str]:
        """The words whose syllables, or letters, rounds may begin with."""
        return _titles(self.language, rounds)

    def begins_well(self, sign: str) -> bool:
        """Whether enough ordinary words begin a round with `sign`."""
        ranks, enough = self.lexicon.ranks, CONTINUATIONS
        for number in self.candidates(self.first(sign), 0):
            enough -= ranks[number] > 0
            if not enough:
                return True
        return False

    def pairs(self) -> Sequence[str]:
        """The pairs of initials that rounds of the mode of initials begin with."""
        return [first + second for first in PAIR_LETTERS for second in PAIR_LETTERS]


@lru_cache(maxsize=16)
def _found(_known: Lexicon, _mode: str, _narrowed: tuple[object, ...]) -> dict[str, Sequence[int]]:
    """What books have found that differ in nothing that words depend on."""
    return {}


@lru_cache(maxsize=4)
def _behind(known: Lexicon, mode: str) -> Mapping[str, Sequence[int]]:
    """The words by what they answer to, where that is not their beginning; also such as do not count."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for number, word in enumerate(known.words):
        if mode == "front":
            found[word[-1]].append(number)
        elif len(word) == 2:
            found[initials(word)].append(number)
    return found


@lru_cache(maxsize=4)
def _with_extra(language: str, extra: str) -> Lexicon:
    """The dictionary of a language with the words of extra lists that it lacks."""
    known, korean = lexicon(language), language == "ko"
    words = {word for _, words in lists.chosen(extra) for word in words if (word >= "가") == korean}
    lacking = [word for word in sorted(words) if known.find(word) is None]
    return known.with_words(lacking, extra) if lacking else known


@lru_cache(maxsize=4)
def book(options: Options) -> Book:
    """The book of a match with these options."""
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
    """Whether what somebody wrote is shown to nobody else: it holds a word that is barred in a clean match."""
    return options.clean and any(slur in text for slur in slurs())


@lru_cache(maxsize=1)
def slurs() -> frozenset[str]:
    """The words that are never asked for, suggested or taken where a match is to be clean."""
    return frozenset(read_text("slurs.txt").split())
