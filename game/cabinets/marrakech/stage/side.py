"""The game's own card beside the board: the die on its tray, and how often each face came."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.cabinets.marrakech.board import FACES
from game.cabinets.marrakech.stage.die import draw_die, tray
from game.cabinets.marrakech.stage.picture import Throw
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, SAND
from game.engine.ornament import die_face
from game.engine.sprites import sprite
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.theme import CAPTION
from game.engine.vector import rect, svg

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
    draw_die(canvas, throw, room.centerx, room.centery - high * 0.04, high * 0.66)
    _draw_rolls(canvas, surroundings, rolls, chart)


@sprite(kept=96)
def _bar(width_px: int, height_px: int, filled: bool) -> pygame.Surface:
    edge = max(1.0, width_px / 14)
    radius = min(3.0 * edge, height_px / 2)
    if filled:
        return svg(rect(0, 0, width_px, height_px, radius, "#E2C08A"), width_px, height_px)
    inside = (edge / 2, edge / 2, width_px - edge, height_px - edge, radius)
    return svg(rect(*inside, PAPER, PAPER, edge, fill_opacity=0.07, stroke_opacity=0.5), width_px, height_px)


def _draw_rolls(canvas: Canvas, surroundings: Surroundings, rolls: Sequence[int], box: Box) -> None:
    """A pair of bars for each face: hollow is what a fair die gives, filled what came."""
    typeface = surroundings.typeface
    total = sum(rolls)
    line = typeface.leading(CAPTION)
    caption = surroundings.texts.line("marrakech_stage.rolls", count=total)
    y = box.top + line / 2
    used = typeface.line(canvas, caption, box.left, y, CAPTION, Weight.REGULAR, MUTED, max_width=box.width)
    _draw_legend(canvas, surroundings, box.right, y, box.width - used - 12)
    expected = [total * FACES.count(face) / len(FACES) for face in (1, 2, 3, 4)]
    top = box.top + line + typeface.grown(CAPTION) + 2
    bars = Box(box.left, top, box.width, box.bottom - 24 - top)
    unit = bars.height / max(1.0, *rolls, *expected)
    column = box.width / 4
    wide = min(14.0, (column - 10) / 2)
    for index, (came, fair) in enumerate(zip(rolls, expected, strict=True)):
        x = box.left + (index + 0.5) * column
        for height, filled, left in ((fair * unit, False, x - wide - 1), (came * unit, True, x + 1)):
            if height > 0.5:
                drawn = _bar(canvas.px(wide), max(2, canvas.px(height)), filled)
                canvas.put(drawn, left, bars.bottom - drawn.get_height() / canvas.scale)
        number_y = bars.bottom - came * unit - typeface.grown(CAPTION) / 2 - 2
        typeface.line(canvas, str(came), x + 1 + wide / 2, number_y, CAPTION, Weight.SEMIBOLD, SAND, "middle")
        canvas.put_middle(die_face(index + 1, canvas.px(19)), x, box.bottom - 10)


def _draw_legend(canvas: Canvas, surroundings: Surroundings, right: float, y: float, room: float) -> None:
    """What hollow and filled mean, ending at `right`, where there is room for it."""
    typeface, texts = surroundings.typeface, surroundings.texts
    entries = [(texts.line("marrakech_stage.expected"), False), (texts.line("marrakech_stage.actual"), True)]
    widths = [typeface.measure(text, CAPTION) + 14 for text, _ in entries]
    if sum(widths) + 12 > room:
        return
    x = right - sum(widths) - 12
    for (text, filled), width in zip(entries, widths, strict=True):
        canvas.put_middle(_bar(canvas.px(9), canvas.px(11), filled), x + 4.5, y)
        typeface.line(canvas, text, x + 14, y, CAPTION, Weight.REGULAR, MUTED)
        x += width + 12
