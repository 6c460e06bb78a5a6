"""Letters and numbers along the sides of a board, and the names of its squares as people say them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.stage import READABLE_FROM
from game.engine.text import Typeface, Weight

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def letters(columns: int, left_out: str = "") -> tuple[str, ...]:
    """Return the names of the columns of a board, from the left, skipping the letters `left_out`.

    >>> letters(9, left_out="i")
    ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'j')
    """
    return tuple(letter for letter in LETTERS if letter not in left_out)[:columns]


def numbers(rows: int, *, from_top: bool = False) -> tuple[str, ...]:
    """Return the names of the rows of a board, from the top down; they count from the foot unless `from_top`.

    >>> numbers(3), numbers(3, from_top=True)
    (('3', '2', '1'), ('1', '2', '3'))
    """
    counted = tuple(str(row + 1) for row in range(rows))
    return counted if from_top else counted[::-1]


def draw_labels(
    canvas: Canvas,
    typeface: Typeface,
    board: Box,
    field: Box,
    columns: Sequence[str],
    rows: Sequence[str],
    colour: Colour,
    *,
    of_lines: bool = False,
) -> None:
    """Write each column's and row's label on all four sides, half way between the board's edge and its field.

    Labels name squares that fill the field or, with `of_lines`, lines from edge to edge. They grow with the text size
    only as far as the rim has room, and are left out in pictures too small to read.
    """
    if canvas.scale < READABLE_FROM:
        return
    rim = min(field.left - board.left, field.top - board.top)
    size = min(theme.CAPTION, (rim - 4) * 0.75 * 100 / typeface.text_size)
    across = (board.left + field.left) / 2, (board.right + field.right) / 2
    down = (board.top + field.top) / 2, (board.bottom + field.bottom) / 2
    beside = _along(field.left, field.width, columns, of_lines), _along(field.top, field.height, rows, of_lines)
    places = [(x, y, text) for (x, text), y in product(beside[0], down)]
    places += [(x, y, text) for (y, text), x in product(beside[1], across)]
    for x, y, text in places:
        typeface.line(canvas, text, x, y, size, Weight.SEMIBOLD, colour, "middle")


def _along(start: float, length: float, names: Sequence[str], of_lines: bool) -> Sequence[tuple[float, str]]:
    """Return each name with its coordinate along one side."""
    gap = length / (len(names) - of_lines)
    return [(start + gap * (number + 0.5 * (not of_lines)), name) for number, name in enumerate(names)]
