"""Reads what people and strangers supply: text of any usual encoding, TOML that is cheap to read, compressed bytes.

Nothing else in the program decodes such a text file or reads TOML from it; a test keeps it so.
"""

from __future__ import annotations

import codecs
import re
import tomllib
import zlib
from pathlib import Path
from typing import Any, Final

from game.core.errors import SpokenError

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks, which editors write before a text, with what follows them."""
_MOST_PARTS: Final = 8
"""Most parts of a key between dots: reading nested keys costs the square of their number."""
_TOKEN: Final = re.compile(
    r"""(?P<string>"{3}(?:\\.|[^\\])*?(?:"{3,5}|\Z)|'{3}.*?(?:'{3,5}|\Z)|"(?:\\[^\n]|[^"\\\n])*+"?|'[^'\n]*+'?)"""
    r"|\#[^\n]*+",
    re.DOTALL,
)
"""A string or a comment, which may hold dots that are in no key."""
_DEEP_KEY: Final = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{_MOST_PARTS}}}")
_PLACE = re.compile(r"line (\d+)")


class TextError(SpokenError, ValueError):
    """A file holds no text in a known encoding, or no TOML. `line` is where, from 1; `why` says why in English."""

    def __init__(self, key: str, line: int, why: str) -> None:
        super().__init__(key, line=line, why=why)
        self.line, self.why = line, why


def ending(path: Path | str) -> str:
    """Return the ending of a file's name in small letters: old programs and file systems write capital ones.

    >>> ending("GAME.SGF"), ending("game")
    ('.sgf', '')
    """
    return Path(path).suffix.lower()


def text_of(data: bytes | str) -> str:
    r"""Return a file's text without its byte order mark, each line ended by one line feed.

    Read is UTF-8, and UTF-16 where a mark says so. Raises TextError with the line of the first byte that is neither.

    >>> text_of(b"\xef\xbb\xbfone\r\ntwo\rthree")
    'one\ntwo\nthree'
    >>> text_of("하나".encode("utf-16"))
    '하나'
    """
    if isinstance(data, bytes):
        mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))
        try:
            data = data[len(mark) :].decode(encoding)
        except UnicodeDecodeError as error:
            line = len(re.findall(rb"\r\n|\r|\n", error.object[: error.start])) + 1
            raise TextError("given.encoding", line, error.reason) from error
    return data.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def toml_text(data: bytes | str) -> str:
    """Return the text of a TOML file that costs little to read. Raises TextError."""
    text = text_of(data)
    keys = _TOKEN.sub(_without_dots, text)
    if deep := _DEEP_KEY.search(keys):
        line = keys.count("\n", 0, deep.start()) + 1
        raise TextError("given.dots", line, f"a key has more than {_MOST_PARTS} parts")
    return text


def toml_of(data: bytes | str) -> dict[str, Any]:
    """Return what a TOML file holds.

    Raises TextError with the line, also for numbers and nesting that no person writes; the caller limits the length.
    """
    text = toml_text(data)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place = _PLACE.search(str(error))
        raise TextError("given.toml", int(place[1]) if place else text.count("\n") + 1, str(error)) from error


def inflated(data: bytes, most: int) -> bytes:
    """Return what zlib compressed. Raise ValueError for damaged bytes, or more than `most` of them.

    >>> inflated(zlib.compress(b"souk"), 4)
    b'souk'
    """
    reader = zlib.decompressobj()
    try:
        found = reader.decompress(data, most)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not reader.eof:
        raise ValueError(f"compressed bytes are cut off, or more than {most}")
    return found


def _without_dots(token: re.Match[str]) -> str:
    """Return what stands for a string, which may be a part of a key, or for a comment, with the same line feeds."""
    return f"{'_' if token['string'] else ''}{chr(10) * token[0].count(chr(10))}"
