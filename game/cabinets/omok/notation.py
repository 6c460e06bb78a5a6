"""Moves as people write them: `h8 i9 j10 -- k9`, columns by letters including i, rows from the bottom."""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.core.options import OptionError

PASS = -1
_WORD = re.compile(r"(?:[\s,;]|\d+\.)*(?P<word>--|pass|[a-z][1-9]\d?)?", re.IGNORECASE)
"""Matches text to skip, and a move if one follows."""


class NotationError(OptionError):
    """A text is no list of moves; as an option it is refused like any other wrong value."""


def name(point: int, size: int) -> str:
    """Return the name of a point: its column's letter and its row.

    >>> name(112, 15), name(0, 15), name(PASS, 15)
    ('h8', 'a15', '--')
    """
    if point == PASS:
        return "--"
    row, column = divmod(point, size)
    return f"{chr(ord('a') + column)}{size - row}"


def write(moves: Sequence[int], size: int) -> str:
    """Return the moves separated by spaces."""
    return " ".join(name(move, size) for move in moves)


def read(text: str, size: int) -> tuple[int, ...]:
    """Return the points named in a text; move numbers, commas and line breaks are skipped.

    Raises NotationError with the first word that is no move, and its place in the text.

    >>> read("1. H8 i9, 2.j10 -- k9", 15) == read("h8i9j10passk9", 15)
    True
    """
    moves: list[int] = []
    at = 0
    while found := _WORD.match(text, at):
        word, at = (found["word"] or "").lower(), found.end()
        if word in ("--", "pass"):
            moves.append(PASS)
        elif word:
            column, row = ord(word[0]) - ord("a"), size - int(word[1:])
            if not (0 <= column < size and 0 <= row < size):
                raise NotationError("omok.notation.outside", word=word, place=found.start("word") + 1, size=size)
            moves.append(row * size + column)
        elif at < len(text):
            raise NotationError("omok.notation.word", word=text[at : at + 12].split()[0], place=at + 1)
        else:
            break
    return tuple(moves)
