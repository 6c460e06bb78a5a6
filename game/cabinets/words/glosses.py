"""The meanings of English words: the first sense of WordNet, for ordinary words; loaded when first asked for."""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from game.cabinets.words.book import USUAL_LEVEL
from game.cabinets.words.lexicon import Lexicon, LexiconError, lexicon, read

LONGEST = 80
"""The most characters of a gloss; longer ones are cut."""
_ENDINGS = (
    *(("ies", "y"), ("es", ""), ("es", "e"), ("s", "")),
    *(("ied", "y"), ("ed", "e"), ("ed", ""), ("ing", ""), ("ing", "e")),
)
"""Endings of inflected English words, each with what replaces it in the base form."""
MASK = "___"


def glossed(words: Lexicon) -> Iterator[int]:
    """Yield the numbers of the words that have a line in the file of glosses, in its order."""
    return (number for number, level in enumerate(words.ranks) if level <= USUAL_LEVEL)


@lru_cache(maxsize=1)
def glosses() -> Sequence[str]:
    """Return the meanings of the words in `glossed`, in order.

    Raises LexiconError if the file is missing or damaged.
    """
    try:
        lines = lzma.decompress(read("en.glosses")).decode().split("\n")
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise LexiconError("words.file.damaged", name="en.glosses") from error
    return lines


@lru_cache(maxsize=1)
def _lines() -> dict[str, str]:
    try:
        words, lines = lexicon("en"), glosses()
    except LexiconError:
        return {}
    return {words.words[number]: gloss for number, gloss in zip(glossed(words), lines, strict=True) if gloss}


def gloss(word: str) -> str:
    """Return what a word means, or the word it is a form of with its meaning; empty if the meaning is not known.

    >>> gloss("lantern"), gloss("lanterns"), gloss("가방")
    ('light in a transparent protective case', 'lantern: light in a transparent protective case', '')
    """
    if not word.isascii():
        return ""
    known = _lines()
    if word in known:
        return known[word]
    stems = [word[: -len(end)] + instead for end, instead in _ENDINGS if word.endswith(end)]
    stems += [stem[:-1] for stem in stems if stem[-1:] == stem[-2:-1]]
    return next((f"{stem}: {known[stem]}" for stem in stems if stem in known), "")


def masked(word: str) -> str:
    """Return a word's meaning with `___` for the word itself and for similar words that would give it away.

    >>> masked("baker"), masked("teacher")
    ('someone who ___ commercially', 'a person whose occupation is ___')
    """

    def mask(found: re.Match[str]) -> str:
        other = found[0].lower()
        short = min(len(word), len(other))
        same = next((place for place in range(short) if word[place] != other[place]), short)
        return MASK if word in other or same >= max(3, (3 * short + 2) // 4) else found[0]

    return re.sub("[A-Za-z]+", mask, gloss(word))
