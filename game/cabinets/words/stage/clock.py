"""The shrinking bars of the clock: the time left of the turn, and of the round."""

from __future__ import annotations

from math import ceil

from game.cabinets.words.state import RIDDLES, View
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, ROSE, TEAL, Colour
from game.engine.text import Typeface, Weight

LAST_SECONDS = 3.0
"""Seconds left from which the time is red and ticks."""
_LEFT, _WIDE = 112.0, 400.0
_NUMBER = 532.0


def draw_clock(canvas: Canvas, typeface: Typeface, view: View, left: float | None, seconds: int) -> None:
    """Draw the bars of the turn and the round.

    `left` is the seconds left for the awaited move, `seconds` the length of a whole round. In the quiz, where a window
    leads only to the next hint, only the round has a bar.
    """
    if not view.clocked or view.phase != "turn":
        return
    quiz, turn = view.mode in RIDDLES, min(view.turn, view.left + view.spent)
    window = view.left if quiz and view.hints == 2 else turn - view.spent
    if quiz and view.hints < 2:
        window = min(view.left, view.turn * (view.hints + 1) // 3 - view.spent)
    passed = 0.0 if left is None else max(0.0, window / 1000 - left)
    of_round, of_turn = view.left / 1000 - passed, window / 1000 - passed
    shown, whole = (of_round, view.turn) if quiz else (of_turn, turn)
    colour = ROSE if shown < LAST_SECONDS else LANTERN
    _draw_bar(canvas, Box(_LEFT, 306, _WIDE, 12), shown * 1000 / max(1, whole), colour)
    if not quiz:
        _draw_bar(canvas, Box(_LEFT, 323, _WIDE, 7), of_round / max(10, seconds), TEAL)
    number = str(ceil(max(0.0, shown)))
    typeface.line(canvas, number, _NUMBER, 312, theme.BODY, Weight.BOLD, colour, "middle")


def _draw_bar(canvas: Canvas, box: Box, share: float, colour: Colour) -> None:
    area = canvas.pixels(box)
    canvas.surface.fill(INK, area)
    area.width = round(area.width * min(1.0, max(0.0, share)))
    canvas.surface.fill(colour, area)
