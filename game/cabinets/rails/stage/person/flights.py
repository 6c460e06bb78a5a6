"""Coins that fly from where they were earned to the top bar."""

from __future__ import annotations

from collections.abc import Iterable

from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.person.reports import FLIGHT, Flight
from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.colour import LANTERN
from game.engine.ornament import coin
from game.engine.text import Typeface, Weight
from game.engine.tween import Point, ease_in_out


def draw_flights(canvas: Canvas, typeface: Typeface, field: Field, flights: Iterable[Flight], goal: Point) -> None:
    """Draw each flying coin with its amount, on its way from the tile where it was earned to the point `goal`."""
    size = field.land.size
    for one in flights:
        start = field.camera.outside(one.tile % size + 0.5, one.tile // size)
        share = ease_in_out(one.passed / FLIGHT)
        x = start[0] + (goal[0] - start[0]) * share
        y = start[1] + (goal[1] - start[1]) * share - 60 * share * (1 - share)
        canvas.put_middle(coin(5, canvas.px(24)), x, y)
        if share < 0.6 and field.camera.window.collidepoint(x, y):
            typeface.line(canvas, f"+{one.value:,}", x + 18, y, theme.BODY, Weight.BOLD, LANTERN, outline=2.5)
