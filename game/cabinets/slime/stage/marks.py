"""What is marked on the field while a person steers: the chosen slime, directions, routes, the button that sends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from game.cabinets.slime.field import TEAM
from game.cabinets.slime.stage.layout import CELL, FRAME_HEIGHT, FRAME_WIDTH, VECTORS, middle
from game.cabinets.slime.stage.orders import Orders, shown_route
from game.cabinets.slime.stage.slime import chevron
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, OUTLINE, PAPER, ROSE, Colour
from game.engine.light import drop_shadow, shine
from game.engine.ornament import BUTTON, LIT, LIT_OVER, Face, card
from game.engine.sprites import faded, sprite
from game.engine.text import Typeface, Weight
from game.engine.vector import circle, ellipse, icon, rect, svg

CHEVRON = 19.0
_BELOW = 6.0
"""How far the button hangs down over the frame: no further, for a press counts on the stage alone."""
_REASON = Face("#7A1F4A", "#551638", 0.97, ROSE, 0.8, 0.0)
_LINE, _EDGE = 3.5, 7.5
"""Widths of a route and of the dark line around it."""


@sprite(kept=12)
def _bar(width_px: int, height_px: int, colour: Colour) -> pygame.Surface:
    """A piece of a line from the middle of a square to that of the next, with round ends."""
    return svg(rect(0, 0, width_px, height_px, min(width_px, height_px) / 2, colour), width_px, height_px, oversample=3)


@sprite(kept=12)
def _bead(size_px: int, colour: Colour, goal: bool) -> pygame.Surface:
    """A square a route goes through; its end is ringed."""
    body = circle(50, 50, 44, OUTLINE)
    body += circle(50, 50, 35, colour) + (circle(50, 50, 21, OUTLINE) + circle(50, 50, 13, colour) if goal else "")
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


@sprite(kept=4)
def _ring(width_px: int, height_px: int) -> pygame.Surface:
    body = ellipse(50, 30, 44, 25, LANTERN, fill_opacity=0.25)
    body += ellipse(50, 30, 44, 25, "none", INK, 9, stroke_opacity=0.5) + ellipse(50, 30, 44, 25, "none", LANTERN, 5)
    return svg(body, width_px, height_px, box=(0, 0, 100, 60), oversample=4)


def draw_routes(canvas: Canvas, orders: Orders) -> None:
    """The routes of all five; the chosen one's in lantern light."""
    for slime in sorted(range(TEAM), key=lambda number: number == orders.chosen):
        squares = shown_route(orders, slime)
        colour = LANTERN if slime == orders.chosen else PAPER
        _line(canvas, squares, OUTLINE, _EDGE)
        _line(canvas, squares, colour, _LINE)
        for square in squares[1:-1]:
            canvas.put_middle(_bead(canvas.px(11), colour, False), *middle(square))
        if squares:
            canvas.put_middle(_bead(canvas.px(21), colour, True), *middle(squares[-1]))


def _line(canvas: Canvas, squares: Sequence[int], colour: Colour, width: float) -> None:
    """A line through the middles of squares."""
    thick = canvas.px(width)
    for square, other in pairwise(squares):
        (x, y), (end_x, end_y) = middle(square), middle(other)
        size = (canvas.px(CELL) + thick, thick) if y == end_y else (thick, canvas.px(CELL) + thick)
        canvas.put_middle(_bar(*size, colour), (x + end_x) / 2, (y + end_y) / 2)


def draw_offer(canvas: Canvas, orders: Orders, x: float, y: float) -> None:
    """What a press at a point would do: the squares of the route, or a ring around the slime it would choose."""
    slime = orders.slime_at(x, y)
    if slime is not None and slime != orders.chosen:
        left, top = middle(orders.square(slime))
        canvas.put_middle(faded(_ring(canvas.px(58), canvas.px(35)), 0.6), left, top + 12)
    for square in orders.offered(x, y):
        canvas.put_middle(faded(_bead(canvas.px(10), PAPER, False), 0.5), *middle(square))


def draw_chosen(canvas: Canvas, orders: Orders) -> None:
    """The ring around the slime that directions are for."""
    x, y = middle(orders.square(orders.chosen))
    shine(canvas, x, y + 6, 46, LANTERN, 0.5, 1.6)
    canvas.put_middle(_ring(canvas.px(58), canvas.px(35)), x, y + 12)


def draw_direction(canvas: Canvas, orders: Orders, slime: int) -> None:
    """Where a slime goes next: in lantern light if it is told to, rose where it would run against the edge."""
    heading = orders.heading(slime)
    colour = ROSE if orders.leaves(slime) else LANTERN if orders.told(slime) else PAPER
    x, y = middle(orders.square(slime))
    dx, dy = VECTORS[heading]
    reach_y = CELL * (1.0 if dy < 0 else 0.8)
    x, y = x + dx * CELL * 0.85, y + dy * reach_y
    x = min(max(x, 10.0), FRAME_WIDTH - 10)
    y = min(max(y, 10.0), FRAME_HEIGHT - 10)
    canvas.put_middle(chevron(heading, canvas.px(CHEVRON + 3), colour), x, y)


def draw_reason(canvas: Canvas, typeface: Typeface, text: str, x: float, y: float) -> None:
    """Why something may not be done, beside the pointer but inside the frame."""
    widest = FRAME_WIDTH - 60
    high = typeface.height_of(text, widest, theme.BODY, Weight.SEMIBOLD) + 14
    wide = min(widest, typeface.measure(text, theme.BODY, Weight.SEMIBOLD) + 1) + 28
    left = min(max(x - wide / 2, 8.0), FRAME_WIDTH - wide - 8)
    top = min(max(y - high - 14, 8.0), FRAME_HEIGHT - high - 8)
    box = Box(left, top, wide, high)
    drop_shadow(canvas, box, 10, 8, 130, 3)
    area = canvas.pixels(box)
    canvas.put(card(area.width, area.height, canvas.px(10), _REASON), left, top)
    inside = Box(left + 14, top + 7, wide - 28, high - 14)
    typeface.paragraph(canvas, text, inside, theme.BODY, Weight.SEMIBOLD, PAPER, "middle")


def send_button(typeface: Typeface, text: str) -> Box:
    """Where the button lies that sends the orders: on the frame's lower edge."""
    wide = typeface.measure(text, theme.BODY, Weight.BOLD) + typeface.grown(18) + 48
    high = max(30.0, typeface.leading(theme.BODY) + 6)
    return Box((FRAME_WIDTH - wide) / 2, FRAME_HEIGHT + _BELOW - high, wide, high)


def draw_send_button(canvas: Canvas, typeface: Typeface, text: str, lit: bool, over: bool) -> None:
    """The button: lit once a slime is told where to go."""
    box = send_button(typeface, text)
    drop_shadow(canvas, box, theme.CONTROL_CORNER, 6, 130, 3)
    if lit:
        shine(canvas, box.centerx, box.centery, box.width * 0.6, LANTERN, 0.3, 1.6, 0.5)
    face = (LIT_OVER if over else LIT) if lit else BUTTON
    area = canvas.pixels(box)
    canvas.put(card(area.width, area.height, canvas.px(theme.CONTROL_CORNER), face), box.left, box.top)
    ink = theme.TEXT_ON_LANTERN if lit else theme.TEXT_BRIGHT
    size = typeface.grown(18)
    canvas.put_middle(icon("play", canvas.px(size), ink, 2.4), box.left + 20 + size / 2, box.centery)
    typeface.line(canvas, text, box.left + 28 + size, box.centery, theme.BODY, Weight.BOLD, ink)
