"""What is marked on the field while a person steers: the chosen slime, directions, routes."""

from __future__ import annotations

from itertools import pairwise

import pygame

from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage.layout import CELL, FRAME, VECTORS, middle
from game.cabinets.slime.stage.orders import Order, Orders
from game.cabinets.slime.stage.picture import Figure
from game.cabinets.slime.stage.slime import CHEVRON, chevron
from game.engine.canvas import Canvas
from game.engine.colour import INK, LANTERN, OUTLINE, PAPER, ROSE, Colour
from game.engine.light import shine
from game.engine.sprites import faded, sprite
from game.engine.tween import Point
from game.engine.vector import circle, ellipse, rect, svg

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


def draw_orders(canvas: Canvas, orders: Orders, pointer: Point | None) -> None:
    """The routes of all five, the chosen one's in lantern light, and what a press at the pointer would do."""
    if pointer:
        _draw_offer(canvas, orders, *pointer)
    chosen = orders.slimes[orders.chosen]
    for order in sorted(orders.slimes, key=lambda order: order is chosen):
        if order.route:
            _draw_route(canvas, (order.square, *order.route), LANTERN if order is chosen else PAPER)
    x, y = middle(chosen.square)
    shine(canvas, x, y + 6, 46, LANTERN, 0.5, 1.6)
    canvas.put_middle(_ring(canvas.px(58), canvas.px(35)), x, y + 12)


def _draw_offer(canvas: Canvas, orders: Orders, x: float, y: float) -> None:
    """The squares of the route, or a ring around the slime that would be chosen."""
    slime = orders.slime_at(x, y)
    if slime is not None and slime != orders.chosen:
        left, top = middle(orders.slimes[slime].square)
        canvas.put_middle(faded(_ring(canvas.px(58), canvas.px(35)), 0.6), left, top + 12)
    for square in orders.offered(x, y):
        canvas.put_middle(faded(_bead(canvas.px(10), PAPER, False), 0.5), *middle(square))


def _draw_route(canvas: Canvas, squares: tuple[int, ...], colour: Colour) -> None:
    for line_colour, width in ((OUTLINE, _EDGE), (colour, _LINE)):
        thick = canvas.px(width)
        for (x, y), (end_x, end_y) in pairwise(map(middle, squares)):
            size = (canvas.px(CELL) + thick, thick) if y == end_y else (thick, canvas.px(CELL) + thick)
            canvas.put_middle(_bar(*size, line_colour), (x + end_x) / 2, (y + end_y) / 2)
    for square in squares[1:-1]:
        canvas.put_middle(_bead(canvas.px(11), colour, False), *middle(square))
    canvas.put_middle(_bead(canvas.px(21), colour, True), *middle(squares[-1]))


def draw_direction(canvas: Canvas, order: Order) -> None:
    """Where a slime is to go next: in lantern light if it is steered, rose where it would run against the edge."""
    colour = ROSE if order.leaves else PAPER if order.given is None else LANTERN
    x, y = _ahead(*middle(order.square), order.heading)
    x, y = min(max(x, 10.0), FRAME.width - 10), min(max(y, 10.0), FRAME.height - 10)
    canvas.put_middle(chevron(order.heading, canvas.px(CHEVRON + 3), colour), x, y)


def draw_heading(canvas: Canvas, figure: Figure) -> None:
    """Where a slime goes next, as everybody knows."""
    made = chevron(figure.heading, canvas.px(CHEVRON), PAPER)
    canvas.put_middle(faded(made, 0.8), *_ahead(figure.x, figure.y, figure.heading))


def _ahead(x: float, y: float, heading: Heading) -> Point:
    dx, dy = VECTORS[heading]
    reach = CELL * (0.85 if dx else 1.0 if dy < 0 else 0.8)
    return x + dx * reach, y + dy * reach
