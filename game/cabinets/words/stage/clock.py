"""The bars that get shorter: what is left of the turn, and of the round."""

from __future__ import annotations

from math import ceil

from game.cabinets.words.state import View
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, ROSE, TEAL, Colour
from game.engine.text import Typeface, Weight

LAST_SECONDS = 3.0
"""In which time is red, and ticks."""
_LEFT, _WIDE = 112.0, 400.0
_NUMBER = 532.0


def draw_clock(canvas: Canvas, typeface: Typeface, view: View, clock: tuple[float, float] | None, seconds: int) -> None:
    """`clock` is what is left of how many seconds for the move that is waited for; `seconds` a whole round has."""
    if not view.clocked or view.phase == "over":
        return
    if view.mode == "quiz":
        _draw_quiz_clock(canvas, typeface, view, clock)
        return
    turn = min(view.turn, view.left + view.spent)
    left, whole = clock or ((turn - view.spent) / 1000, turn / 1000)
    passed = max(0.0, (turn - view.spent) / 1000 - left) if clock else 0.0
    colour = ROSE if left < LAST_SECONDS else LANTERN
    _draw_bar(canvas, Box(_LEFT, 306, _WIDE, 12), left * 1000 / max(1, turn), colour)
    _draw_bar(canvas, Box(_LEFT, 323, _WIDE, 7), (view.left / 1000 - passed) / max(10, seconds), TEAL)
    _draw_number(canvas, typeface, min(left, whole), 312, colour)


def _draw_quiz_clock(canvas: Canvas, typeface: Typeface, view: View, clock: tuple[float, float] | None) -> None:
    """One bar: what is left of the round. The clock that is told counts to the next hint alone."""
    window = min(view.left, view.turn * (view.hints + 1) // 3 - view.spent) if view.hints < 2 else view.left
    passed = max(0.0, window / 1000 - clock[0]) if clock else 0.0
    left = max(0.0, view.left / 1000 - passed)
    colour = ROSE if left < LAST_SECONDS else LANTERN
    _draw_bar(canvas, Box(_LEFT, 309, _WIDE, 14), left * 1000 / view.turn, colour)
    _draw_number(canvas, typeface, left, 316, colour)


def _draw_number(canvas: Canvas, typeface: Typeface, seconds: float, y: float, colour: Colour) -> None:
    typeface.line(canvas, str(ceil(max(0.0, seconds))), _NUMBER, y, theme.BODY, Weight.BOLD, colour, "middle")


def _draw_bar(canvas: Canvas, box: Box, share: float, colour: Colour) -> None:
    area = canvas.pixels(box)
    canvas.surface.fill(INK, area)
    area.width = round(area.width * min(1.0, max(0.0, share)))
    canvas.surface.fill(colour, area)
