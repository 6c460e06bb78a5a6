"""Extra lists beside the dictionary: themes that come with the game, and a person's own lists, named by digest.

An own list is text with one word a line; spaces inside a line are removed, and what follows a `#` is a comment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from game.cabinets.words.lexicon import read_text
from game.core.attachments import AttachmentError, attachment
from game.core.given import TextError, text_of
from game.core.language.hangul import is_syllable
from game.core.language.written import LONGEST, composed
from game.core.options import names_in, own_digest

MOST_WORDS = 100_000
MOST_LINES, LONGEST_LINE = 200, 80
THEMES = (
    "animal", "art", "bird", "body", "book", "building", "cloth", "clothes", "computer", "country", "drink", "family",
    "fantasy", "farm", "feeling", "festival", "film", "food", "fruit", "health", "house", "idiom", "insect", "job",
    "kitchen", "money", "nature", "place", "plant", "school", "science", "sea", "snack", "sport", "stone", "tale",
    "tool", "town", "travel", "vehicle",
)  # fmt: skip
"""The themes of the words in data/themes.txt and data/en.themes."""
FORFEITS = (
    "bow", "clap", "compliment", "hum", "mime", "proverb", "rhyme", "robot", "smile", "statue", "story", "whisper",
)  # fmt: skip
"""The forfeits that come with the game, by the name of their text."""
OURS = "ours"
"""Name of the list that holds the words of all themes: words that the dictionary lacks count, too."""


@lru_cache(maxsize=1)
def themes() -> Mapping[str, Sequence[str]]:
    """Return the words of each theme that comes with the game, Korean and English together."""
    found: dict[str, Sequence[str]] = {}
    for file in ("themes.txt", "en.themes"):
        for part in read_text(file).split("# theme: ")[1:]:
            name, *words = part.split()
            found[name] = (*found.get(name, ()), *words)
    return found


def _lines(digest: str) -> list[str]:
    """Return the lines of an attached list, without comments. Raises AttachmentError."""
    try:
        text = text_of(attachment(digest))
    except TextError as error:
        raise AttachmentError("words.list.utf8", line=error.line) from error
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = composed(raw.partition("#")[0])
        if line is None:
            raise AttachmentError("words.list.long", line=number, most=LONGEST)
        lines.append(line)
    return lines


@lru_cache(maxsize=16)
def own_words(digest: str) -> Sequence[str]:
    """Return the words of an attached list. Raises AttachmentError, with the line, if it is no list of words."""
    lines = [line.replace(" ", "").lower() for line in _lines(digest)]
    for number, word in enumerate(lines, 1):
        if not (all(map(is_syllable, word)) or all("a" <= sign <= "z" for sign in word)):
            raise AttachmentError("words.list.line", line=number, text=word[:40])
    words = tuple(dict.fromkeys(filter(None, lines)))
    if not 0 < len(words) <= MOST_WORDS:
        raise AttachmentError("words.list.size", count=len(words), most=MOST_WORDS)
    return words


@lru_cache(maxsize=16)
def own_lines(digest: str) -> Sequence[str]:
    """Return the forfeits of an attached list, one a line. Raises AttachmentError if it is no list of forfeits."""
    lines = tuple(dict.fromkeys(filter(None, _lines(digest))))
    if not 0 < len(lines) <= MOST_LINES or any(len(line) > LONGEST_LINE or not line.isprintable() for line in lines):
        raise AttachmentError("words.list.forfeits", count=len(lines), most=MOST_LINES, longest=LONGEST_LINE)
    return lines


def forfeits(names: str) -> Sequence[str]:
    """Return the forfeits of all lists that an option names, each once."""
    every: list[str] = []
    for name in names_in(names):
        digest = own_digest(name)
        every += own_lines(digest) if digest else FORFEITS
    return tuple(dict.fromkeys(every))


def chosen(names: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the name of each list that an option names, with its words."""
    for name in names_in(names):
        if digest := own_digest(name):
            yield name, own_words(digest)
        elif name == OURS:
            yield name, tuple(word for words in themes().values() for word in words)
        else:
            yield name, themes()[name]
