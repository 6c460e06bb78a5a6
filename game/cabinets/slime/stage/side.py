"""The side card of Slime: a chart of both teams' squares, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.slime.field import SQUARES
from game.cabinets.slime.stage.picture import Picture
from game.cabinets.slime.stage.shares import Extent, History, draw_shares
from game.cabinets.slime.stage.tones import land_tones
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, mix
from game.engine.stage import Look, Surroundings
from game.engine.text import Weight
from game.engine.text.typeface import Anchor
from game.engine.theme import CAPTION, LABEL

_TICKS: tuple[tuple[int, Anchor], ...] = ((0, "left"), (1, "middle"), (2, "middle"), (3, "right"))
"""Thirds of the match at which turns are numbered, and how the numbers stand there."""
_LEAST_CHART = 18.0
"""The least height of the chart with turn numbers below it."""


def draw_areas(canvas: Canvas, box: Box, history: History, turn: int, turns: int, looks: Sequence[Look]) -> None:
    """Draw the chart of a match of `turns` without turn numbers and figures."""
    colours = [(look.colour, land_tones(look.colour).shore) for look in looks]
    draw_shares(canvas, box, history, turn, Extent(turns, SQUARES), colours)


def draw_side(canvas: Canvas, given: Surroundings, history: History, picture: Picture, box: Box) -> None:
    """Draw the chart with turn numbers below and, where the box is high enough, the squares in figures above."""
    typeface, turn, turns = given.typeface, picture.turn, picture.turns
    low, top = typeface.leading(CAPTION), box.top + 6
    if box.height > 110 + 2 * low:
        _draw_figures(canvas, given, picture, Box(box.left, box.top, box.width, typeface.leading(LABEL)))
        top += typeface.leading(LABEL) + 8
    with_ticks = box.bottom - low - top >= _LEAST_CHART
    chart = Box(box.left, top, box.width, box.bottom - (low if with_ticks else 0) - top)
    draw_areas(canvas, chart, history, turn, turns, given.looks)
    if not with_ticks:
        return
    narrow = chart.width / 3 < typeface.measure("120", CAPTION) + 20
    for tick, anchor in (_TICKS[0], _TICKS[-1]) if narrow else _TICKS:
        x = chart.left + tick / 3 * chart.width
        typeface.line(
            canvas, str(turns * tick // 3), x, box.bottom - low / 2 + 2, CAPTION, Weight.REGULAR, MUTED, anchor
        )
    room = chart.right - (chart.left + turn / turns * chart.width) - 16
    text = given.texts.line("slime_stage.to_go", turns=picture.left)
    if picture.left and typeface.measure(text, CAPTION) <= room:
        typeface.line(canvas, text, chart.right - 8 - room / 2, chart.centery, CAPTION, Weight.REGULAR, MUTED, "middle")


def _draw_figures(canvas: Canvas, given: Surroundings, picture: Picture, box: Box) -> None:
    """Write how many squares each team has, and how many nobody owns, in their colours."""
    typeface, squares = given.typeface, [team.squares for team in picture.teams]
    ends: tuple[tuple[float, Anchor], ...] = ((box.left, "left"), (box.right, "right"))
    for look, own, (x, anchor) in zip(given.looks, squares, ends, strict=True):
        tone = mix(look.colour, PAPER, 0.25)
        typeface.line(canvas, f"{100 * own / SQUARES:.0f}%", x, box.centery, LABEL, Weight.BOLD, tone, anchor)
    free = given.texts.line("slime_stage.free", squares=SQUARES - sum(squares))
    room = box.width - 2 * typeface.measure("100%", LABEL, Weight.BOLD) - 16
    if typeface.measure(free, CAPTION) <= room:
        typeface.line(canvas, free, box.centerx, box.centery, CAPTION, Weight.REGULAR, MUTED, "middle")
