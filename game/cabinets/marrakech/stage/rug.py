"""Rugs that do not lie yet: shown where they would, carried as a roll, unrolling."""

from __future__ import annotations

import math

import pygame

from game.cabinets.marrakech.stage.board import Cloth, grain
from game.cabinets.marrakech.stage.layout import CELL, Pair, Point, corner, middle, pair_middle, upright
from game.cabinets.marrakech.stage.picture import Unrolling
from game.engine.canvas import PREMULTIPLIED, Canvas
from game.engine.colour import INK, OUTLINE, Yarns, darken, lighten
from game.engine.light import shadow
from game.engine.sprites import faded, sprite
from game.engine.textile import rug, rug_shadow
from game.engine.tween import arc, lerp, lerp_point
from game.engine.vector import circle, linear, rect, svg

THICK, THIN = 25.0, 11.0
"""Of the roll, whole and nearly used up, in design units."""
THICKNESSES = 8


def from_far_end(pair: Pair, start: Point) -> bool:
    """Whether a rug brought from `start` is unrolled from its second square towards its first."""
    return math.dist(middle(pair[1]), start) < math.dist(middle(pair[0]), start)


def _shown_part(size: tuple[int, int], standing: bool, share: float, from_far: bool) -> pygame.Rect:
    """The part of a rug's sprite that lies flat."""
    width, height = size
    share = max(0.0, min(1.0, share))
    if standing:
        shown = round(height * share)
        return pygame.Rect(0, height - shown if from_far else 0, width, shown)
    shown = round(width * share)
    return pygame.Rect(width - shown if from_far else 0, 0, shown, height)


def lie(
    canvas: Canvas, pair: Pair, cloth: Cloth, share: float, from_far: bool, opacity: float = 1.0, number: int = 0
) -> None:
    """Draw the part of a rug that lies flat on its place, with its shadow; it will be the rug of that number."""
    standing = upright(pair)
    cell = canvas.px(CELL)
    x, y = pair_middle(pair)
    left, top = canvas.pixel(x, y)
    for piece, aside in ((rug_shadow(cell, standing), CELL * 0.03), (rug(*cloth, cell, standing, grain(number)), 0.0)):
        drawn = faded(piece, opacity) if opacity < 1 else piece
        width, height = drawn.get_size()
        part = _shown_part((width, height), standing, share, from_far)
        place = (left - width // 2 + part.left + canvas.px(aside), top - height // 2 + part.top + canvas.px(aside))
        canvas.surface.blit(drawn, place, part, special_flags=PREMULTIPLIED)


@sprite(kept=64)
def _roll(yarns: Yarns, length_px: int, thick_px: int, lies_across: bool) -> pygame.Surface:
    """A rolled-up rug seen from above: its back with bands at the ends and the spiral of its edge."""
    ends = 0.06 * length_px
    tone = [
        (0, darken(yarns.main, 0.25)),
        (0.28, lighten(yarns.main, 0.28)),
        (0.6, yarns.main),
        (1, darken(yarns.main, 0.55)),
    ]
    defs = linear("back", tone)
    cream = [(0, darken(yarns.cream, 0.2)), (0.3, yarns.cream), (1, darken(yarns.cream, 0.55))]
    defs += linear("band", cream)
    edge = max(1.0, thick_px / 12)
    inside = (edge / 2, edge / 2, length_px - edge, thick_px - edge, thick_px * 0.3)
    body = rect(*inside, "url(#back)", OUTLINE, edge)
    for share in (0.10, 0.86):
        body += rect(length_px * share, edge, length_px * 0.04, thick_px - 2 * edge, 0, "url(#band)")
    for share in (0.17, 0.81):
        body += rect(length_px * share, edge, length_px * 0.02, thick_px - 2 * edge, 0, yarns.dark, fill_opacity=0.8)
    for x in (ends * 0.7, length_px - ends * 0.7):
        body += circle(x, thick_px / 2, thick_px * 0.30, "none", INK, edge, stroke_opacity=0.45)
    drawn = svg(body, length_px, thick_px, defs=defs, oversample=3)
    return drawn if lies_across else pygame.transform.rotate(drawn, 90)


def draw_roll(canvas: Canvas, rolling: Unrolling, cloth: Cloth) -> None:
    """The roll: in the air on its way, or at the edge of what lies flat."""
    standing = upright(rolling.squares)
    from_far = from_far_end(rolling.squares, rolling.start)
    x, y = corner(rolling.squares[0])
    step = (THICK - THIN) / THICKNESSES
    thick = round(lerp(THICK, THIN, rolling.unrolled) / step) * step
    share = 1 - rolling.unrolled if from_far else rolling.unrolled
    edge = thick / 2 + (2 * CELL - thick) * share
    place = (x + CELL / 2, y + edge) if standing else (x + edge, y + CELL / 2)
    height = 0.0
    if rolling.flown < 1:
        place = lerp_point(rolling.start, place, rolling.flown)
        height = 60 * arc(rolling.flown)
    drawn = _roll(cloth[0], canvas.px(CELL * 0.96), canvas.px(thick), standing)
    soft = canvas.px(5)
    cast = shadow(*drawn.get_size(), canvas.px(4), soft, 150)
    canvas.put_middle(cast, place[0] + 3 + height * 0.1, place[1] + 4)
    canvas.put_middle(drawn, place[0], place[1] - height)


def draw_unrolling(canvas: Canvas, rolling: Unrolling, cloth: Cloth, number: int) -> None:
    """What already lies flat of the rug of that number, which is being unrolled."""
    from_far = from_far_end(rolling.squares, rolling.start)
    if rolling.unrolled > 0:
        lie(canvas, rolling.squares, cloth, rolling.unrolled, from_far, rolling.opacity, number)
