"""Searches a word list by pattern.

`?` is one sign, `*` any number of signs, a lone initial (ㄱ) any syllable that begins with it, `[가나ㄷ]` one of
several; every other sign is itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal, TypeAlias

from game.cabinets.words import lists
from game.cabinets.words.book import Book
from game.cabinets.words.lexicon import Lexicon
from game.core.errors import SpokenError
from game.core.language.distance import distance
from game.core.language.hangul import INITIALS, is_syllable, letters, made_of

Order: TypeAlias = Literal["length", "ordinary", "danger"]
MOST_SIGNS = 40
_NEAR = 2
SORTED = 4_000
"""If more words than this are found, only this many are ordered by anything but length."""
USUAL = "usual"
"""Name of the part of the dictionary that the option `words=usual` leaves."""
LONG = 10
"""Words of at least this length are filtered as one group."""


class PatternError(SpokenError, ValueError):
    """A pattern cannot be read."""


def _one(sign: str) -> str:
    """Return what one sign of a pattern matches, as part of a character class. Raises PatternError."""
    if sign in INITIALS:
        return f"{made_of(sign, 'ㅏ')}-{made_of(sign, 'ㅣ', 'ㅎ')}"
    if is_syllable(sign) or "a" <= sign <= "z":
        return sign
    raise PatternError("words.search.error.sign", sign=sign)


def expression(pattern: str) -> re.Pattern[str]:
    """Return the regular expression of a pattern, for a list with one word a line. Raises PatternError."""
    text = "".join(pattern.lower().split())
    if len(text) > MOST_SIGNS:
        raise PatternError("words.search.error.long", most=MOST_SIGNS)
    made, place = "", 0
    while place < len(text):
        sign = text[place]
        if sign == "[":
            end = text.find("]", place)
            if end < place + 2:
                raise PatternError("words.search.error.set")
            made += f"[{''.join(map(_one, text[place + 1 : end]))}]"
            place = end
        else:
            made += {"?": ".", "*": ".*"}.get(sign) or f"[{_one(sign)}]"
        place += 1
    return re.compile(f"^{made}$", re.MULTILINE)


def matches(lexicon: Lexicon, pattern: str) -> Sequence[str]:
    """Return every word of a list that fits a pattern, sorted. Raises PatternError."""
    return expression(pattern).findall(lexicon.text) if pattern.strip() else ()


def danger(book: Book, word: str, used: Collection[str] = ()) -> int:
    """Return how many words may follow `word` if it is said after the words in `used`."""
    words = book.lexicon.words
    following = (words[number] for number in book.candidates(book.asks(word), len(used) + 1))
    return sum(other != word and other not in used for other in following)


def narrowed(book: Book, words: Sequence[str], part: str, length: int) -> Sequence[str]:
    """Return the words that belong to a part of the dictionary and have a length.

    `part` is USUAL, the name of a list, or "" for all words; a `length` of 0 is any.
    """
    if part == USUAL:
        words = [word for word in words if book.usual(book.lexicon.find(word) or 0)]
    elif part:
        listed = {word for _, those in lists.chosen(part) for word in those}
        words = [word for word in words if word in listed]
    return [word for word in words if len(word) == length or (length == LONG < len(word))] if length else words


def ordered(book: Book, words: Sequence[str], order: Order) -> Sequence[str]:
    """Return the words sorted by length (longest first), by ordinariness, or by danger (worst first)."""
    lexicon = book.lexicon

    def rank(word: str) -> int:
        number = lexicon.find(word)
        return (lexicon.ranks[number] if number is not None else 0) or 1 << 16

    if order == "length":
        return sorted(words, key=len, reverse=True)
    keys: dict[Order, Callable[[str], tuple[int, str]]] = {
        "ordinary": lambda word: (rank(word), word),
        "danger": lambda word: (danger(book, word), word),
    }
    return sorted(words[:SORTED], key=keys[order])


def longest_of_each(lexicon: Lexicon) -> Sequence[str]:
    """Return the longest word for each first syllable or letter, the longest of all first."""
    best: dict[str, str] = {}
    for word in lexicon.words:
        if len(word) > len(best.get(word[0], "")):
            best[word[0]] = word
    return sorted(best.values(), key=lambda word: (-len(word), word))


def nearest(words: Iterable[str], text: str, most: int) -> Sequence[str]:
    """Return the words that a mistyped text may have meant, the nearest first.

    At most two letters of the text are wrong, missing or too many.
    """
    typed = letters(text)
    found = []
    for word in words:
        other = letters(word)
        if len(set(typed) ^ set(other)) <= 2 * _NEAR and (far := distance(typed, other)) <= _NEAR:
            found.append((far, word))
    return [word for _, word in sorted(found)[:most]]


def with_more(pattern: str, more: int) -> str:
    """Return the pattern with `more` further `?` (or fewer, if negative), before its final `*` if it has one.

    >>> with_more("요??", 1), with_more("요??", -1), with_more("가*", 1)
    ('요???', '요?', '가?*')
    """
    if more < 0:
        place = pattern.rfind("?")
        return pattern if place < 0 else pattern[:place] + pattern[place + 1 :]
    place = pattern.rfind("?") + 1 or (len(pattern) - pattern.endswith("*"))
    return pattern[:place] + "?" + pattern[place:]
