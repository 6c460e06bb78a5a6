"""Word lists: those that come with the game, and people's own lists (docs/sketch.md, "Lists and drawings")."""

from __future__ import annotations

import codecs
import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from game.cabinets.sketch.drawing.strokes import ProgramError, strokes
from game.core.attachments import attachment
from game.core.errors import SpokenError, reason
from game.core.given import TextError, text_of, toml_of
from game.core.language.written import composed, whole_number

DATA: Final = Path(__file__).parents[1] / "data"
ORDER: Final = (
    "animals", "birds", "sea", "fruit", "food", "kitchen", "furniture", "clothes", "tools", "vehicles", "buildings",
    "nature", "body", "sports", "instruments", "school", "toys", "jobs", "fantasy", "sights",
)  # fmt: skip
"""Ids of the lists that come with the game, in the order in which they are offered."""
MOST_WORDS: Final = 500
MOST_BYTES: Final = 1 << 20
MOST_LETTERS: Final = 24
MOST_ALIASES: Final = 50
_HEAD: Final = re.compile(r"^\s*\[\[\s*words\s*\]\]")
_MOST_COLUMNS: Final = 32
_DEEPEST: Final = 8
_MOST_TEXTS: Final = MOST_WORDS * (MOST_ALIASES + 8)
"""The most texts that a full list can hold; a file with more is not read at all."""
_DEEP_KEY: Final = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){8}""")
"""A dotted key of nine parts or more: each part is a nested table, and reading time grows with the square
of the depth.
"""


class ListError(SpokenError):
    """A file is no valid word list; `name` and, where it is known, `line` are among the error's values."""


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to draw. In a person's own list, one language may stand for both."""

    ko: str = ""
    en: str = ""
    aliases: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_ALIASES)] = ()
    """Other names that a guess may use, in either language."""
    difficulty: Literal[1, 2, 3] = 1
    program: str | None = None
    """How computers draw the word: a stroke program, see `strokes`. None where they cannot."""

    def text(self, language: str) -> str:
        """Return the word in the language `ko` or `en`."""
        return self.ko if language == "ko" else self.en


class WordList(msgspec.Struct, frozen=True):
    """A category with its words."""

    id: str
    name: dict[str, str]
    """The category's name by language, `ko` and `en`."""
    icon: str
    """The English name of the word whose drawing stands for the list; empty for none."""
    words: tuple[Word, ...]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    name: dict[Literal["ko", "en"], str] = {}
    icon: str = ""
    words: list[dict[str, Any]] = []


def load(*chosen: str) -> tuple[WordList, ...]:
    """Load the lists that come with the game: all of them, or those with the chosen ids."""
    return tuple(_shipped(name) for name in ORDER if not chosen or name in chosen)


@lru_cache(maxsize=len(ORDER))
def _shipped(name: str) -> WordList:
    """Read a list that comes with the game, without checking its drawings: tests do that."""
    return read(DATA / f"{name}.toml", checks=False)


@lru_cache(maxsize=64)
def own(name: str, digest: str) -> WordList:
    """Read a person's own list that is attached under a digest, under the given name. Raises ListError."""
    data = attachment(digest)
    head = data.removeprefix(codecs.BOM_UTF8).lstrip()[:200].split(b"\n", 1)[0]
    ending = "csv" if head.startswith((b"ko", b"en")) and b"=" not in head else "toml"
    return parse(data, f"{name}.{ending}")


def read(file: Path, *, checks: bool = True) -> WordList:
    """Read the list in a TOML or CSV file; its id is the file's name without the ending. Raises ListError."""
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise ListError("sketch_lists.unreadable", name=file.name, why=reason(error)) from error
    return parse(data, file.name, checks=checks)


def parse(data: bytes, name: str, *, checks: bool = True) -> WordList:
    """Read a list from the content of a file with this name. Without `checks`, its stroke programs are not tried.
    Raises ListError.
    """
    if len(data) > MOST_BYTES:
        raise ListError("sketch_lists.large", name=name)
    try:
        text = text_of(data)
    except TextError as error:
        raise ListError("sketch_lists.encoding", name=name, line=error.line) from error
    stem, _, ending = name.rpartition(".")
    file, lines = _csv(text, name) if ending.lower() == "csv" else _toml(text, name)
    if not file.words:
        raise ListError("sketch_lists.empty", name=name)
    if len(file.words) > MOST_WORDS:
        raise ListError("sketch_lists.words", name=name, line=lines[MOST_WORDS], most=MOST_WORDS)
    names = {language: file.name.get(language) or " ".join(file.name.values()) or stem for language in _LANGUAGES}
    words = tuple(_words(file.words, lines, name, {tidy(text) for text in names.values()}, checks))
    return WordList(stem, {language: _tidied(text, name, 1) for language, text in names.items()}, file.icon, words)


_LANGUAGES: Final[tuple[Literal["ko", "en"], ...]] = ("ko", "en")


def tidy(text: str) -> str | None:
    """Normalise a word as the game keeps it: NFC, trimmed, single blanks inside; None where it is no valid word (rule
    2).
    """
    text = composed(text) or ""
    fit = all(letter.isalnum() or letter in " -'·" or unicodedata.category(letter) == "Mn" for letter in text)
    return text if fit and 1 <= len(text) <= MOST_LETTERS and any(map(str.isalnum, text)) else None


def _tidied(text: str, name: str, line: int) -> str:
    word = tidy(text)
    if word is None:
        raise ListError("sketch_lists.text", name=name, line=line, value=text[:40], most=MOST_LETTERS)
    return word


def _words(
    tables: Sequence[dict[str, Any]], lines: Sequence[int], name: str, taken: set[str | None], checks: bool
) -> Iterator[Word]:
    for table, line in zip(tables, lines, strict=True):
        try:
            raw = msgspec.convert(table, Word)
        except msgspec.ValidationError as error:
            raise ListError("sketch_lists.field", name=name, line=line, why=str(error)) from error
        if not (raw.ko or raw.en):
            raise ListError("sketch_lists.word", name=name, line=line)
        ko, en = (_tidied(text, name, line) for text in (raw.ko or raw.en, raw.en or raw.ko))
        for word in sorted({ko, en}):
            if word in taken:
                raise ListError("sketch_lists.twice", name=name, line=line, value=word)
        taken |= {ko, en}
        if raw.program is not None and checks:
            _check(raw.program, name, line)
        aliases = tuple(_tidied(alias, name, line) for alias in raw.aliases)
        yield Word(ko, en, aliases, raw.difficulty, raw.program)


def _check(program: str, name: str, line: int) -> None:
    try:
        strokes(program)
    except ProgramError as error:
        values = {"stroke": error.stroke, "value": str(error.value)[:60], "why": error.why}
        raise ListError("sketch_lists.program", name=name, line=line, **values) from error


def _toml(text: str, name: str) -> tuple[_File, list[int]]:
    """Return the content of a TOML list, and the line number of each word."""
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise ListError("sketch_lists.deep", name=name, line=line, most=_DEEPEST)
    if text.count('"') + text.count("'") > 4 * _MOST_TEXTS:  # twice the pairs: some quotes may stand inside a text
        raise ListError("sketch_lists.words", name=name, line=1, most=MOST_WORDS)
    try:
        file = msgspec.convert(toml_of(text), _File)
    except TextError as error:
        raise ListError("sketch_lists.syntax", name=name, line=error.line, why=error.why) from error
    except msgspec.ValidationError as error:
        raise ListError("sketch_lists.field", name=name, line=1, why=str(error)) from error
    heads = [number for number, line in enumerate(text.split("\n"), 1) if _HEAD.match(line)]
    return file, heads if len(heads) == len(file.words) else [1] * len(file.words)


def _csv(text: str, name: str) -> tuple[_File, list[int]]:
    """Return the content of a CSV list, and the line number of each word. The first row names the columns; aliases are
    separated by semicolons.
    """
    words: list[dict[str, Any]] = []
    lines = []
    reader = csv.DictReader(text.splitlines(), strict=True)
    try:
        if len(reader.fieldnames or ()) > _MOST_COLUMNS:
            raise ListError("sketch_lists.columns", name=name, line=1)
        for row in islice(reader, MOST_WORDS + 1):
            word: dict[str, Any] = {key or "": value.strip() for key, value in row.items() if isinstance(value, str)}
            if None in row:
                raise ListError("sketch_lists.columns", name=name, line=reader.line_num)
            aliases = word.pop("aliases", "").split(";")
            word["aliases"] = [alias for alias in map(str.strip, aliases) if alias]
            level = word.pop("difficulty", "") or "1"
            number = whole_number(level)
            word["difficulty"] = level if number is None else number
            word["program"] = word.get("program") or None
            words.append(word)
            lines.append(reader.line_num)
    except csv.Error as error:
        raise ListError("sketch_lists.syntax", name=name, line=reader.line_num, why=str(error)) from error
    return _File(words=words), lines
