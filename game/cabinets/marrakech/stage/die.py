"""The die on its tray: thrown, tumbling, lying."""

from __future__ import annotations

import pygame

from game.cabinets.marrakech.stage.picture import Throw
from game.engine.canvas import Canvas
from game.engine.colour import INK
from game.engine.light import shadow
from game.engine.ornament import BRASS, thrown_die
from game.engine.sprites import sprite
from game.engine.tween import arc, ease_out
from game.engine.vector import ellipse, path, points, radial, star_points, svg

POSES = 20
"""Different positions drawn of one throw."""
LANDED = 0.8
"""Share of a throw after which the die has come to rest."""
_SIDES = {1: (1, 4, 2, 2, 3, 1), 2: (2, 1, 3, 2, 3, 1), 3: (3, 4, 2, 2, 3, 1), 4: (4, 2, 1, 2, 3, 1)}
"""By the face on top: the numbers left and right of it, and those seen only while it tumbles."""


@sprite(kept=4)
def tray(width_px: int, height_px: int) -> pygame.Surface:
    """An oval tray of brass lined with red felt, drawn on a plane 200 wide."""
    wide, high = 200.0, 200.0 * height_px / width_px
    x, y, rx, ry = wide / 2, high / 2, wide / 2 - 4, high / 2 - 6
    defs = BRASS + radial("felt", [(0, "#93263F"), (0.7, "#66172F"), (1, "#3A0C1E")], 0.45, 0.4, 0.65)
    body = ellipse(x, y + 5, rx, ry, INK, fill_opacity=0.6) + ellipse(x, y, rx, ry, "url(#brass)", "#3A1F14", 2)
    body += ellipse(x, y, rx - 5, ry - 5, "none", "#FFE9B8", 1, stroke_opacity=0.55)
    body += ellipse(x, y, rx - 10, ry - 9, "url(#felt)", "#3A1F14", 2)
    for reach, opacity in ((0.80, 0.5), (0.66, 0.25)):
        inlay = [(x + px * (rx - 10), y + py * (ry - 9)) for px, py in star_points(0, 0, reach, 0.0, 0.90, 12)]
        body += path(points(inlay), "none", "#E9A93C", 1.2, stroke_opacity=opacity)
    body += ellipse(x, y - 2, rx - 10, ry - 9, "none", INK, 5, stroke_opacity=0.22)
    return svg(body, width_px, height_px, defs=defs, box=(0, 0, wide, high))


def draw_die(canvas: Canvas, throw: Throw, x: float, y: float, size: float) -> None:
    """The die around a point: rolling in from the right in falling bounces, or lying."""
    share = min(1.0, throw.share / LANDED)
    away = (1 - ease_out(share)) * size * 0.75
    height = arc(share * 2.5 % 1.0) * size * 0.45 * (1 - throw.share) ** 1.5 if throw.share < 1 else 0.0
    near = 1 - round(min(0.5, height / size) * 8) / 8
    wide, high = canvas.px(size * 0.70 * near), canvas.px(size * 0.28 * near)
    ground = shadow(wide, high, canvas.px(size * 0.14), canvas.px(6), round(190 * near))
    canvas.put_middle(ground, x + away + size * 0.07, y + size * 0.36 - away * 0.2)
    drawn = thrown_die(_SIDES[throw.face or 1], int(share * POSES) / POSES, canvas.px(size))
    canvas.put_middle(drawn, x + away, y - height - away * 0.2)
