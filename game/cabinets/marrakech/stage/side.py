"""The game's own card beside the board: the die on its tray, and how often each face came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.cabinets.marrakech.board import FACES
from game.engine.canvas import Box, Canvas
from game.engine.stage import Surroundings
from game.engine.theme import CAPTION
from game.kit.dice import RollWords, Sides, Throw, draw_die, draw_rolls, tray

SIDES: Mapping[int, Sides] = {
    0: (1, 4, 2, 2, 3, 1),
    1: (1, 4, 2, 2, 3, 1),
    2: (2, 1, 3, 2, 3, 1),
    3: (3, 4, 2, 2, 3, 1),
    4: (4, 2, 1, 2, 3, 1),
}
"""How the die lies by the face on top; 0 is before the first throw."""
CHART = 84.0
"""Height of the chart below the tray."""
LEAST_TRAY = 72.0
"""Height of the room for the tray above the chart, below which both stand side by side."""
TRAY_RATIO = 1.6
"""Width of the tray by its height."""


def draw_side(canvas: Canvas, surroundings: Surroundings, throw: Throw, rolls: Sequence[int], box: Box) -> None:
    """The tray with the die, and how often each face came beside how often it should: below, or right of it."""
    growth = surroundings.typeface.grown(CAPTION) - CAPTION
    chart = Box(box.left, box.bottom - CHART - 2 * growth, box.width, CHART + 2 * growth)
    room = Box(box.left, box.top, box.width, chart.top - box.top - 8)
    if room.height < LEAST_TRAY:
        room = Box(box.left, box.top, box.width * 0.44, box.height)
        chart = Box(room.right + 12, box.top, box.right - room.right - 12, min(box.height, 1.5 * CHART))
        chart.centery = box.centery
    wide = min(room.width, room.height * TRAY_RATIO)
    high = wide / TRAY_RATIO
    canvas.put_middle(tray(canvas.px(wide), canvas.px(high)), *room.center)
    draw_die(canvas, throw, SIDES[throw.face], room.centerx, room.centery - high * 0.04, high * 0.66)
    texts = surroundings.texts
    caption = texts.line("marrakech_stage.rolls", count=sum(rolls))
    words = RollWords(caption, texts.line("marrakech_stage.expected"), texts.line("marrakech_stage.actual"))
    draw_rolls(canvas, surroundings.typeface, rolls, FACES, words, chart)
