"""The word lists that come with the game: sorted words, each with how ordinary it is.

A list is plain text, packed by xz; looking a word up is a binary search. Words with the same beginning form a block
that holds the beginning once, which makes a list a tenth smaller. Hangul packs a fifth better and faster as UTF-16.
"""

from __future__ import annotations

import lzma
import struct
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path

from game.core.errors import SpokenError, reason

DATA = Path(__file__).with_name("data")
_HEAD = struct.Struct("<IH?")
"""Head of a list: bytes of its text, the middle rank of the words seen in texts, whether the text is UTF-16."""
_BLOCK, _LINE = "\f", "\n"
_AFTER = "\uffff"
"""A sign that sorts after every letter of a word."""


class LexiconError(SpokenError):
    """A file of words is missing or damaged."""


def read(name: str) -> bytes:
    """Return the bytes of a file in `DATA`. Raises LexiconError."""
    try:
        return (DATA / name).read_bytes()
    except OSError as error:
        raise LexiconError("words.file.unread", name=name, reason=reason(error)) from error


def read_text(name: str) -> str:
    """Return the text of a file in `DATA`. Raises LexiconError."""
    try:
        return read(name).decode()
    except UnicodeDecodeError as error:
        raise LexiconError("words.file.damaged", name=name) from error


class Lexicon:
    """A sorted list of words. The index of a word is called its number."""

    def __init__(self, words: list[str], ranks: array[int], middle: int, digest: str) -> None:
        self.words = words
        self.ranks = ranks
        """By number: how ordinary each word is, from 1 for the most ordinary; 0 for a word that was seen in no text."""
        self.middle = middle
        """The middle rank of the words seen in texts."""
        self.digest = digest

    @cached_property
    def text(self) -> str:
        """All words, one a line, for searching."""
        return "\n".join(self.words)

    def find(self, word: str) -> int | None:
        """Return the number of a word; None if it is not in the list."""
        place = bisect_left(self.words, word)
        return place if place < len(self.words) and self.words[place] == word else None

    def begins(self, start: str) -> range:
        """Return the numbers of the words that begin with `start`."""
        return range(bisect_left(self.words, start), bisect_left(self.words, start + _AFTER))

    def with_words(self, more: Sequence[str], names: str) -> Lexicon:
        """Return this list with more words, which must be sorted and not in it; they get the middle rank."""
        words: list[str] = []
        ranks = array("H")
        start = 0
        for word in more:
            place = bisect_left(self.words, word)
            words += [*self.words[start:place], word]
            ranks.extend(self.ranks[start:place])
            ranks.append(self.middle)
            start = place
        words += self.words[start:]
        ranks.extend(self.ranks[start:])
        return Lexicon(words, ranks, self.middle, f"{self.digest}+{blake2b(names.encode(), digest_size=4).hexdigest()}")

    @cached_property
    def ordinary(self) -> Sequence[int]:
        """The numbers of the words seen in texts, the most ordinary first."""
        return sorted(filter(self.ranks.__getitem__, range(len(self.words))), key=self.ranks.__getitem__)


def packed(words: Sequence[str], ranks: Sequence[int]) -> bytes:
    """Return a list as the bytes of its file; `words` must be sorted."""
    wide = not all(map(str.isascii, words))
    shared = 1 if wide else 3
    blocks = groupby(words, key=lambda word: word[:shared])
    joined = _BLOCK.join(start + _LINE + _LINE.join(word[shared:] for word in block) for start, block in blocks)
    text = joined.encode("utf-16-le" if wide else "ascii")
    seen = sorted(filter(None, ranks))
    raw = _HEAD.pack(len(text), seen[len(seen) // 2], wide) + text + array("H", ranks).tobytes()
    pairs = {"lp": 1, "pb": 1} if wide else {}
    packing = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, **pairs}
    return lzma.compress(raw, check=lzma.CHECK_CRC64, filters=[packing])


def unpacked(data: bytes, name: str = "words") -> Lexicon:
    """Return the list in the bytes of the file `name`. Raises LexiconError if they are damaged."""
    try:
        raw = lzma.decompress(data)
        size, middle, wide = _HEAD.unpack_from(raw)
        end = _HEAD.size + size
        text = str(memoryview(raw)[_HEAD.size : end], "utf-16-le" if wide else "ascii")
        ranks = array("H", raw[end:])
    except (lzma.LZMAError, struct.error, ValueError) as error:
        raise LexiconError("words.file.damaged", name=name) from error
    words: list[str] = []
    for block in text.split(_BLOCK):
        start, _, rests = block.partition(_LINE)
        words += (start + rests.replace(_LINE, _LINE + start)).split(_LINE)
    if len(words) != len(ranks):
        raise LexiconError("words.file.damaged", name=name)
    return Lexicon(words, ranks, middle, blake2b(data, digest_size=8).hexdigest())


@lru_cache(maxsize=2)
def lexicon(language: str) -> Lexicon:
    """Return the list of a language, `ko` or `en`; loaded when first asked for. Raises LexiconError."""
    name = f"{language}.words"
    return unpacked(read(name), name)
