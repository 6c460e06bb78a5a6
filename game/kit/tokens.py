"""Cut stones, piles of them or of coins, and how some of them are handed over."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal

import pygame

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, MUTED, OUTLINE, PAPER, SAND, WHITE, Colour, darken, lighten, on
from game.engine.light import shadow
from game.engine.sprites import sprite
from game.engine.text import Typeface, Weight
from game.engine.tween import Point
from game.engine.vector import circle, icon, linear, path, points, polygon, star, svg
from game.kit import marks
from game.kit.drawing.effects import Flight
from game.kit.drawing.sheet import draw_sheet
from game.kit.panel.items import Sprite
from game.kit.script import Script

STAGGER: Final = 0.08
"""Seconds after which the next one follows."""
LONGEST_ROW: Final = 0.5
"""Seconds within which all of one payment set off."""
_RISE: Final = 0.14
"""How much higher the next of a pile lies, in parts of its size."""

_HOLE: Final = 40.0
"""Most that a place of a tray takes."""

STONES: Final[tuple[Colour, ...]] = ("#EEF1FA", "#3D73E8", "#2AA56A", "#D93651", "#40384F", "#F2B134")
"""The colours of the stones by their kinds: diamond, sapphire, emerald, ruby, onyx, and a coin of gold."""
Setting = Literal["full", "gilt", "hollow"]
"""How a stone is set: as it is, rimmed with gold, or as its outline alone."""


def _cut(kind: int, share: float) -> str:
    """Path data of a stone's outline around (50, 50), or of the facet within it that is `share` as large."""
    reach = 46 * share
    match kind:
        case 0:
            return polygon(50, 50, reach, 8, math.pi / 8)
        case 2:
            x, y, cut = 34 * share, reach, 15 * share
            corners = [(x, y - cut), (x - cut, y), (cut - x, y), (-x, y - cut)]
            corners += [(-x, cut - y), (cut - x, -y), (x - cut, -y), (x, cut - y)]
            return points((50 + dx, 50 + dy) for dx, dy in corners)
        case 3:
            top, side, foot = 50 - reach * 1.04, 37 * share, 50 + reach
            return (
                f"M50 {top:.1f}C{50 + side * 0.5:.1f} {50 - reach * 0.5:.1f} {50 + side:.1f} 50 {50 + side:.1f} "
                f"{50 + reach * 0.28:.1f}A{side:.1f} {reach * 0.74:.1f} 0 0 1 50 {foot:.1f}A{side:.1f} "
                f"{reach * 0.74:.1f} 0 0 1 {50 - side:.1f} {50 + reach * 0.28:.1f}C{50 - side:.1f} 50 "
                f"{50 - side * 0.5:.1f} {50 - reach * 0.5:.1f} 50 {top:.1f}Z"
            )
        case 4:
            return points(
                (50 + 39 * share * dx, 50 + 39 * share * dy) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            )
    return (
        f"M{50 - reach:.1f} 50A{reach:.1f} {reach:.1f} 0 1 1 {50 + reach:.1f} 50"
        f"A{reach:.1f} {reach:.1f} 0 1 1 {50 - reach:.1f} 50Z"
    )


@sprite(kept=256)
def stone(kind: int, size_px: int, setting: Setting = "full") -> pygame.Surface:
    """A cut stone, or a coin for kind 5; each kind has a shape of its own, for eyes to which colours say nothing."""
    colour = STONES[kind]
    if setting == "hollow":
        body = path(_cut(kind, 0.94), "#1B1030", PAPER, 7, fill_opacity=0.72)
        body += path(_cut(kind, 0.8), "none", lighten(colour, 0.2), 9)
        return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)
    rim, line = (LANTERN, 11.0) if setting == "gilt" else (OUTLINE, 5.0)
    defs = linear("cut", [(0, lighten(colour, 0.45)), (0.5, colour), (1, darken(colour, 0.38))])
    body = path(_cut(kind, 0.96), "url(#cut)", OUTLINE, line + 3) + path(_cut(kind, 0.94), "none", rim, line)
    if kind == 5:
        body += circle(50, 50, 34, "none", darken(colour, 0.4), 3) + path(star(50, 50, 26), darken(colour, 0.35))
    else:
        body += path(_cut(kind, 0.56), lighten(colour, 0.25), WHITE, 2.5, fill_opacity=0.55, stroke_opacity=0.55)
    body += path("M24 30Q34 17 50 16", "none", WHITE, 5, stroke_opacity=0.7)
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 100, 100), oversample=4)


def draw_stone(
    canvas: Canvas,
    typeface: Typeface,
    kind: int,
    text: str,
    x: float,
    y: float,
    size: float,
    setting: Setting = "full",
    figure: float = 0.62,
) -> None:
    """Draw a stone with a figure on it that is as large at every text size: such a share of the stone."""
    canvas.put_middle(stone(kind, canvas.px(size), setting), x, y)
    if not text:
        return
    ink = PAPER if setting == "hollow" else on(STONES[kind])
    edge = OUTLINE if ink == PAPER else PAPER
    letters = size * figure * 100 / typeface.text_size
    outline = 2 if size >= 18 else 0
    low = size * 0.08 if kind == 3 else 0.0
    typeface.line(canvas, text, x, y + low, letters, Weight.BOLD, ink, "middle", outline=outline, edge=edge)


def draw_pile(
    canvas: Canvas, typeface: Typeface, drawn: Sprite, count: int, x: float, y: float, size: float, most: int = 5
) -> None:
    """Draw so many on each other, with their number; nothing where there are none."""
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
    """A place of a tray."""
    body = circle(50, 50, 44, INK, PAPER, 5, fill_opacity=0.35, stroke_opacity=0.35)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=3)


@sprite(kept=4)
def _halo(size_px: int) -> pygame.Surface:
    return svg(circle(50, 50, 46, "none", LANTERN, 6), size_px, size_px, box=(0, 0, 100, 100), oversample=3)


def tray_button(box: Box) -> Point:
    """The middle of the button of a tray."""
    return box.right - 26, box.centery + 12


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
    """Draw so many places for what is being chosen, with a button that sends it."""
    draw_sheet(canvas, box)
    y = box.top + 8 + typeface.leading(theme.CAPTION) / 2
    typeface.line(canvas, title, box.left + 10, y, theme.CAPTION, Weight.SEMIBOLD, SAND, max_width=box.width - 20)
    step = min(_HOLE, (box.width - 62) / max(1, count))
    for place in range(count):
        x = box.left + 8 + step * (place + 0.5)
        made = chosen[place](canvas.px(step * 0.9)) if place < len(chosen) else _hole(canvas.px(step * 0.86))
        canvas.put_middle(made, x, box.centery + 12)
    x, y = tray_button(box)
    if lit:
        marks.button(canvas, x, y, 42, "check", lit=True)
    else:
        canvas.put_middle(_hole(canvas.px(42)), x, y)
        canvas.put_middle(icon("check", canvas.px(22), MUTED, 3.0), x, y)
    if focused:
        canvas.put_middle(_halo(canvas.px(50)), x, y)


def hand_over(
    script: Script,
    drawn: Sequence[Sprite],
    size: float,
    start: Point,
    end: Point,
    seconds: float,
    sound: Sound | None = Sound.COIN,
    departed: Callable[[int], None] | None = None,
    arrived: Callable[[int], None] | None = None,
) -> None:
    """Let things fly one after the other, beside what was last begun.

    `departed` and `arrived` are called with the index of each as it sets off and as it comes down.
    """
    stagger = min(STAGGER, LONGEST_ROW / max(1, len(drawn)))
    for number, sprite_of in enumerate(drawn):
        if departed:
            script.beside(0.0, partial(_called, partial(departed, number)), delay=number * stagger)
        flight = Flight(partial(_drawn, sprite_of, size), start, end)
        script.fly(flight, seconds, number * stagger, partial(arrived, number) if arrived else None)
        if sound:
            script.sound(sound, number * stagger + (0.0 if script.reduced else seconds))


def _called(change: Callable[[], None], _share: float) -> None:
    change()


def _drawn(sprite_of: Sprite, size: float, canvas: Canvas) -> pygame.Surface:
    return sprite_of(canvas.px(size))
