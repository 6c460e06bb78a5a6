"""A chart of one number for each seat over the turns of a match, as lines with marks where something happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER, Colour, lighten, luminance
from game.engine.sprites import sprite
from game.engine.text import Typeface
from game.engine.vector import path, points, rect, svg

_DASHES: Final = ("", "9 5", "2.5 4.5", "13 4 2.5 4", "5 3", "1.5 3", "16 5", "8 3 2 3 2 3")
"""SVG dash pattern of each seat's line, so that seats differ by more than colour."""
_DIM_BELOW: Final = 0.2
"""Luminance (0 to 1) below which a colour is lightened, to be visible as a line on dark ground."""
_WIDE: Final = 2.6
_SIGN: Final = 18.0
_EDGE: Final = 12.0


class Line(NamedTuple):
    """The line of one seat in a chart."""

    colour: Colour
    values: tuple[tuple[int, int], ...]
    """Pairs of turn and value, ascending by turn."""
    marks: Mapping[int, Callable[[int], pygame.Surface]]
    """For each turn in which something happened, a function that draws its mark at a size in pixels."""


def seat_line(seat: Seat, colour: Colour, data: str) -> str:
    """Return SVG elements that draw a seat's line along the path data `data`, with the seat's dash pattern."""
    dash = _DASHES[seat % len(_DASHES)]
    tone = lighten(colour, 0.4 if luminance(colour) < _DIM_BELOW else 0.12)
    under = path(data, "none", "#0D0B1E", _WIDE + 2.4, stroke_opacity=0.5)
    return under + path(data, "none", tone, _WIDE, **({"stroke_dasharray": dash} if dash else {}))


@sprite(kept=4)
def _drawn(width_px: int, height_px: int, lines: tuple[tuple[Colour, str], ...], wide: float) -> pygame.Surface:
    body = rect(0, 0, wide, wide * height_px / width_px, 6, PAPER, fill_opacity=0.06)
    body += "".join(seat_line(seat, colour, data) for seat, (colour, data) in enumerate(lines))
    return svg(body, width_px, height_px, box=(0, 0, wide, wide * height_px / width_px))


def draw_lines(
    canvas: Canvas, typeface: Typeface, lines: Sequence[Line], turns: int, most: int, title: str, box: Box
) -> None:
    """Draw a chart of lines below a title: turns 0 to `turns` from left to right, values 0 to `most` upwards."""
    head = typeface.leading(theme.CAPTION) + 2
    plot = Box(box.left + _EDGE, box.top + head + 8, box.width - 2 * _EDGE, box.height - head - 8 - _EDGE)

    def at(turn: int, value: int) -> tuple[float, float]:
        return plot.left + plot.width * turn / max(1, turns), plot.bottom - plot.height * value / max(1, most)

    paths = []
    for line in lines:
        corners = [(x - box.left, y - box.top) for x, y in (at(*each) for each in line.values)]
        paths.append((line.colour, points(corners, closed=False) if corners else "M0 0"))
    area = canvas.pixels(box)
    canvas.put(_drawn(area.width, area.height, tuple(paths), box.width), box.left, box.top)
    typeface.line(
        canvas,
        title,
        box.left + 8,
        box.top + head / 2 + 2,
        theme.CAPTION,
        colour=theme.TEXT_MUTED,
        max_width=box.width - 16,
    )
    for line in lines:
        known = dict(line.values)
        for turn, mark in line.marks.items():
            canvas.put_middle(mark(canvas.px(_SIGN)), *at(turn, known[turn]))
