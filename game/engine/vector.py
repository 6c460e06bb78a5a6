"""Shapes: SVG text drawn into sprites, and small functions that write such text.

The reader of SVG (nanosvg) silently drops what it does not know: no text, use, clip paths, masks, filters, colour names
or currentColor. Gradients must use per cent of the shape's box or user units, which is all that `linear` and `radial`
write.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import TypeAlias

import pygame

from game.engine.colour import Colour
from game.engine.sprites import sprite
from game.engine.tween import Point, lerp_point
from game.ground import paths

Stop: TypeAlias = tuple[float, Colour] | tuple[float, Colour, float]
"""Stop of a gradient: offset 0 to 1, colour, and optionally opacity 0 to 1."""
Unit: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height of the visible part of an SVG's plane, in its own units."""

KHATAM = 0.7654
"""Inner radius of the khatam, the star of two crossed squares, as a share of its outer radius."""
FINEST: int = 4
"""Greatest factor by which anything is drawn larger before it is scaled down."""


@sprite(kept=1024)
def svg(
    body: str, width_px: int, height_px: int, *, defs: str = "", box: Unit | None = None, oversample: int = 2
) -> pygame.Surface:
    """Return a premultiplied sprite of an SVG body.

    `box` is the part of the body's plane that fills the sprite (default: one unit a pixel). The body is drawn
    `oversample` times as large and scaled down: 2 for large things, 3 or 4 for small ones with fine lines.
    """
    width_px, height_px, oversample = max(1, width_px), max(1, height_px), min(oversample, FINEST)
    left, top, width, height = box or (0, 0, width_px, height_px)
    document = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" width="{width}" '
        f'height="{height}" preserveAspectRatio="none"><defs>{defs}</defs>{body}</svg>'
    )
    drawn = pygame.image.load_sized_svg(io.BytesIO(document.encode()), (width_px * oversample, height_px * oversample))
    native = drawn.convert(pygame.Surface((1, 1), pygame.SRCALPHA, 32)).premul_alpha()
    return pygame.transform.smoothscale(native, (width_px, height_px)) if oversample > 1 else native


def _attributes(fill: str, stroke: str | None, width: float, more: dict[str, float | str]) -> str:
    written = f'fill="{fill}"'
    if stroke:
        written += f' stroke="{stroke}" stroke-width="{width:g}" stroke-linejoin="round" stroke-linecap="round"'
    for name, value in more.items():
        written += f' {name.replace("_", "-")}="{value}"'
    return written


def path(data: str, fill: str = "none", stroke: str | None = None, width: float = 1, **more: float | str) -> str:
    """Return a path element. `fill` and `stroke` are colours or "url(#name)" of a gradient; `width` is that of the
    stroke.

    Here and in the other functions of this module, further attributes are given by name: fill_opacity=0.4,
    fill_rule="evenodd".
    """
    return f'<path d="{data}" {_attributes(fill, stroke, width, more)}/>'


def rect(
    x: float,
    y: float,
    wide: float,
    high: float,
    radius: float = 0,
    fill: str = "none",
    stroke: str | None = None,
    width: float = 1,
    **more: float | str,
) -> str:
    """Return a rectangle element with round corners."""
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{max(0, wide):.2f}" height="{max(0, high):.2f}" '
        f'rx="{max(0, radius):.2f}" ry="{max(0, radius):.2f}" {_attributes(fill, stroke, width, more)}/>'
    )


def dashed_rect(
    x: float,
    y: float,
    wide: float,
    high: float,
    radius: float,
    stroke: str,
    width: float,
    dash: float,
    **more: float | str,
) -> str:
    """Return the outline of a rectangle with round corners, in dashes about as long as their gaps.

    Each dash is a path of its own: the library draws bars across a closed path that has a `stroke-dasharray`.
    """
    around = _around(x, y, wide, high, radius)
    count = max(4, round(around[-1][0] / (2 * dash)))
    period = around[-1][0] / count
    lines = []
    for number in range(count):
        begin, end = number * period, (number + 0.5) * period - width
        within = [f"{px:.2f} {py:.2f}" for way, px, py in around if begin <= way <= end]
        lines += [f"M{within[0]}L{' '.join(within[1:])}"] if len(within) > 1 else []
    return path("".join(lines), "none", stroke, width, **more)


def _around(x: float, y: float, wide: float, high: float, radius: float) -> list[tuple[float, float, float]]:
    """Return points along a rectangle with round corners, at most a unit apart, as (distance from the first point, x,
    y).
    """
    corners = [(x + wide - radius, y + radius), (x + wide - radius, y + high - radius)]
    corners += [(x + radius, y + high - radius), (x + radius, y + radius)]
    steps = max(2, math.ceil(radius * math.pi / 2))
    outline = [(x + radius, y)]
    for number, (cx, cy) in enumerate(corners):
        angles = [(number - 1 + step / steps) * math.pi / 2 for step in range(steps + 1)]
        outline += [(cx + radius * math.cos(angle), cy + radius * math.sin(angle)) for angle in angles]
    outline.append(outline[0])
    points = [(0.0, *outline[0])]
    for (ax, ay), (bx, by) in pairwise(outline):
        far = math.hypot(bx - ax, by - ay)
        way, pieces = points[-1][0], math.ceil(far)
        for piece in range(1, pieces + 1):
            part = piece / pieces
            points.append((way + far * part, ax + (bx - ax) * part, ay + (by - ay) * part))
    return points


def ellipse(
    x: float,
    y: float,
    radius_x: float,
    radius_y: float,
    fill: str = "none",
    stroke: str | None = None,
    width: float = 1,
    **more: float | str,
) -> str:
    return (
        f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="{radius_x:.2f}" ry="{radius_y:.2f}" '
        f"{_attributes(fill, stroke, width, more)}/>"
    )


def circle(
    x: float,
    y: float,
    radius: float,
    fill: str = "none",
    stroke: str | None = None,
    width: float = 1,
    **more: float | str,
) -> str:
    return ellipse(x, y, radius, radius, fill, stroke, width, **more)


def group(body: str, transform: str) -> str:
    """Return elements under a transform, such as "translate(10 4) rotate(45)"."""
    return f'<g transform="{transform}">{body}</g>'


def points(corners: Iterable[Point], closed: bool = True) -> str:
    """Return path data through these points."""
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + ("Z" if closed else "")


def rounded(corners: Sequence[Point], radius: float) -> str:
    """Return path data of a closed outline with rounded corners; corners get sharper where a side is shorter than `2 *
    radius`.
    """
    data = ""
    for before, (x, y), after in zip([corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True):
        (ax, ay), (bx, by) = (
            lerp_point((x, y), near, min(0.5, radius / max(radius, math.dist((x, y), near))))
            for near in (before, after)
        )
        data += f"{'L' if data else 'M'}{ax:.2f} {ay:.2f}Q{x:.2f} {y:.2f} {bx:.2f} {by:.2f}"
    return data + "Z"


def star_points(
    x: float, y: float, radius: float, turn: float = 0.0, inner: float = KHATAM, tips: int = 8
) -> list[Point]:
    """Return the corners of a star: tips at `radius`, notches at `inner` × radius, the first tip at the angle `turn` in
    radians.
    """
    corners = []
    for k in range(2 * tips):
        reach = radius if k % 2 == 0 else radius * inner
        angle = turn + k * math.pi / tips
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return corners


def star(x: float, y: float, radius: float, turn: float = 0.0, inner: float = KHATAM, tips: int = 8) -> str:
    """Return path data of a star; by default a khatam, the eight-pointed star of zellige."""
    return points(star_points(x, y, radius, turn, inner, tips))


def polygon(x: float, y: float, radius: float, sides: int, turn: float = -math.pi / 2) -> str:
    """Return path data of a regular polygon whose first corner lies at the angle `turn` in radians."""
    step = 2 * math.pi / sides
    return points(
        [(x + radius * math.cos(turn + k * step), y + radius * math.sin(turn + k * step)) for k in range(sides)]
    )


def arc(x: float, y: float, radius: float, start: float, end: float) -> str:
    """Return path data of an arc, clockwise from `start` to `end` in turns: 0 to 0.25 runs from 12 to 3 o'clock."""

    def at(turns: float) -> Point:
        return x + radius * math.sin(2 * math.pi * turns), y - radius * math.cos(2 * math.pi * turns)

    (x0, y0), (x1, y1) = at(start), at(end)
    return f"M{x0:.2f} {y0:.2f}A{radius:.2f} {radius:.2f} 0 {int(end - start > 0.5)} 1 {x1:.2f} {y1:.2f}"


def _stops(stops: Sequence[Stop]) -> str:
    return "".join(
        f'<stop offset="{offset:g}" stop-color="{colour}" stop-opacity="{opacity[0] if opacity else 1:g}"/>'
        for offset, colour, *opacity in stops
    )


def linear(
    name: str,
    stops: Sequence[Stop],
    x1: float = 0,
    y1: float = 0,
    x2: float = 0,
    y2: float = 1,
    *,
    user_units: bool = False,
) -> str:
    """Return a linear gradient for `defs`, used as "url(#name)".

    It runs from (x1, y1) to (x2, y2) in shares of the shape's box, or in the body's own units with `user_units`.
    """
    if user_units:
        place = f'gradientUnits="userSpaceOnUse" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    else:
        place = f'x1="{x1 * 100:g}%" y1="{y1 * 100:g}%" x2="{x2 * 100:g}%" y2="{y2 * 100:g}%"'
    return f'<linearGradient id="{name}" {place}>{_stops(stops)}</linearGradient>'


def radial(
    name: str,
    stops: Sequence[Stop],
    x: float = 0.5,
    y: float = 0.5,
    radius: float = 0.5,
    *,
    user_units: bool = False,
) -> str:
    """Return a radial gradient for `defs`; centre and radius are shares of the shape's box, or in the body's units with
    `user_units`.
    """
    if user_units:
        place = f'gradientUnits="userSpaceOnUse" cx="{x:g}" cy="{y:g}" r="{radius:g}"'
    else:
        place = f'cx="{x * 100:g}%" cy="{y * 100:g}%" r="{radius * 100:g}%"'
    return f'<radialGradient id="{name}" {place}>{_stops(stops)}</radialGradient>'


class UnknownIconError(LookupError):
    """There is no icon of that name in assets/icons."""


@cache
def _source(folder: str, name: str) -> tuple[str, Unit]:
    """Return body and view box of an SVG file in a folder of assets."""
    text = (paths.assets() / folder / f"{name}.svg").read_text(encoding="utf-8")
    view = text.split('viewBox="', 1)[1].split('"', 1)[0]
    left, top, width, height = (float(part) for part in view.split())
    start = text.index(">", text.index("<svg")) + 1
    return text[start : text.rindex("</svg>")], (left, top, width, height)


@sprite(kept=512)
def icon(name: str, size_px: int, colour: Colour, weight: float = 2.0) -> pygame.Surface:
    """Return the icon assets/icons/<name>.svg, `size_px` square.

    `weight` is the line width on lucide's grid of 24. Raises UnknownIconError.
    """
    try:
        body, box = _source("icons", name)
    except FileNotFoundError as missing:
        raise UnknownIconError(
            f"no icon {name!r}; put {name}.svg into assets/icons, whose README names the sources"
        ) from missing
    body = body.replace("currentColor", colour)
    if box[2] == 24:
        body = (
            f'<g fill="none" stroke="{colour}" stroke-width="{weight:g}" stroke-linecap="round" '
            f'stroke-linejoin="round">{body}</g>'
        )
    return svg(body, size_px, size_px, box=box, oversample=4)


def drawing_body(name: str) -> str:
    """Return the SVG elements of assets/drawings/<name>.svg, to place them among other shapes."""
    return _source("drawings", name)[0]


@sprite(kept=16)
def drawing(name: str, width_px: int, height_px: int, oversample: int = 4) -> pygame.Surface:
    """Return the drawing assets/drawings/<name>.svg in its own colours, stretched to that size in pixels."""
    body, box = _source("drawings", name)
    return svg(body, width_px, height_px, box=box, oversample=oversample)
