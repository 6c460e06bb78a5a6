"""How things stand on a seat's panel: in rows, in the first of several forms for which there is room.

A game says what a seat has as `Panel`, forms from roomy to tight. Each form tells what matters at a glance without
anything being pointed at, in a panel beside the board as in one of 176×46 units.
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
"""A form fits if nothing in it but what flexes is smaller than this share of its size."""
_FLEX = 0.45
"""Share of its width that what flexes keeps at least."""
_WORD_GAP = 18.0
"""Between figures with words below them."""
_MOST_REST = 14.0
"""Height that a row gets beyond its own where there is room."""
_BELOW = 2.0
"""Between a figure and its word."""
_NEXT = 3.0
"""Least width between two columns."""


class Row(NamedTuple):
    """Things from the left, and things at the right end. With `columns` those from the left stand below each other."""

    items: Sequence[Item]
    ends: Sequence[Item] = ()
    columns: int = 0
    gap: float = 12.0
    centred: bool = False
    """Whether things stand in the middle of their columns."""

    def high(self, typeface: Typeface) -> float:
        """Height where there is room."""
        return max(item.size(typeface)[1] for item in (*self.items, *self.ends))

    def shares(self, typeface: Typeface, width: float) -> tuple[float, float]:
        """By what factor things are smaller in a row so wide: those that flex, and the others."""
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
        """Draw the row; returns where its things from the left end."""
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
"""What a panel shows, from the top down."""
Panel: TypeAlias = Sequence[Form]
"""Forms of one panel, from the one that needs most room to the one that needs least; empty if a seat has nothing."""


def draw_panel(canvas: Canvas, typeface: Typeface, panel: Panel, box: Box) -> Box:
    """Draw the first form that fits, or the one that loses least; returns the room beside its first row."""
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
    """How much smaller a form would be than it is where there is room, at most 1."""
    lines = box.height / sum(row.high(typeface) for row in form)
    return min(1.0, lines, *(row.shares(typeface, box.width)[1] for row in form))


class Figure(NamedTuple):
    """One number of a seat. The first of several is the one that matters, and is written large."""

    value: str
    word: str
    """What it counts, in the person's language."""
    sign: str | Sprite
    """What stands for it: an icon's name, where its word does not fit, or what draws it."""
    tone: Colour = SAND

    def in_words(self, first: bool) -> Item:
        """The number with its word below, and with its sign if that is drawn."""
        size = theme.HEADING if first else theme.LABEL
        drawn = not isinstance(self.sign, str)
        least = "" if drawn else "000"
        number = Note(self.value, size, Weight.BOLD, self.tone, least, line=theme.HEADING)
        word = Note(self.word, theme.CAPTION, Weight.REGULAR, MUTED)
        if drawn:
            return Stack((Beside((Sign(self.sign, 24.0 if first else 15.0, grows=True), number), 6.0), word), _BELOW)
        return Stack((number, word), _BELOW)

    def in_sign(self, first: bool) -> Item:
        """The number behind its sign; the first has one only if it is drawn."""
        size, weight = (theme.HEADING, Weight.BOLD) if first else (theme.BODY, Weight.SEMIBOLD)
        number = Note(self.value, size, weight, self.tone, "000" if first else "")
        if first and isinstance(self.sign, str):
            return number
        return Beside((Sign(self.sign, 24.0 if first else 15.0, grows=True), number))


def words(figures: Sequence[Figure]) -> Row:
    """Figures with their words below them."""
    return Row([figure.in_words(place == 0) for place, figure in enumerate(figures)], gap=_WORD_GAP)


def signs(figures: Sequence[Figure]) -> Row:
    """Figures behind their signs."""
    return Row([figure.in_sign(place == 0) for place, figure in enumerate(figures)])


def figures_panel(figures: Sequence[Figure]) -> Panel:
    """Figures with words, else with signs, else as many of them as there is room for."""
    if not figures:
        return ()
    return [[words(figures)], *([signs(figures[:many])] for many in range(len(figures), 0, -1))]
