"""Where lines of text break. Pure: a given function measures widths, in any unit."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from game.engine.text.pictures import drawn

Style = TypeVar("Style")

ELLIPSIS = "…"


def printable(string: str) -> str:
    """Return the text composed (NFC), without control characters and lone surrogates. Line feeds stay, tabs become
    spaces.

    >>> printable("\\u1112\\u1161\\u11ab\\tx\\x00")
    '한 x'
    """
    if string.isascii() and string.isprintable():
        return string
    composed = unicodedata.normalize("NFC", string.replace("\t", " "))
    return "".join(c for c in composed if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs"))


def tidy(string: str) -> str:
    """Return the text as a font can set it: `printable`, with emoji as characters that the font has."""
    return drawn(printable(string))


class Piece(NamedTuple, Generic[Style]):
    """A stretch of text, or one picture, that is broken only if it is wider than a whole line."""

    text: str
    style: Style
    width: float
    space: float = 0.0
    """Width of the space before this piece; dropped at the start of a line."""
    joined: bool = False
    """Whether it follows the piece before without a space, so that no line may begin with it."""
    breakable: bool = True
    """Whether it may be cut between characters when it is wider than a line."""


def pieces_of(string: str, style: Style, measure: Callable[[str], float], joined: bool = False) -> list[Piece[Style]]:
    """Return the words of a text in one style; `joined` says that the first follows earlier text without a space."""
    space = measure(" ")
    found: list[Piece[Style]] = []
    for number, word in enumerate(string.split(" ")):
        first = number == 0
        if word:
            stuck = first and joined
            found.append(Piece(word, style, measure(word), 0.0 if first else space, stuck))
    return found


def flow(
    pieces: Iterable[Piece[Style]], width: float, measure: Callable[[str, Style], float]
) -> list[list[Piece[Style]]]:
    """Return the pieces set in lines of at most `width`, broken at spaces; a word is broken only if it is wider than a
    line.

    >>> lines = flow(pieces_of("융단을 펴고 통행료를 받아요", None, len), 7, lambda text, style: len(text))
    >>> [joined(line) for line in lines]
    ['융단을 펴고', '통행료를', '받아요']
    """
    lines: list[list[Piece[Style]]] = [[]]
    used = 0.0
    for group in _unbroken(pieces):
        space = group[0].space if lines[-1] else 0.0
        wanted = space + sum(piece.width for piece in group)
        if used + wanted > width and lines[-1]:
            lines.append([])
            used, wanted = 0.0, wanted - space
        if wanted > width:
            for line in _cut(group, width, measure):
                if lines[-1]:
                    lines.append([])
                lines[-1].extend(line)
            used = sum(piece.width for piece in lines[-1])
        else:
            lines[-1].extend(group)
            used += wanted
    return lines


def joined(line: Iterable[Piece[Style]]) -> str:
    """Return the text of one line, with its spaces."""
    words: list[str] = []
    for piece in line:
        words += [" ", piece.text] if words and piece.space else [piece.text]
    return "".join(words)


def _unbroken(pieces: Iterable[Piece[Style]]) -> Iterator[list[Piece[Style]]]:
    """Yield the pieces in groups that must stay on one line."""
    group: list[Piece[Style]] = []
    for piece in pieces:
        if group and not piece.joined:
            yield group
            group = []
        group.append(piece)
    if group:
        yield group


def _cut(
    group: list[Piece[Style]], width: float, measure: Callable[[str, Style], float]
) -> Iterator[list[Piece[Style]]]:
    """Yield the lines of a group wider than a line, broken between characters; each line gets at least one."""
    line: list[Piece[Style]] = []
    used = 0.0
    for piece in group:
        rest = piece.text
        while rest:
            taken = len(rest) if not piece.breakable else _fitting(rest, width - used, piece.style, measure)
            if taken == 0 and line:
                yield line
                line, used = [], 0.0
                continue
            part, rest = rest[: max(1, taken)], rest[max(1, taken) :]
            part_width = piece.width if not piece.breakable else measure(part, piece.style)
            line.append(piece._replace(text=part, width=part_width, space=0.0, joined=bool(line)))
            used += part_width
            if rest:
                yield line
                line, used = [], 0.0
    if line:
        yield line


def _fitting(text: str, width: float, style: Style, measure: Callable[[str, Style], float]) -> int:
    """Return how many characters from the start fit into `width`."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle], style) <= width:
            low = middle
        else:
            high = middle - 1
    return low


def shortened(string: str, width: float, measure: Callable[[str], float]) -> str:
    """Return the longest beginning that fits together with an ellipsis; the ellipsis alone if nothing else fits.

    >>> shortened("Leila's carpets", 8, len)
    "Leila's…"
    """
    kept = _fitting(string, width - measure(ELLIPSIS), None, lambda text, _: measure(text))
    return string[:kept].rstrip(" '’·,.") + ELLIPSIS
