"""The little markup of longer texts, read into blocks. Pure.

# Heading             ## Lesser heading
a paragraph; following lines go on with it, an empty line ends it
- a bullet            1. a numbered point
**bold**              :coins: an icon by name
[lantern]words[/]     words in a named colour (see COLOURS)
![board]              a picture of that name, alone on its line
| a | b |             a row of a table: the first names the columns, and below it stands |---|---|
\\*  \\:  \\[  \\|       the sign itself
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from game.engine import theme
from game.engine.colour import LANTERN, ROSE, SEAT_COLOURS, TERRACOTTA, Colour

COLOURS: dict[str, Colour] = {
    "lantern": LANTERN,
    "bright": theme.TEXT_BRIGHT,
    "muted": theme.TEXT_MUTED,
    "good": theme.GOOD,
    "warning": theme.WARNING,
    "rose": ROSE,
    "terracotta": TERRACOTTA,
    **SEAT_COLOURS,
}
_MARK = re.compile(r"\\(?P<plain>.)|(?P<bold>\*\*)|:(?P<icon>[a-z][a-z0-9-]*):|\[(?P<colour>[a-z]+)\]|(?P<end>\[/\])")
_PICTURE = re.compile(r"!\[([a-z0-9-]+)\]$")
_POINT = re.compile(r"(-|\d+\.) +(.*)$")
_ROW = re.compile(r"\|.*\|$")
_RULE = re.compile(r"\|(?: *:?-+:? *\|)+$")
_CELL_END = re.compile(r"(?<!\\)\|")
_SIGNS = re.compile(r"([\\*:\[#!|-])")


class BlockKind(Enum):
    """The kinds of block that a text consists of."""

    HEADING = "heading"
    LESSER_HEADING = "lesser heading"
    PARAGRAPH = "paragraph"
    POINT = "point"
    PICTURE = "picture"
    TABLE = "table"


class Run(NamedTuple):
    """A stretch of words in one look, or an icon."""

    text: str
    bold: bool = False
    colour: str = ""
    icon: bool = False
    """Whether `text` is the name of an icon."""


class Block(NamedTuple):
    """A heading, a paragraph, a point of a list, a picture, or a table."""

    kind: BlockKind
    runs: tuple[Run, ...]
    sign: str = ""
    """For a point: "-" or its number with a full stop. For a picture: its name."""
    rows: tuple[tuple[tuple[Run, ...], ...], ...] = ()
    """For a table: the runs of each cell, row by row, equally many in each; the first row names the columns."""


def escape(text: str) -> str:
    """Return markup that shows exactly this text, such as a name that a person chose.

    >>> escape("**x**")
    '\\\\*\\\\*x\\\\*\\\\*'
    """
    return _SIGNS.sub(r"\\\1", text)


def parse_runs(text: str) -> tuple[Run, ...]:
    """Return the text of one block as runs: stretches of words in one look, and icons.

    >>> [run.text for run in parse_runs("pay **3** :coins:")]
    ['pay ', '3', ' ', 'coins']
    """
    runs: list[Run] = []
    words, bold, colour = "", False, ""
    place = 0

    def close() -> None:
        nonlocal words
        if words:
            runs.append(Run(words, bold, colour))
            words = ""

    for mark in _MARK.finditer(text):
        words += text[place : mark.start()]
        place = mark.end()
        if mark["plain"]:
            words += mark["plain"]
        elif mark["colour"] and mark["colour"] not in COLOURS:
            words += mark[0]
        else:
            close()
            if mark["bold"]:
                bold = not bold
            elif mark["icon"]:
                runs.append(Run(mark["icon"], colour=colour, icon=True))
            else:
                colour = mark["colour"] or ""
    words += text[place:]
    close()
    return tuple(runs)


def parse(text: str) -> list[Block]:
    """Return the blocks of a text. What is no markup stays as it is written; nothing is refused."""
    blocks: list[Block] = []
    kind, sign, lines, rows = BlockKind.PARAGRAPH, "", list[str](), list[str]()

    def close() -> None:
        nonlocal kind, sign
        if lines:
            blocks.append(Block(kind, parse_runs(" ".join(lines)), sign))
            lines.clear()
        if rows:
            blocks.append(Block(BlockKind.TABLE, (), rows=_cells(rows)))
            rows.clear()
        kind, sign = BlockKind.PARAGRAPH, ""

    for raw in text.split("\n"):
        line = raw.strip()
        point, picture = _POINT.match(line), _PICTURE.match(line)
        if not line:
            close()
        elif _ROW.match(line):
            if not rows:
                close()
            rows.append(line)
        elif line.startswith(("# ", "## ")):
            close()
            marks, words = line.split(" ", 1)
            heading = BlockKind.HEADING if marks == "#" else BlockKind.LESSER_HEADING
            blocks.append(Block(heading, parse_runs(words.strip())))
        elif picture:
            close()
            blocks.append(Block(BlockKind.PICTURE, (), picture[1]))
        elif point:
            close()
            kind, sign = BlockKind.POINT, point[1]
            lines.append(point[2])
        else:
            if rows:
                close()
            lines.append(line)
    close()
    return blocks


def _cells(lines: list[str]) -> tuple[tuple[tuple[Run, ...], ...], ...]:
    """Return the runs of a table's cells, short rows filled up with empty ones."""
    words = [_CELL_END.split(line[1:-1]) for line in lines if not _RULE.match(line)]
    columns = max(map(len, words), default=0)
    return tuple(tuple(parse_runs(cell.strip()) for cell in [*row, *[""] * (columns - len(row))]) for row in words)
