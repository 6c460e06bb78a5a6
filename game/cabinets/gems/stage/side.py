"""The card beside the table: points by turn up to the target, and what each seat has bought and paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from game.cabinets.gems.state import View
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.ornament import badge
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.kit.drawing.lines import Line, draw_lines


def draw_side(canvas: Canvas, given: Surroundings, view: View, scores: Mapping[int, Sequence[int]], box: Box) -> None:
    """Draw lines of points with one for the target, and below each seat's number of cards and tokens paid for them."""
    typeface, count = given.typeface, len(view.seats)
    rows = {
        given.texts.line("gems.result.cards"): [len(own.bought) for own in view.seats],
        given.texts.line("gems.stage.paid"): [own.paid for own in view.seats],
    }
    high = min(typeface.leading(theme.CAPTION) + 4, box.height * 0.15)
    wide = min(60.0, (box.width - 4 - max(typeface.measure(title, theme.CAPTION) for title in rows)) / count)
    columns = [box.right - wide * (count - place - 0.5) for place in range(count)]
    y = box.bottom - 2.5 * high
    _draw_points(canvas, given, view, scores, Box(box.left, box.top, box.width, y - high / 2 - 4 - box.top))
    for look, x in zip(given.looks, columns, strict=True):
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(16)), x, y)
    for title, figures in rows.items():
        y += high
        typeface.line(canvas, title, box.left, y, theme.CAPTION, colour=theme.TEXT_MUTED)
        for figure, x in zip(figures, columns, strict=True):
            typeface.line(canvas, str(figure), x, y, theme.CAPTION, Weight.BOLD, theme.TEXT, "middle")


def _draw_points(
    canvas: Canvas, given: Surroundings, view: View, scores: Mapping[int, Sequence[int]], box: Box
) -> None:
    known = [turn for turn in sorted(scores) if turn <= view.turns + 1]
    lines = [
        Line(
            look.colour,
            tuple((turn, scores[turn][seat]) for turn in known),
            {turn: partial(badge, look.shape, look.colour) for turn in known[-1:]},
        )
        for seat, look in enumerate(given.looks)
    ]
    last = known[-1] if known else 0
    lines.append(Line(PAPER, ((0, view.target), (last, view.target)), {}))
    most = max(view.target, *(own.points for own in view.seats))
    draw_lines(canvas, given.typeface, lines, last, most, given.texts.line("gems.stage.goal", target=view.target), box)
