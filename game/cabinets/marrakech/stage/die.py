"""The die on its tray: thrown, tumbling in depth, lying.

The die is turned as a body and seen from above a corner; the last picture of a throw is the kit's solid die.
"""

from __future__ import annotations

import math

import pygame

from game.cabinets.marrakech.stage.picture import Throw
from game.engine.canvas import Canvas
from game.engine.colour import INK, OUTLINE, mix
from game.engine.light import shadow
from game.engine.ornament import BRASS, die
from game.engine.sprites import sprite
from game.engine.tween import arc, ease_out
from game.engine.vector import circle, ellipse, group, path, points, radial, star_points, svg

POSES = 20
"""Different positions drawn of one throw."""
DIE = 96.0
Vector = tuple[float, float, float]

_ELEVATION = math.asin(12.5 / 22)
_SCALE = 31.1
_TOWARDS_EYE: Vector = (math.cos(_ELEVATION) / math.sqrt(2), math.cos(_ELEVATION) / math.sqrt(2), math.sin(_ELEVATION))
_LIGHT: Vector = (-0.10, 0.42, 0.90)
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
}
_SIDES = {1: (4, 2), 2: (1, 3), 3: (4, 2), 4: (2, 1)}
"""The numbers seen left and right of the face that lies on top."""
_AWAY = (2, 3, 1)
"""The numbers below, behind and left of it: seen only while it tumbles."""


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _turned(vector: Vector, roll: float, spin: float) -> Vector:
    """The vector rolled about the x axis, then spun about the upright one."""
    x, y, z = vector
    y, z = y * math.cos(roll) - z * math.sin(roll), y * math.sin(roll) + z * math.cos(roll)
    return x * math.cos(spin) - y * math.sin(spin), x * math.sin(spin) + y * math.cos(spin), z


def _seen(vector: Vector) -> tuple[float, float]:
    """Where a point of the body is on a plane of 120 by 120."""
    x, y, z = vector
    sideways = (x - y) / math.sqrt(2)
    down = (x + y) / math.sqrt(2) * math.sin(_ELEVATION) - z * math.cos(_ELEVATION)
    return 60 + sideways * _SCALE, 62 + down * _SCALE


def _facets(face: int) -> list[tuple[int, Vector, Vector, Vector]]:
    """Number, outward normal and the two axes of each side, with `face` on top."""
    left, right = _SIDES[face]
    return [
        (face, (0, 0, 1), (1, 0, 0), (0, 1, 0)),
        (left, (0, 1, 0), (1, 0, 0), (0, 0, -1)),
        (right, (1, 0, 0), (0, -1, 0), (0, 0, -1)),
        (_AWAY[0], (0, 0, -1), (1, 0, 0), (0, -1, 0)),
        (_AWAY[1], (0, -1, 0), (-1, 0, 0), (0, 0, -1)),
        (_AWAY[2], (-1, 0, 0), (0, 1, 0), (0, 0, -1)),
    ]


def _side(number: int, normal: Vector, u: Vector, v: Vector) -> str:
    """One visible side: its square, shaded by the light, and its pips."""

    def at(along: float, down: float) -> tuple[float, float]:
        return _seen(
            (
                normal[0] + u[0] * along + v[0] * down,
                normal[1] + u[1] * along + v[1] * down,
                normal[2] + u[2] * along + v[2] * down,
            )
        )

    lit = max(0.0, _dot(normal, _LIGHT))
    tone = mix("#8A5F38", "#FFF6DF", min(1.0, 0.12 + lit))
    cut = 0.86
    corners = [(-1, -cut), (-cut, -1), (cut, -1), (1, -cut), (1, cut), (cut, 1), (-cut, 1), (-1, cut)]
    body = path(points([at(a, d) for a, d in corners]), tone, mix(tone, "#FFFFFF", 0.35), 1.2)
    ux, uy = (b - a for a, b in zip(at(0, 0), at(1, 0), strict=True))
    vx, vy = (b - a for a, b in zip(at(0, 0), at(0, 1), strict=True))
    for along, down in _PIPS[number]:
        x, y = at(along * 0.52, down * 0.52)
        turn = f"matrix({ux / 22:.4f} {uy / 22:.4f} {vx / 22:.4f} {vy / 22:.4f} {x:.2f} {y:.2f})"
        body += group(circle(0, 0, 5.0, "#3A1E4E") + circle(-1, -1, 2.1, "#7A569A"), turn)
    return body


@sprite(kept=96)
def thrown(face: int, pose: int, size_px: int) -> pygame.Surface:
    """The die in one of the `POSES` of a throw that ends with `face` on top."""
    if pose >= POSES:
        left, right = _SIDES[face]
        return die(face, left, right, size_px)
    rest = 1 - ease_out(pose / POSES)
    roll, spin = -rest * 2.2 * math.tau, rest * 0.9 * math.tau
    silhouette, sides = "", ""
    for number, normal, u, v in _facets(face):
        facing, across, down = (_turned(axis, roll, spin) for axis in (normal, u, v))
        if _dot(facing, _TOWARDS_EYE) > 0.02:
            corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
            outline = [
                _seen(
                    (
                        facing[0] + across[0] * a + down[0] * d,
                        facing[1] + across[1] * a + down[1] * d,
                        facing[2] + across[2] * a + down[2] * d,
                    )
                )
                for a, d in corners
            ]
            silhouette += path(points(outline), "#7A5230", OUTLINE, 5)
            sides += _side(number, facing, across, down)
    return svg(silhouette + sides, size_px, size_px, box=(0, 2, 120, 120), oversample=3)


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


def draw_die(canvas: Canvas, throw: Throw, x: float, y: float, size: float = DIE) -> None:
    """The die around a point: rolling in from the right in falling bounces, or lying."""
    share = throw.share
    pose = min(POSES, int(share * POSES * 1.25))
    landed = ease_out(min(1.0, share * 1.25))
    away = (1 - landed) * size * 0.75
    bounces = min(1.0, share * 1.25) * 2.5
    height = arc(bounces % 1.0) * size * 0.45 * (1 - share) ** 1.5 if share < 1 else 0.0
    near = 1 - round(min(0.5, height / size) * 8) / 8
    ground = shadow(
        canvas.px(size * 0.70 * near),
        canvas.px(size * 0.28 * near),
        canvas.px(size * 0.14),
        canvas.px(6),
        round(190 * near),
    )
    canvas.put_middle(ground, x + away + size * 0.07, y + size * 0.36 - away * 0.2)
    canvas.put_middle(thrown(throw.face or 1, pose, canvas.px(size)), x + away, y - height - away * 0.2)
