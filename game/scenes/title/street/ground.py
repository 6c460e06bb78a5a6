"""The wall behind the stalls, its gates, and the paving in front, with the light on them.

The paving keeps its perspective when the camera moves: every row of pixels moves at its own pace and repeats after its
own length, so rows are shifted one by one.
"""

from __future__ import annotations

import math
import random

import pygame

from game.engine.canvas import ADD, MULTIPLY, Box, Canvas
from game.engine.colour import INK, WHITE, mix
from game.engine.light import LightMap, blurred, opaque, shine, vertical_gradient
from game.engine.ornament import Glaze, plaster, zellige
from game.engine.sprites import blank, clipped, faded, put, sprite
from game.engine.tween import Point
from game.engine.vector import KHATAM, linear, path, points, rect, star, svg
from game.scenes.page.medina import merlons, tile_across
from game.scenes.title.street.plan import FLOOR, VANISHING_X, VANISHING_Y, step_at

WALL_TOP = 330.0
WALL_PERIOD = 1228
_WALL_HIGH = FLOOR - WALL_TOP
_DADO_PANELS = 6
_DADO = Glaze("#17605F", "#1F7F7A", "#F0D9A6", "#C4552F")
_GATE_WIDE, _GATE_HIGH = 190.0, 262.0
_GATE_AT = 385.0
"""Position of the gate in each period of the wall with the camera at 0; at camera 1, gates stand at both sides of the
picture."""

_TILE = 0.172
"""Side of a paving tile in units of ground; one unit is as wide on screen as its row is far below the
vanishing point.
"""
_TILES_A_PERIOD = 6
_POOLS = ((640, 0.74, 420), (220, 0.42, 300), (1060, 0.42, 300), (-190, 0.36, 300), (1470, 0.36, 300))
"""Light of the stalls on the ground: x, strength, radius of each pool."""
LAMPS: tuple[Point, ...] = ((410, 317), (870, 317))
"""Positions of the lit lanterns, which light the wall and the paving."""


@sprite(kept=2)
def _wall(width_px: int, height_px: int) -> pygame.Surface:
    """Render one period of the wall: red plaster, merlons, a dado of zellige. A gate hides its seam."""
    unit = width_px / WALL_PERIOD
    face = vertical_gradient(width_px, height_px, [(0, "#B9634B"), (0.6, "#A34F45"), (1, "#7E3A3E")])
    plaster(face, max(2, round(width_px / 60)))
    view = (0.0, 0.0, float(WALL_PERIOD), _WALL_HIGH)
    pitch = WALL_PERIOD / 32
    teeth = merlons(0, WALL_PERIOD, 27, 24, pitch - 24, 20)
    mask = svg(path(f"M0 26H{WALL_PERIOD}V{_WALL_HIGH}H0Z{teeth}", WHITE), width_px, height_px, box=view)
    clear = blank(width_px, height_px)
    clear.blit(face, (0, 0))
    surface = clipped(clear, mask)
    panel = width_px / _DADO_PANELS
    dado = zellige(math.ceil(panel), round(78 * unit), panel / 8, _DADO, 0.22, 1.0)
    for number in range(_DADO_PANELS):
        put(surface, dado, number * panel, height_px - round(88 * unit))
    lines = rect(0, 40, WALL_PERIOD, 3, 0, INK, fill_opacity=0.25)
    lines += rect(0, 38, WALL_PERIOD, 2, 0, "#FFD9A8", fill_opacity=0.35)
    lines += rect(0, _WALL_HIGH - 92, WALL_PERIOD, 6, 0, "#E9C88C")
    lines += rect(0, _WALL_HIGH - 87, WALL_PERIOD, 2, 0, INK, fill_opacity=0.4)
    lines += rect(0, _WALL_HIGH - 10, WALL_PERIOD, 10, 0, "#5A3142")
    lines += rect(0, _WALL_HIGH - 11, WALL_PERIOD, 2, 0, "#E9C88C", fill_opacity=0.8)
    put(surface, svg(lines, width_px, height_px, box=view), 0, 0)
    return surface


def horseshoe(x: float, y: float, wide: float, high: float) -> str:
    """Return the path data of a Moorish arch standing at (x, y)."""
    radius = wide * 0.56
    middle = y - high + radius
    foot = wide * 0.40
    low, up = middle + radius * 0.3, middle - radius * 0.55
    return (
        f"M{x - foot} {y}V{middle + radius * 0.72}C{x - wide * 0.60} {low} {x - wide * 0.62} {up} {x} "
        f"{middle - radius * 1.12}C{x + wide * 0.62} {up} {x + wide * 0.60} {low} {x + foot} "
        f"{middle + radius * 0.72}V{y}Z"
    )


@sprite(kept=2)
def _gate(width_px: int, height_px: int) -> pygame.Surface:
    """Render a gate tower with a doorway lit from within."""
    wide, high = _GATE_WIDE, _GATE_HIGH
    x, foot = wide / 2, high - 10
    face = vertical_gradient(width_px, height_px, [(0, "#C26B4F"), (0.6, "#A9544A"), (1, "#80403F")])
    plaster(face, max(2, round(width_px / 16)), seed=77)
    view = (0.0, 0.0, float(wide), float(high))
    outline = f"M8 30H{wide - 8}V{high}H8Z" + merlons(11, wide - 8, 31, 24, 12, 22)
    clear = blank(width_px, height_px)
    clear.blit(face, (0, 0))
    surface = clipped(clear, svg(path(outline, WHITE), width_px, height_px, box=view))
    defs = linear("door", [(0, "#F3B765"), (0.30, "#F0913F"), (0.75, "#A3462F"), (1, "#5A2530")])
    defs += linear("side", [(0, INK, 0.35), (0.08, INK, 0), (0.92, INK, 0), (1, INK, 0.35)], 0, 0, 1, 0)
    body = rect(8, 30, wide - 16, high - 30, 0, "url(#side)")
    body += rect(8, 44, wide - 16, 2, 0, "#FFD9A8", fill_opacity=0.4) + rect(
        8, 46, wide - 16, 3, 0, INK, fill_opacity=0.25
    )
    body += path(horseshoe(x, foot, 118, 188), "#6B2F38") + path(horseshoe(x, foot, 106, 181), "none", "#E9B36A", 2.4)
    body += path(horseshoe(x, foot, 92, 172), "url(#door)")
    for k in range(-3, 4):
        body += path(star(x + k * 22, 58, 7), "#E9C88C", "#6B2F38", 1.2)
    body += rect(8, high - 10, wide - 16, 10, 0, "#5A3142")
    put(surface, svg(body, width_px, height_px, defs=defs, box=view), 0, 0)
    return surface


def _gate_places(bounds: Box, camera: float) -> list[float]:
    """Return x of all visible gates, in design units."""
    shift = camera * step_at(FLOOR)
    first = math.floor((bounds.left - 100 + shift - _GATE_AT) / WALL_PERIOD)
    last = math.ceil((bounds.right + 100 + shift - _GATE_AT) / WALL_PERIOD)
    return [_GATE_AT + k * WALL_PERIOD - shift for k in range(first, last + 1)]


def _ground(across: float, depth: float) -> Point:
    """Project a point on the ground to a design point; depth 1 lies at the frame's lower edge."""
    below = 720 - VANISHING_Y
    return VANISHING_X + across * below / depth, VANISHING_Y + below / depth


def _tile_drawn(column: int, row: int, near: float, chance: random.Random) -> str:
    """Draw one paving tile, its star projected point by point so that lines stay sharp."""
    across, depth = (column + 0.5) * _TILE, near + (row + 0.5) * _TILE

    def projected(radius: float, turn: float = 0.0) -> str:
        corners = []
        for k in range(16):
            reach = (radius if k % 2 == 0 else radius * KHATAM) * _TILE
            angle = turn + k * math.pi / 8
            corners.append(_ground(across + reach * math.cos(angle), depth + reach * math.sin(angle)))
        return points(corners)

    half = _TILE / 2
    square = [_ground(across + a * half, depth + b * half) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    tint = chance.choice(("#C98A62", "#B9744F", "#D9A274", "#A8634A"))
    cool = ("#1F7F7A", "#2BA7A0") if (column + row) % 2 else ("#2D3F86", "#3B54A8")
    body = path(points(square), mix("#6E3B40", "#8A4C48", chance.random()))
    body += path(projected(0.5), mix(tint, WHITE, chance.random() * 0.10), "#4A2433", 1.3)
    body += path(projected(0.30), mix(*cool, chance.random()), "#4A2433", 1.0)
    return body + path(projected(0.14, math.pi / 8), "#F0D9A6")


def _paving_reach(bounds: Box) -> Box:
    """Return the part of the paving to render: the canvas and one more period to the right."""
    spare = _TILE * _TILES_A_PERIOD * (bounds.bottom - VANISHING_Y)
    return Box(bounds.left, FLOOR, bounds.width + spare, bounds.bottom - FLOOR)


@sprite(kept=2)
def _paving(left: float, wide: float, high: float, width_px: int, height_px: int) -> pygame.Surface:
    """Render the paving seen from camera 0, from FLOOR down, in columns that repeat."""
    below = 720 - VANISHING_Y
    near = below / (FLOOR + high - VANISHING_Y) - _TILE / 2
    rows = math.ceil((below / (FLOOR - VANISHING_Y) - near) / _TILE) + 1
    body = rect(left, FLOOR, wide, high, 0, "#7A4A48")
    for row in range(rows, -1, -1):
        depth = near + (row + 0.5) * _TILE
        first = math.floor((left - VANISHING_X) * depth / below / _TILE) - 1
        last = math.ceil((left + wide - VANISHING_X) * depth / below / _TILE) + 1
        for column in range(first, last + 1):
            chance = random.Random(row * _TILES_A_PERIOD + column % _TILES_A_PERIOD)
            body += _tile_drawn(column, row, near, chance)
    return svg(body, width_px, height_px, box=(left, FLOOR, wide, high), oversample=1)


def _paving_of(canvas: Canvas) -> pygame.Surface:
    reach = _paving_reach(canvas.bounds)
    return _paving(reach.left, reach.width, reach.height, canvas.px(reach.width), canvas.px(reach.height))


def _paint_paving(low: Canvas, camera: float) -> None:
    paving = _paving_of(low)
    top = low.pixel(0, FLOOR)[1]
    wide = low.surface.get_width()
    rows = []
    shift = camera * step_at(FLOOR) / (FLOOR - VANISHING_Y)
    share = shift % (_TILE * _TILES_A_PERIOD)
    for row in range(min(paving.get_height(), low.surface.get_height() - top)):
        depth = FLOOR - VANISHING_Y + (row + 0.5) / low.scale
        moved = round(share * depth * low.scale)
        rows.append((paving, (0, top + row), (moved, row, wide, 1)))
    low.surface.blits(rows, doreturn=False)


@sprite(kept=2)
def _light(width_px: int, height_px: int, scale: float, origin: Point) -> pygame.Surface:
    """Render the light to multiply over wall and paving: dusk, stalls and lanterns. It does not move with
    the camera.
    """
    surface = opaque(width_px, height_px)
    surface.fill(WHITE)
    canvas = Canvas(surface, scale, origin)
    light = LightMap(canvas, "#544480")
    for place, strength, radius in _POOLS:
        light.add(place, FLOOR + 30, radius, "#FFC07A", strength, 1.2, 0.62)
    for x, y in LAMPS:
        light.add(x, y, 260, "#FFB765", 0.75, 1.4)
    light.apply()
    return surface


@sprite(kept=2)
def _star_light(width_px: int, height_px: int, scale: float, origin: Point) -> pygame.Surface:
    """Render the light of the pierced lanterns on the wall, to add: rings of stars that grow and fade with distance."""
    layer = opaque(width_px, height_px)
    canvas = Canvas(layer, scale, origin)
    chance = random.Random(5)
    for x, y in LAMPS:
        for ring in range(6):
            radius = 74 * 1.42**ring
            count = 14 + 2 * ring
            strength = 0.34 / (1 + (radius / 185) ** 1.3)
            size = canvas.px(5.5 * (0.5 + radius / 237) * 2)
            spot = svg(path(star(50, 50, 50, 0.4), "#FFB765"), size, size, box=(0, 0, 100, 100))
            for k in range(count):
                angle = (k + 0.5 * (ring % 2)) * 2 * math.pi / count
                place = (x + radius * math.cos(angle), y + radius * 0.86 * math.sin(angle))
                if 350 < place[1] < FLOOR + 30:
                    canvas.put_middle(faded(spot, strength * chance.uniform(0.6, 1)), *place)
    return blurred(layer, canvas.px(1))


def _low_canvas(canvas: Canvas) -> tuple[Canvas, int]:
    """Return a clear canvas from the gates' top down, and the pixel row at which it begins."""
    top = canvas.pixel(0, FLOOR - _GATE_HIGH)[1]
    width, height = canvas.surface.get_size()
    return Canvas(blank(width, height - top), canvas.scale, (canvas.origin[0], canvas.origin[1] - top)), top


def warm_wall(canvas: Canvas) -> None:
    """Render the wall and its gate into the cache."""
    _wall(canvas.px(WALL_PERIOD), canvas.px(_WALL_HIGH))
    _gate(canvas.px(_GATE_WIDE), canvas.px(_GATE_HIGH))


def warm_paving(canvas: Canvas) -> None:
    """Render the paving into the cache."""
    _paving_of(canvas)


def paint_ground(canvas: Canvas, camera: float) -> None:
    """Paint wall, gates and paving in their light, seen from `camera` (in stalls along the street)."""
    low, top = _low_canvas(canvas)
    tile_across(low, _wall(low.px(WALL_PERIOD), low.px(_WALL_HIGH)), WALL_TOP, camera * step_at(FLOOR) - _GATE_AT)
    gate = _gate(low.px(_GATE_WIDE), low.px(_GATE_HIGH))
    gates = _gate_places(canvas.bounds, camera)
    for x in gates:
        low.put(gate, x - _GATE_WIDE / 2, FLOOR - _GATE_HIGH)
    _paint_paving(low, camera)
    size, place = low.surface.get_size(), (low.scale, low.origin)
    low.surface.blit(_light(*size, *place), (0, 0), special_flags=MULTIPLY)
    put(canvas.surface, low.surface, 0, top)
    canvas.surface.blit(_star_light(*size, *place), (0, top), special_flags=ADD)
    for x in gates:
        shine(canvas, x, 440, 190, "#FFC98C", 0.34, 1.3)
        shine(canvas, x, 470, 120, "#FF9A45", 0.45, 1.5)
