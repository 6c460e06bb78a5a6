"""Marks on the field while a person steers: the chosen slime, directions, routes."""

from __future__ import annotations

import pygame

from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage.layout import CELL, VECTORS, Plan
from game.cabinets.slime.stage.orders import Order, Orders
from game.cabinets.slime.stage.picture import Figure
from game.cabinets.slime.stage.slime import CHEVRON, chevron
from game.engine.canvas import Canvas
from game.engine.colour import INK, LANTERN, PAPER, ROSE
from game.engine.light import shine
from game.engine.sprites import faded, sprite
from game.engine.tween import Point
from game.engine.vector import ellipse, svg
from game.kit import marks


@sprite(kept=4)
def _ring(width_px: int, height_px: int) -> pygame.Surface:
    body = ellipse(50, 30, 44, 25, LANTERN, fill_opacity=0.25)
    body += ellipse(50, 30, 44, 25, "none", INK, 9, stroke_opacity=0.5) + ellipse(50, 30, 44, 25, "none", LANTERN, 5)
    return svg(body, width_px, height_px, box=(0, 0, 100, 60), oversample=4)


def draw_orders(canvas: Canvas, orders: Orders, pointer: Point | None) -> None:
    """Draw the routes of all five slimes, the chosen one's in lantern light, and what a press at the
    pointer would do.
    """
    if pointer:
        _draw_offer(canvas, orders, *pointer)
    middle, chosen = orders.plan.middle, orders.slimes[orders.chosen]
    for order in sorted(orders.slimes, key=lambda order: order is chosen):
        if order.route:
            places = [middle(square) for square in (order.square, *order.route)]
            marks.route(canvas, places, LANTERN if order is chosen else PAPER)
    x, y = middle(chosen.square)
    shine(canvas, x, y + 6, 46, LANTERN, 0.5, 1.6)
    canvas.put_middle(_ring(canvas.px(58), canvas.px(35)), x, y + 12)


def _draw_offer(canvas: Canvas, orders: Orders, x: float, y: float) -> None:
    """Draw the route that a press would give, or a ring around the slime that it would choose."""
    slime, middle = orders.slime_at(x, y), orders.plan.middle
    if slime is not None and slime != orders.chosen:
        left, top = middle(orders.slimes[slime].square)
        canvas.put_middle(faded(_ring(canvas.px(58), canvas.px(35)), 0.6), left, top + 12)
    for square in orders.offered(x, y):
        canvas.put_middle(faded(marks.bead(canvas.px(10), PAPER), 0.5), *middle(square))


def draw_direction(canvas: Canvas, order: Order, plan: Plan) -> None:
    """Draw an arrow where a slime goes next: in lantern light if it is steered, rose if it would run
    against the edge.
    """
    colour = ROSE if order.leaves else PAPER if order.given is None else LANTERN
    heading = plan.seen(order.heading)
    x, y = _ahead(*plan.middle(order.square), heading)
    x, y = min(max(x, 10.0), plan.frame.width - 10), min(max(y, 10.0), plan.frame.height - 10)
    canvas.put_middle(chevron(heading, canvas.px(CHEVRON + 3), colour), x, y)


def draw_heading(canvas: Canvas, figure: Figure) -> None:
    """Draw an arrow where a slime goes next by its public heading."""
    made = faded(chevron(figure.heading, canvas.px(CHEVRON), PAPER), 0.8)
    canvas.put_middle(made, *_ahead(figure.x, figure.y, figure.heading))


def _ahead(x: float, y: float, heading: Heading) -> Point:
    dx, dy = VECTORS[heading]
    reach = CELL * (0.85 if dx else 1.0 if dy < 0 else 0.8)
    return x + dx * reach, y + dy * reach
