"""Piles of stones or coins, and the tray that holds the chosen ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, MUTED, PAPER, SAND
from game.engine.light import shadow
from game.engine.sprites import sprite
from game.engine.text import Typeface, Weight
from game.engine.tween import Point
from game.engine.vector import circle, icon, svg
from game.kit import marks
from game.kit.drawing.sheet import draw_sheet
from game.kit.panel.items import Sprite

_RISE: Final = 0.14
"""How much higher each next stone of a pile is drawn, as a share of its size."""
_HOLE: Final = 40.0
"""Greatest width of a tray's place, in logical pixels."""


def draw_pile(
    canvas: Canvas, typeface: Typeface, drawn: Sprite, count: int, x: float, y: float, size: float, most: int = 5
) -> None:
    """Draw a pile of `count` stones with their number; nothing if there are none."""
    if count <= 0:
        return
    side = canvas.px(size)
    canvas.put_middle(shadow(side, round(side * 0.5), side // 4, max(1, side // 10), 150), x + 1, y + size * 0.3)
    top = y
    for layer in range(min(count, most)):
        top = y - layer * size * _RISE
        canvas.put_middle(drawn(side), x, top)
    if count > 1:
        marks.pill(canvas, typeface, str(count), x + size * 0.42, y + size * 0.36)


@sprite(kept=8)
def _hole(size_px: int) -> pygame.Surface:
    """Return an empty place of a tray."""
    body = circle(50, 50, 44, INK, PAPER, 5, fill_opacity=0.35, stroke_opacity=0.35)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=3)


@sprite(kept=4)
def _halo(size_px: int) -> pygame.Surface:
    return svg(circle(50, 50, 46, "none", LANTERN, 6), size_px, size_px, box=(0, 0, 100, 100), oversample=3)


def tray_button(box: Box) -> Point:
    """Return the middle of a tray's button."""
    return box.right - 26, box.centery + 12


def low_tray_button(box: Box) -> Point:
    """Return the middle of the button of a tray that has its places above it."""
    return box.centerx, box.bottom - 23


def draw_low_tray(canvas: Canvas, box: Box, chosen: Sequence[Sprite], count: int, *, lit: bool, focused: bool) -> None:
    """Draw a tray without a title: its places in a row above the button that sends them."""
    step = min(20.0, box.width / max(1, count))
    x, y = low_tray_button(box)
    for place in range(count):
        size = canvas.px(step - 2)
        made = chosen[place](size) if place < len(chosen) else _hole(size)
        canvas.put_middle(made, x + step * (place - (count - 1) / 2), min(box.top + 9, y - 31))
    _draw_button(canvas, x, y, lit=lit, focused=focused)


def _draw_button(canvas: Canvas, x: float, y: float, *, lit: bool, focused: bool) -> None:
    if lit:
        marks.button(canvas, x, y, 42, "check", lit=True)
    else:
        canvas.put_middle(_hole(canvas.px(42)), x, y)
        canvas.put_middle(icon("check", canvas.px(22), MUTED, 3.0), x, y)
    if focused:
        canvas.put_middle(_halo(canvas.px(50)), x, y)


def draw_tray(
    canvas: Canvas,
    typeface: Typeface,
    box: Box,
    title: str,
    chosen: Sequence[Sprite],
    count: int,
    *,
    lit: bool,
    focused: bool,
) -> None:
    """Draw a tray with `count` places for the chosen stones, and a button that sends them."""
    draw_sheet(canvas, box)
    y = box.top + 8 + typeface.leading(theme.CAPTION) / 2
    typeface.line(canvas, title, box.left + 10, y, theme.CAPTION, Weight.SEMIBOLD, SAND, max_width=box.width - 20)
    step = min(_HOLE, (box.width - 62) / max(1, count))
    for place in range(count):
        x = box.left + 8 + step * (place + 0.5)
        made = chosen[place](canvas.px(step * 0.9)) if place < len(chosen) else _hole(canvas.px(step * 0.86))
        canvas.put_middle(made, x, box.centery + 12)
    _draw_button(canvas, *tray_button(box), lit=lit, focused=focused)
