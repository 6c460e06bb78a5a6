"""Rugs that are not laid yet: shown where they would lie, carried as a roll, unrolling."""

from __future__ import annotations

import math

from game.cabinets.marrakech.stage.board import Cloth, grain
from game.cabinets.marrakech.stage.layout import CELL, PAIRS, SQUARES, Pair, corner, upright
from game.cabinets.marrakech.stage.picture import Unrolling
from game.engine.canvas import Canvas
from game.engine.light import shadow
from game.engine.textile import lay_part, rolled_rug
from game.engine.tween import Point, arc, lerp, lerp_point

THICK, THIN = 25.0, 11.0
"""Thickness of the roll, whole and nearly used up, in design units."""
THICKNESSES = 8


def from_far_end(pair: Pair, start: Point) -> bool:
    """Return whether a rug brought from `start` is unrolled from its second square towards its first."""
    return math.dist(SQUARES.middle(pair[1]), start) < math.dist(SQUARES.middle(pair[0]), start)


def lie(
    canvas: Canvas, pair: Pair, cloth: Cloth, share: float, from_far: bool, opacity: float = 1.0, number: int = 0
) -> None:
    """Draw the part of a rug that lies flat on its place, with its shadow.

    `share` is how much of it lies flat; `number` is the index of the rug in laying order, which decides its weave.
    """
    x, y = PAIRS.middle(pair)
    lay_part(canvas, x, y, CELL, *cloth, upright(pair), share, from_far, opacity, grain(number))


def draw_roll(canvas: Canvas, rolling: Unrolling, cloth: Cloth) -> None:
    """Draw the rolled part of a rug: in the air on its way, or at the edge of what lies flat."""
    standing = upright(rolling.squares)
    x, y = corner(rolling.squares[0])
    step = (THICK - THIN) / THICKNESSES
    thick = round(lerp(THICK, THIN, rolling.unrolled) / step) * step
    share = 1 - rolling.unrolled if from_far_end(rolling.squares, rolling.start) else rolling.unrolled
    edge = thick / 2 + (2 * CELL - thick) * share
    place = (x + CELL / 2, y + edge) if standing else (x + edge, y + CELL / 2)
    height = 0.0
    if rolling.flown < 1:
        place = lerp_point(rolling.start, place, rolling.flown)
        height = 60 * arc(rolling.flown)
    drawn = rolled_rug(cloth[0], canvas.px(CELL * 0.96), canvas.px(thick), not standing)
    cast = shadow(*drawn.get_size(), canvas.px(4), canvas.px(5), 150)
    canvas.put_middle(cast, place[0] + 3 + height * 0.1, place[1] + 4)
    canvas.put_middle(drawn, place[0], place[1] - height)


def draw_unrolling(canvas: Canvas, rolling: Unrolling, cloth: Cloth, number: int) -> None:
    """Draw the part of an unrolling rug that lies flat; `number` is its index in laying order."""
    if rolling.unrolled > 0:
        from_far = from_far_end(rolling.squares, rolling.start)
        lie(canvas, rolling.squares, cloth, rolling.unrolled, from_far, rolling.opacity, number)
