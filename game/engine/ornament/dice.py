"""Dice: flat faces to read, and a solid die to throw, seen from above one corner."""

from __future__ import annotations

import math
from typing import TypeAlias

import pygame

from game.engine.colour import OUTLINE, PAPER, WHITE, Colour, darken, lighten, mix
from game.engine.sprites import sprite
from game.engine.tween import Point, ease_out
from game.engine.vector import circle, group, linear, path, points, rect, svg

PIP_COLOUR = "#3A1E4E"
_PIPS: dict[int, tuple[Point, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@sprite(kept=64)
def die_face(number: int, size_px: int, paper: Colour = PAPER, pip: Colour = PIP_COLOUR) -> pygame.Surface:
    """Return the flat face of a die with 0 to 6 pips."""
    defs = linear("face", [(0, lighten(paper, 0.6)), (1, darken(paper, 0.10))], 0, 0, 0.5, 1)
    body = rect(1.5, 1.5, 37, 37, 9, "url(#face)", "#8A6A4A", 1.8)
    for x, y in _PIPS[number]:
        body += circle(20 + x * 9.2, 20 + y * 9.2, 4.3, pip)
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 40, 40), oversample=4)


_SIDES = {
    "top": ((60, 40), (22, 12.5), (-22, 12.5)),
    "left": ((38, 76), (22, 12.5), (0, 24)),
    "right": ((82, 76), (22, -12.5), (0, 24)),
}
"""Centre and the two half axes of each visible side, on a plane of 120 by 120."""
_TINTS = {"top": ("#FFFDF4", "#F4E4C2"), "left": ("#E9D2A6", "#C9A56E"), "right": ("#C69F6C", "#94693F")}
_HULL = (
    "M60 12L106 38Q108 40 108 44V88Q108 91 105 93L63 117Q60 118.5 57 117L15 93Q12 91 12 88V44Q12 40 14 38L57 13"
    "Q60 11.5 63 13Z"
)


def _rounded_side(side: str, reach: float = 0.99, rounding: float = 0.13) -> str:
    """Return path data of one side of the die with round corners."""
    (x, y), (ux, uy), (vx, vy) = _SIDES[side]

    def at(u: float, v: float) -> Point:
        return x + ux * u + vx * v, y + uy * u + vy * v

    corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
    data = ""
    for i, (u, v) in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % 4]
        start = at(u + (before[0] - u) * rounding, v + (before[1] - v) * rounding)
        end = at(u + (after[0] - u) * rounding, v + (after[1] - v) * rounding)
        tip = at(u, v)
        data += f"{'L' if i else 'M'}{start[0]:.2f} {start[1]:.2f}Q{tip[0]:.2f} {tip[1]:.2f} {end[0]:.2f} {end[1]:.2f}"
    return data + "Z"


@sprite(kept=64)
def die(top: int, left: int, right: int, size_px: int) -> pygame.Surface:
    """Return a solid die seen from above one corner, with the numbers on its visible sides; the result is on top."""
    defs = "".join(linear(side, [(0, a), (1, b)], 0, 0, 0.3, 1) for side, (a, b) in _TINTS.items())
    body = path(_HULL, "#7A5230", OUTLINE, 3)
    for side, number in (("left", left), ("right", right), ("top", top)):
        body += path(_rounded_side(side), f"url(#{side})")
        (x, y), (ux, uy), (vx, vy) = _SIDES[side]
        for u, v in _PIPS[number]:
            pip_x, pip_y = x + (ux * u + vx * v) * 0.52, y + (uy * u + vy * v) * 0.52
            turn = f"matrix({ux / 22:.4f} {uy / 22:.4f} {vx / 22:.4f} {vy / 22:.4f} {pip_x:.2f} {pip_y:.2f})"
            body += circle(0, 0, 5.2, PIP_COLOUR, transform=turn) + circle(-1, -1, 2.2, "#7A569A", transform=turn)
    body += path("M18 40L58 17.5", "none", WHITE, 2.4, stroke_opacity=0.8)
    return svg(body, size_px, size_px, defs=defs, box=(0, 4, 120, 120), oversample=4)


Vector: TypeAlias = tuple[float, float, float]

_ELEVATION = math.asin(12.5 / 22)
_SCALE = 31.1
_TOWARDS_EYE: Vector = (math.cos(_ELEVATION) / math.sqrt(2), math.cos(_ELEVATION) / math.sqrt(2), math.sin(_ELEVATION))
_LIGHT: Vector = (-0.10, 0.42, 0.90)
_AXES: tuple[tuple[Vector, Vector, Vector], ...] = (
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
    ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    ((0, -1, 0), (-1, 0, 0), (0, 0, -1)),
    ((-1, 0, 0), (0, 1, 0), (0, 0, -1)),
)
"""Outward normal and the two axes of each side: top, left, right, then the sides opposite to those."""
_BEVELLED = ((-1, -0.86), (-0.86, -1), (0.86, -1), (1, -0.86), (1, 0.86), (0.86, 1), (-0.86, 1), (-1, 0.86))


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _turned(vector: Vector, roll: float, spin: float) -> Vector:
    """Return a vector rolled about the x axis, then spun about the upright axis, by angles in radians."""
    x, y, z = vector
    y, z = y * math.cos(roll) - z * math.sin(roll), y * math.sin(roll) + z * math.cos(roll)
    return x * math.cos(spin) - y * math.sin(spin), x * math.sin(spin) + y * math.cos(spin), z


def _on_side(normal: Vector, u: Vector, v: Vector, along: float, down: float) -> Point:
    """Return where a point of a side is seen, on a plane of 120 by 120."""
    x, y, z = (normal[axis] + u[axis] * along + v[axis] * down for axis in range(3))
    sideways = (x - y) / math.sqrt(2)
    lower = (x + y) / math.sqrt(2) * math.sin(_ELEVATION) - z * math.cos(_ELEVATION)
    return 60 + sideways * _SCALE, 62 + lower * _SCALE


def _side(number: int, normal: Vector, u: Vector, v: Vector) -> str:
    """Return SVG elements of one visible side of a tumbling die: its square, shaded by the light, and its pips."""
    tone = mix("#8A5F38", "#FFF6DF", min(1.0, 0.12 + max(0.0, _dot(normal, _LIGHT))))
    outline = [_on_side(normal, u, v, along, down) for along, down in _BEVELLED]
    body = path(points(outline), tone, mix(tone, "#FFFFFF", 0.35), 1.2)
    middle = _on_side(normal, u, v, 0, 0)
    ux, uy = (b - a for a, b in zip(middle, _on_side(normal, u, v, 1, 0), strict=True))
    vx, vy = (b - a for a, b in zip(middle, _on_side(normal, u, v, 0, 1), strict=True))
    for along, down in _PIPS[number]:
        x, y = _on_side(normal, u, v, along * 0.52, down * 0.52)
        turn = f"matrix({ux / 22:.4f} {uy / 22:.4f} {vx / 22:.4f} {vy / 22:.4f} {x:.2f} {y:.2f})"
        body += group(circle(0, 0, 5.0, PIP_COLOUR) + circle(-1, -1, 2.1, "#7A569A"), turn)
    return body


@sprite(kept=96)
def thrown_die(sides: tuple[int, int, int, int, int, int], share: float, size_px: int) -> pygame.Surface:
    """Return a tumbling die when `share` (0 to 1) of its tumbling is over.

    `sides` are the final numbers on top, left and right, and on the sides opposite to those.
    """
    if share >= 1:
        return die(*sides[:3], size_px)
    rest = 1 - ease_out(share)
    roll, spin = -rest * 2.2 * math.tau, rest * 0.9 * math.tau
    silhouette, body = "", ""
    for number, axes in zip(sides, _AXES, strict=True):
        normal, u, v = (_turned(axis, roll, spin) for axis in axes)
        if _dot(normal, _TOWARDS_EYE) > 0.02:
            corners = [_on_side(normal, u, v, along, down) for along, down in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            silhouette += path(points(corners), "#7A5230", OUTLINE, 5)
            body += _side(number, normal, u, v)
    return svg(silhouette + body, size_px, size_px, box=(0, 2, 120, 120), oversample=3)
