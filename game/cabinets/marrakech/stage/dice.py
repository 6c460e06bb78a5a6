"""A die that is thrown, tumbles and lies, the tray it falls on, and a chart of how often each face came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import pygame

from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, MUTED, PAPER, SAND
from game.engine.light import shadow
from game.engine.ornament import BRASS, die_face, thrown_die
from game.engine.sprites import sprite
from game.engine.text import Typeface, Weight
from game.engine.theme import CAPTION
from game.engine.tween import arc, ease_out
from game.engine.vector import ellipse, path, points, radial, rect, star_points, svg
from game.kit.marks import CHIP

POSES = 20
"""Number of different positions drawn of one throw."""
LANDED = 0.8
"""Share of a throw after which the die has come to rest."""
_CHART = 84.0
"""Height of the chart below the tray, in design units."""
_LEAST_TRAY = 72.0
"""Least height of the room for the tray above the chart; with less, the tray and the chart stand side by side."""
_TRAY_RATIO = 1.6
"""Width of the tray by its height."""
Sides: TypeAlias = tuple[int, int, int, int, int, int]
"""The numbers on the top, left and right side of the die, then the three opposite to them."""


@dataclass(frozen=True)
class Throw:
    """A die that shows `face`: lying, or on its way while `share` of the throw is below 1."""

    face: int
    share: float = 1.0


@sprite(kept=4)
def tray(width_px: int, height_px: int) -> pygame.Surface:
    """Return an oval tray of brass lined with red felt."""
    wide, high = 200.0, 200.0 * height_px / width_px
    x, y, rx, ry = wide / 2, high / 2, wide / 2 - 4, high / 2 - 6
    defs = BRASS + radial("felt", [(0, "#93263F"), (0.7, "#66172F"), (1, "#3A0C1E")], 0.45, 0.4, 0.65)
    body = ellipse(x, y + 5, rx, ry, INK, fill_opacity=0.6) + ellipse(x, y, rx, ry, "url(#brass)", "#3A1F14", 2)
    body += ellipse(x, y, rx - 5, ry - 5, "none", "#FFE9B8", 1, stroke_opacity=0.55)
    body += ellipse(x, y, rx - 10, ry - 9, "url(#felt)", "#3A1F14", 2)
    for reach, opacity in ((0.80, 0.5), (0.66, 0.25)):
        inlay = [(x + px * (rx - 10), y + py * (ry - 9)) for px, py in star_points(0, 0, reach, 0.0, 0.90, 12)]
        body += path(points(inlay), "none", "#E9A93C", 1.2, stroke_opacity=opacity)
    body += ellipse(x, y - 2, rx - 10, ry - 9, "none", INK, 5, stroke_opacity=0.22)
    return svg(body, width_px, height_px, defs=defs, box=(0, 0, wide, high))


def draw_die(canvas: Canvas, throw: Throw, sides: Sides, x: float, y: float, size: float) -> None:
    """Draw the die around a point, rolling in from the right in falling bounces, or lying.

    `sides` are the die's sides as it comes to rest.
    """
    share = min(1.0, throw.share / LANDED)
    away = (1 - ease_out(share)) * size * 0.75
    height = arc(share * 2.5 % 1.0) * size * 0.45 * (1 - throw.share) ** 1.5 if throw.share < 1 else 0.0
    near = 1 - round(min(0.5, height / size) * 8) / 8
    wide, high = canvas.px(size * 0.70 * near), canvas.px(size * 0.28 * near)
    ground = shadow(wide, high, canvas.px(size * 0.14), canvas.px(6), round(190 * near))
    canvas.put_middle(ground, x + away + size * 0.07, y + size * 0.36 - away * 0.2)
    drawn = thrown_die(sides, int(share * POSES) / POSES, canvas.px(size))
    canvas.put_middle(drawn, x + away, y - height - away * 0.2)


@sprite(kept=96)
def _bar(width_px: int, height_px: int, filled: bool) -> pygame.Surface:
    edge = max(1.0, width_px / 14)
    radius = min(3.0 * edge, height_px / 2)
    if filled:
        return svg(rect(0, 0, width_px, height_px, radius, "#E2C08A"), width_px, height_px)
    inside = (edge / 2, edge / 2, width_px - edge, height_px - edge, radius)
    return svg(rect(*inside, PAPER, PAPER, edge, fill_opacity=0.07, stroke_opacity=0.5), width_px, height_px)


class RollWords(NamedTuple):
    """The words of the chart in the person's language: its caption and the names of its two kinds of bars."""

    caption: str
    expected: str
    actual: str


def draw_rolls(
    canvas: Canvas, typeface: Typeface, rolls: Sequence[int], faces: Sequence[int], words: RollWords, box: Box
) -> None:
    """Draw a pair of bars for each face from 1: hollow for the count expected from `faces`, filled for the real count.

    `rolls` holds how often each face came; `faces` lists the faces of a fair die.
    """
    total = sum(rolls)
    line = typeface.leading(CAPTION)
    y = box.top + line / 2
    used = typeface.line(canvas, words.caption, box.left, y, CAPTION, Weight.REGULAR, MUTED, max_width=box.width)
    _draw_legend(canvas, typeface, words, box.right, y, box.width - used - 12)
    expected = [total * faces.count(face) / len(faces) for face in range(1, len(rolls) + 1)]
    top = box.top + line + typeface.grown(CAPTION) + 2
    bars = Box(box.left, top, box.width, box.bottom - 24 - top)
    unit = bars.height / max(1.0, *rolls, *expected)
    column = box.width / len(rolls)
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


def draw_card(
    canvas: Canvas,
    typeface: Typeface,
    throw: Throw,
    sides: Sides,
    rolls: Sequence[int],
    faces: Sequence[int],
    words: RollWords,
    box: Box,
) -> None:
    """Draw the die on its tray, with the chart of rolls below it or, where there is little height, at its right."""
    growth = typeface.grown(CAPTION) - CAPTION
    chart = Box(box.left, box.bottom - _CHART - 2 * growth, box.width, _CHART + 2 * growth)
    room = Box(box.left, box.top, box.width, chart.top - box.top - 8)
    if room.height < _LEAST_TRAY:
        room = Box(box.left, box.top, box.width * 0.44, box.height)
        chart = Box(room.right + 12, box.top, box.right - room.right - 12, min(box.height, 1.5 * _CHART))
        chart.centery = box.centery
    wide = min(room.width, room.height * _TRAY_RATIO)
    high = wide / _TRAY_RATIO
    canvas.put_middle(tray(canvas.px(wide), canvas.px(high)), *room.center)
    draw_die(canvas, throw, sides, room.centerx, room.centery - high * 0.04, high * 0.66)
    draw_rolls(canvas, typeface, rolls, faces, words, chart)


def _draw_legend(canvas: Canvas, typeface: Typeface, words: RollWords, right: float, y: float, room: float) -> None:
    """Draw the legend of the chart, ending at `right`; nothing where `room` is too narrow for it."""
    entries = ((words.expected, False), (words.actual, True))
    widths = [typeface.measure(text, CAPTION) + 14 for text, _ in entries]
    if sum(widths) + 12 > room:
        return
    x = right - sum(widths) - 12
    for (text, filled), width in zip(entries, widths, strict=True):
        canvas.put_middle(_bar(canvas.px(9), canvas.px(11), filled), x + 4.5, y)
        typeface.line(canvas, text, x + 14, y, CAPTION, Weight.REGULAR, MUTED)
        x += width + 12


def small_face(canvas: Canvas, face: int, x: float, y: float) -> None:
    """Draw a small face of the die with its corner at a point; it means "with this roll"."""
    canvas.put(die_face(face, canvas.px(CHIP)), x, y)
