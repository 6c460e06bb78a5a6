"""What is drawn on a seat's panel: rows of items, in the first of several forms that fits.

A game describes a seat by a `Panel`: forms from roomy to tight. Each form must tell what matters without pointing at
anything, in a panel beside the board as well as in one of 176×46 units.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, SAND, Colour
from game.engine.text import Typeface, Weight
from game.kit.panel.items import Beside, Item, Note, Sign, Sprite, Stack

_CLOSE = 0.9
"""Share of its size that everything in a form must keep for the form to fit; items that flex do not count."""
_FLEX = 0.45
"""The least share of its width that an item that flexes keeps."""
_WORD_GAP = 18.0
"""Space between figures that have words below them, in design units."""
_MOST_REST = 14.0
"""The most extra height that a row gets where there is room, in design units."""
_BELOW = 2.0
"""Space between a figure and the word below it, in design units."""
_NEXT = 3.0
"""The least space between two columns, in design units."""


class Row(NamedTuple):
    """One row of a panel: items from the left, and items at the right end.

    `columns`, if not 0, is the number of equal columns that the items from the left stand in, so that they line up
    between rows.
    """

    items: Sequence[Item]
    ends: Sequence[Item] = ()
    columns: int = 0
    gap: float = 12.0
    centred: bool = False
    """Whether items stand in the middle of their columns."""

    def high(self, typeface: Typeface) -> float:
        """Return the height of the row in design units, where there is room."""
        return max(item.size(typeface)[1] for item in (*self.items, *self.ends))

    def shares(self, typeface: Typeface, width: float) -> tuple[float, float]:
        """Return the factors by which the row's items shrink to fit a width: of items that flex, and of the others."""
        if self.columns:
            widest = max((item.size(typeface)[0] for item in self.items), default=1.0)
            share = min(1.0, (self._column(typeface, width) - _NEXT) / widest)
            return share, share
        wide, flexing = 0.0, 0.0
        for item in (*self.items, *self.ends):
            each = item.size(typeface)[0]
            wide += each
            flexing += each * item.flexes
        wide += self.gap * (len(self.items) + len(self.ends) - 1)
        flex = min(1.0, max(_FLEX, 1 - (wide - width) / flexing)) if flexing else 1.0
        share = min(1.0, width / (wide - flexing * (1 - flex)))
        return flex * share, share

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> float:
        """Draw the row in a box. Return the x at which its items from the left end."""
        squeezed = min(1.0, box.height / self.high(typeface))
        flex, share = self.shares(typeface, box.width)
        share = min(squeezed, share)
        right = box.right
        for item in reversed(self.ends):
            wide = item.size(typeface)[0] * (flex if item.flexes else squeezed if self.columns else share)
            item.draw(canvas, typeface, Box(right - wide, box.top, wide, box.height))
            right -= wide + self.gap * share
        column, left = self._column(typeface, box.width), box.left
        for place, item in enumerate(self.items):
            wide = item.size(typeface)[0] * (flex if item.flexes else share)
            if self.columns:
                left = box.left + place * column + (column - wide) / 2 * self.centred
            item.draw(canvas, typeface, Box(left, box.top, wide, box.height))
            left += wide + self.gap * share
        return left - self.gap * share

    def _column(self, typeface: Typeface, width: float) -> float:
        ends = sum(item.size(typeface)[0] + self.gap for item in self.ends)
        return (width - ends) / max(1, self.columns)


Form: TypeAlias = Sequence[Row]
"""What a panel shows: rows from the top down."""
Panel: TypeAlias = Sequence[Form]
"""Forms of one panel, from the largest to the smallest; empty if there is nothing to show for a seat."""


def draw_panel(canvas: Canvas, typeface: Typeface, panel: Panel, box: Box) -> Box:
    """Draw the first form that fits the box, or else the one that shrinks least. Return the room to the right of its
    first row.
    """
    if not panel:
        return box
    form = next((form for form in panel if _share(form, typeface, box) >= _CLOSE), None)
    if form is None:
        form = max(panel, key=lambda form: _share(form, typeface, box))
    natural = [row.high(typeface) for row in form]
    squeezed = min(1.0, box.height / sum(natural))
    rest = min(_MOST_REST, max(0.0, box.height - sum(natural)) / len(natural))
    highs = [high * squeezed + rest for high in natural]
    first = top = box.centery - sum(highs) / 2
    ends = []
    for row, high in zip(form, highs, strict=True):
        ends.append(row.draw(canvas, typeface, Box(box.left, top, box.width, high)))
        top += high
    return Box(ends[0], first, max(0.0, box.right - ends[0]), highs[0])


def _share(form: Form, typeface: Typeface, box: Box) -> float:
    """Return the factor by which a form would shrink in a box, at most 1; items that flex do not count in width."""
    lines = box.height / sum(row.high(typeface) for row in form)
    return min(1.0, lines, *(row.shares(typeface, box.width)[1] for row in form))


class Figure(NamedTuple):
    """One number of a seat, with what it counts. The first of several is the most important and is written larger."""

    value: str
    word: str
    """What the number counts, in the person's language."""
    sign: str | Sprite
    """Sign of what the number counts: the name of an icon, used where the word does not fit, or a function that draws
    it.
    """
    tone: Colour = SAND

    def in_words(self, first: bool) -> Item:
        """Return an item: the number above its word, with its sign before it if the sign is drawn by a function."""
        size = theme.HEADING if first else theme.LABEL
        drawn = not isinstance(self.sign, str)
        least = "" if drawn else "000"
        number = Note(self.value, size, Weight.BOLD, self.tone, least, line=theme.HEADING)
        word = Note(self.word, theme.CAPTION, Weight.REGULAR, MUTED)
        if drawn:
            return Stack((Beside((Sign(self.sign, 24.0 if first else 15.0, grows=True), number), 6.0), word), _BELOW)
        return Stack((number, word), _BELOW)

    def in_sign(self, first: bool) -> Item:
        """Return an item: the number behind its sign; the first number has a sign only if it is drawn by a function."""
        size, weight = (theme.HEADING, Weight.BOLD) if first else (theme.BODY, Weight.SEMIBOLD)
        number = Note(self.value, size, weight, self.tone, "000" if first else "")
        if first and isinstance(self.sign, str):
            return number
        return Beside((Sign(self.sign, 24.0 if first else 15.0, grows=True), number))


def words(figures: Sequence[Figure]) -> Row:
    """Return a row of figures with their words below them."""
    return Row([figure.in_words(place == 0) for place, figure in enumerate(figures)], gap=_WORD_GAP)


def signs(figures: Sequence[Figure]) -> Row:
    """Return a row of figures behind their signs."""
    return Row([figure.in_sign(place == 0) for place, figure in enumerate(figures)])


def figures_panel(figures: Sequence[Figure]) -> Panel:
    """Return a panel of figures: with words, else with signs, else as many of the first figures with signs as fit."""
    if not figures:
        return ()
    return [[words(figures)], *([signs(figures[:many])] for many in range(len(figures), 0, -1))]
