"""Marks on a board: what may be chosen, what happened last, what something costs, why something is refused. None tells
by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, OUTLINE, PAPER, ROSE, SAND, TEAL, WHITE, Colour
from game.engine.light import drop_shadow, shadow, shine
from game.engine.ornament import LIT, SHEET, Face, round_button
from game.engine.sprites import faded, sprite
from game.engine.text import Typeface, Weight
from game.engine.tween import Point
from game.engine.vector import circle, icon, linear, path, points, rect, rounded, svg
from game.kit.drawing.sheet import draw_sheet
from game.kit.layout import Shape, Spot

REASON_WIDTH: Final = 300.0
CHIP: Final = 22.0
_INSET: Final = 0.92
"""Size of a frame as a share of its spot."""
_ROUND: Final = 0.14
"""Radius of a frame's corners as a share of its spot."""
_REASON: Final = Face("#2A1A3C", "#1B1030", 0.96, PAPER, 0.22, 0.06)


class Tone(NamedTuple):
    """The colours of a plate at its top and at its foot; between them they blend."""

    top: Colour
    foot: Colour


COST: Final = Tone("#C22F56", "#8E1C40")
COST_UNLIT: Final = Tone("#4A2A52", "#33193C")
FREE: Final = Tone("#2A8F86", "#17625F")
PLAIN: Final = Tone("#3A3060", "#241C44")


def _pixels(canvas: Canvas, shape: Shape, share: float) -> Shape:
    """Return a shape scaled to pixels, rounded so that equal spots share a sprite."""
    scale = canvas.scale * share
    return tuple((round(x * scale, 1), round(y * scale, 1)) for x, y in shape)


@sprite(kept=64)
def _frame(shape: Shape, line_px: float, colour: Colour, glow: float) -> pygame.Surface:
    xs, ys = zip(*shape, strict=True)
    reach_x, reach_y = max(map(abs, xs)) + line_px * 2, max(map(abs, ys)) + line_px * 2
    data = rounded(shape, _ROUND * min(max(xs) - min(xs), max(ys) - min(ys)))
    body = path(data, colour, fill_opacity=glow) if glow else ""
    body += path(data, "none", INK, line_px * 1.9, stroke_opacity=0.55) + path(data, "none", colour, line_px)
    box = (-reach_x, -reach_y, 2 * reach_x, 2 * reach_y)
    return svg(body, round(2 * reach_x), round(2 * reach_y), box=box, oversample=3)


def frame(canvas: Canvas, spot: Spot, colour: Colour = LANTERN, glow: float = 0.10, share: float = _INSET) -> None:
    """Draw a frame along the outline of a spot; `glow` is the opacity of its filling."""
    line = max(1.0, canvas.px(3))
    canvas.put_middle(_frame(_pixels(canvas, spot.shape, share), line, colour, glow), spot.x, spot.y)


@sprite(kept=16)
def _dot(size_px: int, colour: Colour, ring: bool) -> pygame.Surface:
    body = circle(50, 50, 34, "none" if ring else colour, OUTLINE, 14, fill_opacity=0.9)
    body += circle(50, 50, 34, "none", colour, 8) if ring else ""
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


def target(canvas: Canvas, spot: Spot, colour: Colour = PAPER, *, taken: bool = False) -> None:
    """Mark a spot that may be chosen: by a dot, or by a ring around the piece on it if it is `taken`."""
    size = min(spot.size) * (0.9 if taken else 0.24)
    canvas.put_middle(_dot(canvas.px(size), colour, taken), spot.x, spot.y)


def focus(canvas: Canvas, spot: Spot, colour: Colour = LANTERN) -> None:
    """Mark the spot in focus: a frame in lantern light."""
    shine(canvas, spot.x, spot.y, max(spot.size) * 0.8, colour, 0.35, 1.6)
    frame(canvas, spot, colour)


def cross_out(canvas: Canvas, spot: Spot) -> None:
    """Mark a spot that cannot be chosen: a rose frame with a crossed circle."""
    frame(canvas, spot, ROSE, 0.16)
    cross(canvas, spot)


def cross(canvas: Canvas, spot: Spot) -> None:
    """Draw a crossed circle, the sign of what is not allowed, on a spot without framing it."""
    size = min(26.0, min(spot.size) * 0.5)
    canvas.put_middle(shadow(canvas.px(20), canvas.px(20), canvas.px(10), canvas.px(4), 130), spot.x, spot.y + 1)
    canvas.put_middle(icon("circle-x", canvas.px(size), "#FFE3E8", 2.4), spot.x, spot.y)


@sprite(kept=16)
def _corners(width_px: int, height_px: int, line_px: int, colour: Colour) -> pygame.Surface:
    wide, high = float(width_px), float(height_px)
    edge, leg = line_px, min(wide, high) * 0.24
    data = ""
    for x, across in ((edge, leg), (wide - edge, -leg)):
        for y, down in ((edge, leg), (high - edge, -leg)):
            data += f"M{x + across:.1f} {y:.1f}H{x:.1f}V{y + down:.1f}"
    body = path(data, "none", INK, line_px * 2, stroke_opacity=0.6) + path(data, "none", colour, line_px)
    return svg(body, width_px, height_px, oversample=3)


def last_move(canvas: Canvas, spot: Spot, colour: Colour = LANTERN) -> None:
    """Mark a spot that the last move touched by the four corners of a frame."""
    wide, high = spot.size
    made = _corners(canvas.px(wide * 0.94), canvas.px(high * 0.94), canvas.px(2.6), colour)
    canvas.put_middle(made, spot.x, spot.y)


@sprite(kept=64)
def _arrow(across_px: int, down_px: int, wide_px: float, colour: Colour) -> pygame.Surface:
    long = math.hypot(across_px, down_px)
    ux, uy = across_px / long, down_px / long
    head, half = wide_px * 2.2, wide_px / 2
    neck = max(0.0, long - head)

    def at(along: float, aside: float) -> Point:
        return ux * along - uy * aside, uy * along + ux * aside

    shaft = [at(0, -half), at(neck, -half), at(neck, -head * 0.6), at(long, 0)]
    corners = [*shaft, at(neck, head * 0.6), at(neck, half), at(0, half)]
    left, top = min(0, across_px) - head, min(0, down_px) - head
    wide, high = abs(across_px) + 2 * head, abs(down_px) + 2 * head
    body = path(points(corners), colour, OUTLINE, max(1.0, wide_px / 4), fill_opacity=0.88, stroke_opacity=0.8)
    return svg(body, round(wide), round(high), box=(left, top, wide, high), oversample=2)


def arrow(canvas: Canvas, start: Point, end: Point, colour: Colour = LANTERN, width: float = 8.0) -> None:
    """Draw an arrow from one point to another, its tip short of the end so that it hides nothing there."""
    long = math.dist(start, end)
    if long < 1:
        return
    keep = max(0.0, 1 - width / long)
    tip = start[0] + (end[0] - start[0]) * keep, start[1] + (end[1] - start[1]) * keep
    (x1, y1), (x2, y2) = canvas.pixel(*start), canvas.pixel(*tip)
    if (x1, y1) != (x2, y2):
        middle = (start[0] + tip[0]) / 2, (start[1] + tip[1]) / 2
        canvas.put_middle(_arrow(x2 - x1, y2 - y1, width * canvas.scale, colour), *middle)


@sprite(kept=12)
def _bar(width_px: int, height_px: int, colour: Colour) -> pygame.Surface:
    """Return the picture of a bar with round ends."""
    return svg(rect(0, 0, width_px, height_px, min(width_px, height_px) / 2, colour), width_px, height_px, oversample=3)


@sprite(kept=12)
def bead(size_px: int, colour: Colour, goal: bool = False) -> pygame.Surface:
    """Return the picture of a bead on a route; that of the route's `goal` has a ring."""
    body = circle(50, 50, 44, OUTLINE)
    body += circle(50, 50, 35, colour) + (circle(50, 50, 21, OUTLINE) + circle(50, 50, 13, colour) if goal else "")
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


def route(canvas: Canvas, places: Sequence[Point], colour: Colour = LANTERN, width: float = 3.5) -> None:
    """Draw a route of level and upright lines through places, with a bead at each place between, and a ringed bead at
    the last.
    """
    for line_colour, thick in ((OUTLINE, canvas.px(width + 4)), (colour, canvas.px(width))):
        for (x, y), (end_x, end_y) in pairwise(places):
            size = canvas.px(abs(end_x - x)) + thick, canvas.px(abs(end_y - y)) + thick
            canvas.put_middle(_bar(*size, line_colour), (x + end_x) / 2, (y + end_y) / 2)
    for place in places[1:-1]:
        canvas.put_middle(bead(canvas.px(11), colour), *place)
    canvas.put_middle(bead(canvas.px(21), colour, True), *places[-1])


@sprite(kept=16)
def _disc(size_px: int, colour: Colour) -> pygame.Surface:
    body = circle(50, 50, 48, colour) + circle(50, 50, 44, "none", SAND, 8)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


def chip(
    canvas: Canvas, typeface: Typeface, text: str, x: float, y: float, colour: Colour = INK, size: float = CHIP
) -> None:
    """Draw one or two characters on a small disc, such as the number of a piece.

    The disc grows with the text size, at half its rate.
    """
    grown = (1 + typeface.text_size / 100) / 2
    canvas.put_middle(_disc(canvas.px(size * grown), colour), x, y)
    letters = min(13.0, size * 0.74) * grown * 100 / typeface.text_size
    typeface.line(canvas, text, x, y, letters, Weight.BOLD, PAPER, "middle")


def button(canvas: Canvas, x: float, y: float, size: float, sign: str, *, lit: bool) -> None:
    """Draw a round button with the icon named `sign`, or without an icon if the name is empty."""
    pixels = canvas.px(size)
    if lit:
        shine(canvas, x, y, size + 2, "#FFA23A", 0.55, 1.8)
    round_px = round(pixels * 0.9)
    canvas.put_middle(shadow(round_px, round_px, round_px // 2, canvas.px(4), 150), x + 1, y + 3)
    canvas.put_middle(round_button(pixels, LIT if lit else SHEET), x, y)
    if sign:
        canvas.put_middle(icon(sign, round(pixels * 0.56), OUTLINE, 3.0), x, y)


_BULB: Final = 30.0


def hint(canvas: Canvas, x: float, y: float, size: Point) -> None:
    """Draw a lit bulb at the upper right of a spot of this size, to mark it as advised."""
    right, up = (max(_BULB * 0.75, length * 0.5 - _BULB * 0.4) for length in size)
    button(canvas, x + right, y - up, _BULB, "lightbulb", lit=True)


@sprite()
def _plate(width_px: int, height_px: int, tone: Tone) -> pygame.Surface:
    edge = height_px / 14
    half = edge / 2
    body = rect(half, half, width_px - edge, height_px - edge, height_px / 2, "url(#face)", PAPER, edge)
    return svg(body, width_px, height_px, defs=linear("face", [(0, tone.top), (1, tone.foot)]), oversample=4)


def pill(
    canvas: Canvas,
    typeface: Typeface,
    text: str,
    x: float,
    y: float,
    tone: Tone = PLAIN,
    within: Box | None = None,
    size: float = theme.CAPTION,
) -> None:
    """Draw a few figures or words on a rounded plate. Its middle is the given point, or as near to it as `within`
    allows.
    """
    high = typeface.grown(size) + 5
    wide = max(high * 1.25, typeface.measure(text, size, Weight.BOLD) + 12)
    if within is not None:
        x = min(max(x, within.left + wide / 2 + 2), within.right - wide / 2 - 2)
    canvas.put_middle(_plate(canvas.px(wide), canvas.px(high), tone), x, y)
    typeface.line(canvas, text, x, y, size, Weight.BOLD, WHITE, "middle")


def plate(
    canvas: Canvas, typeface: Typeface, text: str, left: float, bottom: float, width: float, size: float = theme.BODY
) -> None:
    """Draw words on a dark plate whose foot is at `bottom`; lines wrap at `width`, and the plate is as wide as the
    words.
    """
    lines = typeface.wrap(text, width - 28, size)
    wide = max(typeface.measure(line, size) for line in lines) + 30
    high = len(lines) * typeface.leading(size) + 12
    box = Box(left, bottom - high, wide, high)
    drop_shadow(canvas, box, 10, 6, 130, 3)
    draw_sheet(canvas, box, 10, _REASON)
    inside = Box(box.left + 14, box.top + 6, box.width - 28, box.height - 12)
    typeface.paragraph(canvas, text, inside, size, Weight.REGULAR, PAPER)


def reason(canvas: Canvas, typeface: Typeface, text: str, x: float, y: float) -> None:
    """Draw the reason why something is not allowed beside a point, kept within the visible part of the canvas."""
    box = _reason_box(typeface, text)
    visible = canvas.bounds.inflate(-16, -16)
    box.topleft = x + 18, y + 20
    if box.bottom > visible.bottom:
        box.bottom = y - 20
    box.clamp_ip(visible)
    _draw_reason(canvas, typeface, text, box)


def reason_over(
    canvas: Canvas, typeface: Typeface, text: str, near: Box, within: Box, *, forbidden: bool = True
) -> None:
    """Draw a reason above the box `near`, or below it if there is no room above, so that the sides of the box stay in
    sight.

    A text that only explains something, and is not `forbidden`, has another icon.
    """
    box = _reason_box(typeface, text)
    box.midbottom = near.centerx, near.top - 8
    if box.top < within.top:
        box.top = near.bottom + 8
    box.clamp_ip(within)
    _draw_reason(canvas, typeface, text, box, forbidden)


def _reason_box(typeface: Typeface, text: str) -> Box:
    lines = typeface.wrap(text, REASON_WIDTH, theme.BODY)
    width = max(typeface.measure(line, theme.BODY) for line in lines) + 2
    return Box(0, 0, width + 54, len(lines) * typeface.leading(theme.BODY) + 16)


def _draw_reason(canvas: Canvas, typeface: Typeface, text: str, box: Box, forbidden: bool = True) -> None:
    drop_shadow(canvas, box, 10, 8, 140, 4)
    draw_sheet(canvas, box, 10, _REASON)
    sign = icon("circle-x" if forbidden else "info", canvas.px(20), "#FF8FA6" if forbidden else TEAL, 2.4)
    canvas.put_middle(sign, box.left + 22, box.top + 8 + typeface.leading(theme.BODY) / 2)
    inside = Box(box.left + 40, box.top + 8, box.width - 54, box.height - 16)
    typeface.paragraph(canvas, text, inside, theme.BODY, Weight.REGULAR, PAPER)


def ghost(canvas: Canvas, drawn: pygame.Surface, x: float, y: float, opacity: float = 0.6) -> None:
    """Draw a translucent picture of what would lie at a point if it were chosen."""
    canvas.put_middle(faded(drawn, opacity), x, y)


@sprite(kept=24)
def _stitch(length_px: int, thick_px: int, is_upright: bool) -> pygame.Surface:
    width, height = (thick_px, length_px) if is_upright else (length_px, thick_px)
    edge = max(1.0, thick_px / 8)
    half = edge / 2
    body = rect(half, half, width - edge, height - edge, thick_px / 2, "url(#face)", OUTLINE, edge, stroke_opacity=0.85)
    return svg(body, width, height, defs=linear("face", [(0, "#FFFDF4"), (1, "#EAD2A0")]), oversample=4)


def stitch(canvas: Canvas, x: float, y: float, upright: bool) -> None:
    """Draw a small bolster across the side that two spots share, to show that one thing may lie on both."""
    canvas.put_middle(shadow(canvas.px(14), canvas.px(14), canvas.px(7), canvas.px(4), 90), x, y + 1)
    canvas.put_middle(_stitch(canvas.px(24), canvas.px(9), upright), x, y)
