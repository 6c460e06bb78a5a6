"""Marks on the board: what may be chosen, what it leads to, what it costs, why it is forbidden."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from game.cabinets.marrakech.rules import Heading
from game.cabinets.marrakech.stage.layout import CELL, FRAME, VECTORS, Loop, Pair, Point, corner, middle, upright
from game.cabinets.marrakech.stage.picture import Count
from game.engine.canvas import ADD, Box, Canvas
from game.engine.colour import INK, LANTERN, OUTLINE, PAPER, ROSE, WHITE, Colour
from game.engine.light import blurred, drop_shadow, opaque, shadow, shine
from game.engine.ornament import LIT, SHEET, Face, card, die_face, round_button
from game.engine.sprites import put, sprite
from game.engine.text import Typeface, Weight
from game.engine.theme import BODY, CAPTION
from game.engine.vector import icon, linear, path, rect, svg

CHIP = 22.0
REASON_WIDTH = 300.0
ARROW, ARROW_LIT = 38.0, 42.0

_ARROWS = {
    Heading.NORTH: "arrow-up",
    Heading.EAST: "arrow-right",
    Heading.SOUTH: "arrow-down",
    Heading.WEST: "arrow-left",
}
_PLATE = Face("#2A1A3C", "#1B1030", 0.96, PAPER, 0.22, 0.06)


@sprite()
def _frame(cell_px: int, colour: str, glow: float) -> pygame.Surface:
    """A rounded frame inside one square."""
    body = rect(5, 5, 62, 62, 10, colour, fill_opacity=glow)
    body += rect(5, 5, 62, 62, 10, "none", INK, 5.5, stroke_opacity=0.55) + rect(5, 5, 62, 62, 10, "none", colour, 3)
    return svg(body, cell_px, cell_px, box=(0, 0, 72, 72), oversample=3)


def square_frame(canvas: Canvas, square: int, colour: str = LANTERN, glow: float = 0.10) -> None:
    """Frame one square."""
    canvas.put(_frame(canvas.px(CELL), colour, glow), *corner(square))


@sprite()
def _pair_frame(width_px: int, height_px: int, cell_px: int, colour: str, glow: float) -> pygame.Surface:
    unit = cell_px / CELL
    box = (3 * unit, 3 * unit, width_px - 6 * unit, height_px - 6 * unit, 11 * unit)
    body = rect(*box, colour, fill_opacity=glow) + rect(*box, "none", INK, 6 * unit, stroke_opacity=0.55)
    return svg(body + rect(*box, "none", colour, 3.2 * unit), width_px, height_px, oversample=3)


def pair_frame(canvas: Canvas, pair: Pair, colour: str = LANTERN, glow: float = 0.0) -> None:
    """Frame two squares across the side they share."""
    cell = canvas.px(CELL)
    size = (cell, 2 * cell) if upright(pair) else (2 * cell, cell)
    canvas.put(_pair_frame(*size, cell, colour, glow), *corner(pair[0]))


def cross_out(canvas: Canvas, pair: Pair) -> None:
    """Show that nothing may be laid on two squares."""
    pair_frame(canvas, pair, ROSE, 0.16)
    for square in pair:
        x, y = middle(square)
        canvas.put_middle(shadow(canvas.px(20), canvas.px(20), canvas.px(10), canvas.px(4), 130), x, y + 1)
        canvas.put_middle(icon("circle-x", canvas.px(26), "#FFE3E8", 2.4), x, y)


@sprite(kept=24)
def _stitch(length_px: int, thick_px: int, is_upright: bool) -> pygame.Surface:
    """A small bolster across the side two squares share: a rug may lie here."""
    width, height = (thick_px, length_px) if is_upright else (length_px, thick_px)
    edge = max(1.0, thick_px / 8)
    half = edge / 2
    body = rect(half, half, width - edge, height - edge, thick_px / 2, "url(#face)", OUTLINE, edge, stroke_opacity=0.85)
    defs = linear("face", [(0, "#FFFDF4"), (1, "#EAD2A0")])
    return svg(body, width, height, defs=defs, oversample=4)


def stitch(canvas: Canvas, pair: Pair) -> None:
    """Mark a place where a rug may be laid."""
    (x1, y1), (x2, y2) = middle(pair[0]), middle(pair[1])
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    canvas.put_middle(shadow(canvas.px(14), canvas.px(14), canvas.px(7), canvas.px(4), 90), x, y + 1)
    canvas.put_middle(_stitch(canvas.px(24), canvas.px(9), upright(pair)), x, y)


@sprite(kept=40)
def _loop_glow(arc: Loop, size_px: int) -> pygame.Surface:
    """The light of a loop, to be added; `size_px` pixels for `_LOOP_ROOM` units around its centre."""
    left, top = arc.centre[0] - _LOOP_ROOM / 2, arc.centre[1] - _LOOP_ROOM / 2
    stroke = svg(path(arc.svg(), stroke=LANTERN, width=13), size_px, size_px, box=(left, top, _LOOP_ROOM, _LOOP_ROOM))
    light = opaque(size_px, size_px)
    put(light, stroke, 0, 0)
    return blurred(light, max(2, size_px // 9), shrink=2)


@sprite(kept=40)
def _loop_line(arc: Loop, size_px: int) -> pygame.Surface:
    left, top = arc.centre[0] - _LOOP_ROOM / 2, arc.centre[1] - _LOOP_ROOM / 2
    line = arc.svg(inset=3)
    body = path(line, stroke="#FFCB6B", width=8) + path(line, stroke="#FFF6DC", width=3)
    return svg(body, size_px, size_px, box=(left, top, _LOOP_ROOM, _LOOP_ROOM))


_LOOP_ROOM = 152.0


def light_loop(canvas: Canvas, arc: Loop) -> None:
    """Light up a loop of the border track."""
    size = canvas.px(_LOOP_ROOM)
    canvas.put_middle(_loop_glow(arc, size), *arc.centre, ADD)
    canvas.put_middle(_loop_line(arc, size), *arc.centre)


def chip(canvas: Canvas, face: int, x: float, y: float) -> None:
    """A small die face with its corner at a point: "with this roll"."""
    canvas.put(die_face(face, canvas.px(CHIP)), x, y)


class Tone(NamedTuple):
    """The colours of a price's plate, from top to foot."""

    top: Colour
    foot: Colour


COST = Tone("#C22F56", "#8E1C40")
COST_UNLIT = Tone("#4A2A52", "#33193C")
FREE = Tone("#2A8F86", "#17625F")


@sprite()
def _plate(width_px: int, height_px: int, tone: Tone) -> pygame.Surface:
    edge = height_px / 14
    half = edge / 2
    body = rect(half, half, width_px - edge, height_px - edge, height_px / 2, "url(#face)", PAPER, edge)
    return svg(body, width_px, height_px, defs=linear("face", [(0, tone.top), (1, tone.foot)]), oversample=4)


def pill(canvas: Canvas, typeface: Typeface, text: str, x: float, y: float, tone: Tone) -> None:
    """A price on its plate, with its middle at a point or as near as the board's frame allows."""
    high = typeface.grown(CAPTION) + 5
    wide = max(high * 1.25, typeface.measure(text, CAPTION, Weight.BOLD) + 12)
    x = min(max(x, wide / 2 + 2), FRAME - wide / 2 - 2)
    canvas.put_middle(_plate(canvas.px(wide), canvas.px(high), tone), x, y)
    typeface.line(canvas, text, x, y, CAPTION, Weight.BOLD, WHITE, "middle")


def arrow_at(square: int, heading: Heading) -> Point:
    """Where the arrow of a way stands: clear of his turban, within the board's frame."""
    dx, dy = VECTORS[heading]
    x, y = middle(square)
    reach = {Heading.NORTH: 91.0, Heading.SOUTH: 77.0}.get(heading, 75.0)
    drop = 4.0 if dy == 0 else 0.0
    held = ARROW_LIT / 2 + 2
    return min(max(x + dx * reach, held), FRAME - held), min(max(y + dy * reach + drop, held), FRAME - held)


def price_at(square: int, heading: Heading) -> Point:
    """Where the price of a way stands: at the foot of its arrow; on top of one above his turban, or beside it."""
    x, y = arrow_at(square, heading)
    if heading is not Heading.NORTH:
        return x, y + ARROW_LIT / 2 - 2
    if y > ARROW_LIT:
        return x, y - ARROW_LIT / 2 - 3
    return (x + 56, y) if x < FRAME - 110 else (x - 56, y)


def arrow(canvas: Canvas, square: int, heading: Heading, lit: bool) -> None:
    """The button of a way."""
    x, y = arrow_at(square, heading)
    size = canvas.px(ARROW_LIT if lit else ARROW)
    if lit:
        shine(canvas, x, y, 44, "#FFA23A", 0.55, 1.8)
    canvas.put_middle(shadow(round(size * 0.9), round(size * 0.9), round(size * 0.45), canvas.px(4), 150), x + 1, y + 3)
    canvas.put_middle(round_button(size, LIT if lit else SHEET), x, y)
    canvas.put_middle(icon(_ARROWS[heading], round(size * 0.56), OUTLINE, 3.0), x, y)


def count_frames(canvas: Canvas, count: Count) -> None:
    """Frame the squares of a region that were counted so far."""
    if count.opacity > 0.5:
        for square in count.squares[: count.counted]:
            square_frame(canvas, square, PAPER, 0.20)


def count_numbers(canvas: Canvas, typeface: Typeface, count: Count) -> None:
    """Number the squares that were counted; the first is Assam's, who hides his number."""
    for number, square in enumerate(count.squares[1 : count.counted], 2):
        x, y = middle(square)
        typeface.line(
            canvas, str(number), x, y, 26, Weight.BOLD, PAPER, "middle", outline=2.5, edge=INK, alpha=count.opacity
        )


def reason(canvas: Canvas, typeface: Typeface, text: str, x: float, y: float) -> None:
    """Say why something is not allowed, beside a point, within what is visible."""
    lines = typeface.wrap(text, REASON_WIDTH, BODY)
    width = max(typeface.measure(line, BODY) for line in lines) + 2
    height = len(lines) * typeface.leading(BODY)
    visible = canvas.bounds.inflate(-16, -16)
    box = Box(x + 18, y + 20, width + 54, height + 16)
    if box.bottom > visible.bottom:
        box.bottom = y - 20
    box.clamp_ip(visible)
    drop_shadow(canvas, box, 10, 8, 140, 4)
    area = canvas.pixels(box)
    canvas.put(card(area.width, area.height, canvas.px(10), _PLATE), box.left, box.top)
    sign = icon("circle-x", canvas.px(20), "#FF8FA6", 2.4)
    canvas.put_middle(sign, box.left + 22, box.top + 8 + typeface.leading(BODY) / 2)
    typeface.paragraph(canvas, text, Box(box.left + 40, box.top + 8, width, height), BODY, Weight.REGULAR, PAPER)
