"""What stands on the Workshop's page: methods, the level with its steps, parameters and measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine import theme
from game.engine.canvas import DESIGN_HEIGHT, DESIGN_WIDTH, Box
from game.engine.text import Typeface
from game.engine.widgets import Widget
from game.engine.widgets.parts.tree import Beside, Column, Fill, Of, Part, Row

_SIDE, _TOP, _FOOT = 16.0, 10.0, 12.0
PAGE = Box(_SIDE, _TOP, DESIGN_WIDTH - 2 * _SIDE, DESIGN_HEIGHT - _TOP - _FOOT)
GAP = 8.0
LEFT_WIDTH, RIGHT_WIDTH = 232.0, 296.0
_LIST_HIGH = 200.0
"""Height of the list of methods where it stands above the level."""

_TWO_LINES_UP_TO = 125
"""Text size from which the sentence gets a third line, as fewer words fit into one."""


class Parts(NamedTuple):
    """The parts of the page."""

    top: Part
    """Number, size, and buttons that act on the level as a whole."""
    methods: Widget
    levels: Part
    ruler: Widget
    """One line below the level: the square under the pointer, and the layers."""
    words: Part
    """A sentence about the method with three buttons, or what to paint with."""
    steps: Part
    parameters: Part
    measures: Part


def page(parts: Parts) -> Part:
    """Return the page's tree: three columns, or in a narrow frame one."""
    middle = Column(parts.levels, parts.ruler, Fill(GAP / 2), parts.words, Fill(GAP), parts.steps, gap=0, grow=1)
    right = Column(parts.parameters, parts.measures, gap=GAP, wide=RIGHT_WIDTH)
    methods = Of(parts.methods, wide=LEFT_WIDTH, high=_LIST_HIGH)
    return Column(parts.top, Beside(methods, middle, right, gap=GAP, grow=1), gap=GAP)


def words_high(typeface: Typeface) -> float:
    """Return the height of the sentence, and of what stands in its place."""
    lines = 2 if typeface.text_size <= _TWO_LINES_UP_TO else 3
    return max(typeface.grown(theme.CONTROL_HEIGHT), typeface.leading(theme.CAPTION) * lines)


def halves(widgets: Sequence[Widget], *, beside: bool) -> Part:
    """Return a tree in which widgets share the room, side by side or one above the other."""
    parts = [Of(widget, grow=1) for widget in widgets]
    return Row(*parts, gap=GAP, fill=True, grow=1) if beside else Column(*parts, gap=GAP, grow=1)
