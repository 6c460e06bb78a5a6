"""What stands above a scene that is only wide, while a person holds a phone or a tablet upright."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import DESIGN_WIDTH, Box, Canvas
from game.engine.colour import LANTERN
from game.engine.text import Typeface, Weight
from game.engine.vector import icon

_SHARE = 0.048
"""Size of the letters, as a share of the window's width."""
_BETWEEN = 0.6
"""Where the words stand between the top of the window and the scene, as a share of that height."""


def draw_turn(canvas: Canvas, typeface: Typeface, text: str) -> None:
    """Draw a sentence in the free ground above the design frame, in letters for the window's width."""
    above = -canvas.bounds.top
    size = canvas.bounds.width * _SHARE * 100 / typeface.text_size
    high = typeface.height_of(text, DESIGN_WIDTH * 0.9, size, Weight.SEMIBOLD)
    side = canvas.bounds.width * _SHARE * 1.6
    if above < high + side:
        return
    top = -above * (1 - _BETWEEN) - high / 2
    canvas.put_middle(icon("smartphone", canvas.px(side), LANTERN, 2.0), DESIGN_WIDTH / 2, top - side * 0.7)
    room = Box(DESIGN_WIDTH * 0.05, top, DESIGN_WIDTH * 0.9, high)
    typeface.paragraph(canvas, text, room, size, Weight.SEMIBOLD, theme.TEXT_BRIGHT, "middle")
