"""Boxes of the parts of the Workshop's scene, in logical pixels."""

from __future__ import annotations

from typing import NamedTuple

from game.engine import theme
from game.engine.canvas import DESIGN_HEIGHT, DESIGN_WIDTH, Box
from game.engine.text import Typeface

SIDE = 16.0
TOP = 10.0
LEFT_WIDTH, RIGHT_WIDTH = 232.0, 296.0
GAP = 8.0
COUNTER_HIGH = 21.0
"""Height of a line with a measure, in logical pixels."""
_STEPS_HIGH = 162.0
BAR_HIGH, BAR_PADDING = 32.0, 10.0
"""Height of the bar that plays the steps, and the space around it; both are all that is left of a folded panel."""
_RULER = 24.0
_TWO_LINES_UP_TO = 125
"""Text size from which the sentence gets a third line, as fewer words fit into one."""


class Layout(NamedTuple):
    """Boxes of the scene's parts, for one text size."""

    top: Box
    """Number, size, and buttons that act on the level as a whole."""
    methods: Box
    parameters: Box
    measures: Box
    level: Box
    ruler: Box
    """One line below the level: the square under the pointer, and the layers."""
    words: Box
    """A sentence about the method, and three buttons."""
    steps: Box


def lay_out(typeface: Typeface, measures: int, *, folded: bool = False) -> Layout:
    """Return the boxes for a text size and a number of measures; with the steps `folded` the level is larger."""
    control = typeface.grown(theme.CONTROL_HEIGHT)
    top = Box(SIDE, TOP, DESIGN_WIDTH - 2 * SIDE, control)
    body_top, body_bottom = top.bottom + GAP, DESIGN_HEIGHT - 12.0
    methods = Box(SIDE, body_top, LEFT_WIDTH, body_bottom - body_top)
    right = DESIGN_WIDTH - SIDE - RIGHT_WIDTH
    rows = min(measures, int((body_bottom - body_top) * 0.42 / typeface.grown(COUNTER_HIGH)))
    measured = typeface.grown(COUNTER_HIGH) * rows + 48 + typeface.leading(theme.BODY)
    measured_box = Box(right, body_bottom - measured, RIGHT_WIDTH, measured)
    parameters = Box(right, body_top, RIGHT_WIDTH, measured_box.top - GAP - body_top)
    left, wide = methods.right + GAP, right - GAP - methods.right - GAP
    steps_high = typeface.grown(BAR_HIGH) + 2 * BAR_PADDING if folded else typeface.grown(_STEPS_HIGH)
    steps = Box(left, body_bottom - steps_high, wide, steps_high)
    words_bottom = steps.top - GAP
    words_high = max(control, typeface.leading(theme.CAPTION) * (2 if typeface.text_size <= _TWO_LINES_UP_TO else 3))
    words = Box(left, words_bottom - words_high, wide, words_high)
    ruler_high = typeface.grown(_RULER)
    ruler = Box(left, words.top - GAP / 2 - ruler_high, wide, ruler_high)
    level = Box(left, body_top, wide, ruler.top - body_top)
    return Layout(top, methods, parameters, measured_box, level, ruler, words, steps)


def halves(box: Box, *, beside: bool) -> tuple[Box, Box]:
    """Return the two halves of a box: side by side, or one above the other."""
    if beside:
        wide = (box.width - GAP) / 2
        return Box(box.left, box.top, wide, box.height), Box(box.right - wide, box.top, wide, box.height)
    high = (box.height - GAP) / 2
    return Box(box.left, box.top, box.width, high), Box(box.left, box.bottom - high, box.width, high)
