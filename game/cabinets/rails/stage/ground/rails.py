"""Brass rails on dark sleepers, as sprites: the middle of a piece, the joint of two pieces at an edge, a loose end.

All parts of a region are drawn layer by layer, so that sleepers never cover the rails of another piece.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from game.cabinets.rails.stage.ground.geometry import REACH, curve, ends, length
from game.cabinets.rails.track.pieces import TILE, bend
from game.engine.colour import Colour, mix
from game.engine.sprites import sprite
from game.engine.tween import Point, lerp_point
from game.engine.vector import path, points, svg

LAYERS: Final = 3
"""Number of layers that track is drawn in: ballast, sleepers, rails."""
SIMPLE_BELOW: Final = 14
"""Tile width in screen pixels below which track is drawn as a single line."""
_MARGIN: Final = 0.25
"""Margin of a part's sprite around its tile, in tiles."""
_GAUGE: Final = 0.105
"""Distance from the middle line to each rail, in tiles."""
_SLEEPER: Final = 0.205
"""Half the length of a sleeper, in tiles."""
_SPACING: Final = 1 / 6
_BALLAST: Final = "#4A3A38"
_STONE: Final = "#6B5A50"
_WOOD: Final = ("#2A1A18", "#4A3024")
_BRASS: Final = ("#241417", "#C98F3C", "#FFE2A0")


class Part(NamedTuple):
    """A part of track: the middle of `leg` (`after` -1), its loose end (-2), or its joint with the leg `after`."""

    leg: int
    after: int

    @property
    def anchor(self) -> Point:
        """The point that the middle of the part's sprite is placed on, in tiles from the corner of the leg's tile."""
        return (0.5, 0.5) if self.after == MIDDLE else ends(self.leg)[1]


MIDDLE, END = -1, -2


def _line_of(part: Part) -> list[Point]:
    """Return the middle line of a part, in tiles from its anchor."""
    x, y = part.anchor
    if part.after >= 0:
        start, middle, end = curve(part.leg, part.after)
        steps = 10 if bend(part.leg, part.after) else 1
        shares = [step / steps for step in range(steps + 1)]
        line = [lerp_point(lerp_point(start, middle, s), lerp_point(middle, end, s), s) for s in shares]
    else:
        start, end = ends(part.leg)
        inset = REACH * TILE / length(part.leg)
        line = [lerp_point(start, end, 1 - inset if part.after == END else inset)]
        line.append(lerp_point(start, end, 0.96 if part.after == END else 1 - inset))
    return [(px - x, py - y) for px, py in line]


def _aside(line: Sequence[Point], away: float) -> list[Point]:
    """Return the line that runs beside another one at the distance `away`, on its right."""
    found = []
    for number, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(0, number - 1)], line[min(len(line) - 1, number + 1)]
        far = math.hypot(bx - ax, by - ay) or 1.0
        found.append((x - (by - ay) / far * away, y + (bx - ax) / far * away))
    return found


def _along(line: Sequence[Point], far: float) -> tuple[Point, Point]:
    """Return the point at a distance along a line, and the direction there as a unit vector."""
    for (ax, ay), (bx, by) in pairwise(line):
        long = math.hypot(bx - ax, by - ay)
        if far <= long + 1e-6:
            share = far / long if long else 0.0
            return (ax + (bx - ax) * share, ay + (by - ay) * share), ((bx - ax) / long, (by - ay) / long)
        far -= long
    return line[-1], (0.0, 0.0)


def _sleepers(line: Sequence[Point], half: float) -> list[list[Point]]:
    """Return strokes across a line, about `_SPACING` apart and centred along it."""
    whole = sum(math.dist(a, b) for a, b in pairwise(line))
    count = round(whole / _SPACING)
    found = []
    for number in range(count):
        (x, y), (dx, dy) = _along(line, whole * (number + 0.5) / count)
        found.append([(x - dy * half, y + dx * half), (x + dy * half, y - dx * half)])
    return found


def _data(lines: Sequence[Sequence[Point]]) -> str:
    return "".join(points(line, closed=False) for line in lines)


@sprite(kept=1024)
def part_sprite(part: Part, layer: int, tile_px: int, tint: Colour) -> pygame.Surface:
    """Return one layer of a part's picture, whose middle lies on the part's anchor. `tint` is the company's colour."""
    line = _line_of(part)
    body = _simple(line, layer, tint) if tile_px < SIMPLE_BELOW else _drawn(part, line, layer, tint)
    side = 1 + 2 * _MARGIN
    size_px = tile_px + 2 * round(_MARGIN * tile_px)
    return svg(body, size_px, size_px, box=(-side / 2, -side / 2, side, side), oversample=3)


def _simple(line: Sequence[Point], layer: int, tint: Colour) -> str:
    data = points(line, closed=False)
    if layer == 0:
        return path(data, "none", mix(_WOOD[0], tint, 0.25), 0.42)
    return path(data, "none", _BRASS[1], 0.2) if layer == 2 else ""


def _drawn(part: Part, line: Sequence[Point], layer: int, tint: Colour) -> str:
    if layer == 0:
        data = points(line, closed=False)
        bed = path(data, "none", mix(_BALLAST, tint, 0.45), 0.56, stroke_opacity=0.5)
        return bed + path(data, "none", _STONE, 0.46, stroke_opacity=0.8)
    if layer == 1:
        data = _data(_sleepers(line, _SLEEPER))
        light = path(data, "none", _WOOD[1], 0.05) if data else ""
        return path(data, "none", _WOOD[0], 0.085) + light if data else ""
    rails = _data([_aside(line, away) for away in (-_GAUGE, _GAUGE)])
    body = path(rails, "none", _BRASS[0], 0.085) + path(rails, "none", _BRASS[1], 0.055)
    body += path(rails, "none", _BRASS[2], 0.018)
    return body + _buffer(line) if part.after == END else body


def _buffer(line: Sequence[Point]) -> str:
    """Return SVG code of the buffer stop across the rails at a loose end."""
    (x, y), (dx, dy) = line[-1], _direction(line)
    bar = points([(x - dy * 0.19, y + dx * 0.19), (x + dy * 0.19, y - dx * 0.19)], closed=False)
    return path(bar, "none", _BRASS[0], 0.13) + path(bar, "none", "#B8452F", 0.085)


def _direction(line: Sequence[Point]) -> Point:
    (ax, ay), (bx, by) = line[-2], line[-1]
    far = math.hypot(bx - ax, by - ay)
    return (bx - ax) / far, (by - ay) / far
