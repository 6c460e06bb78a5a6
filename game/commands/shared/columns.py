"""Rows of text in aligned columns, for terminals."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence


def columns(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Return each row as a line, every column as wide as its widest cell; columns in `right` are right-aligned.

    >>> columns([("판", "seats"), ("Mia", "4")], right=[1])
    ['판   seats', 'Mia      4']
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(_padded(*cell, right) for cell in enumerate(zip(row, widths, strict=True))).rstrip() for row in rows
    ]


def width(text: str) -> int:
    """Return how many terminal columns a text takes: two for wide characters such as Hangul, none for
    combining ones.
    """
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else not unicodedata.combining(sign) for sign in text)


def _padded(column: int, cell: tuple[str, int], right: Collection[int]) -> str:
    text, wide = cell
    space = " " * (wide - width(text))
    return space + text if column in right else text + space
