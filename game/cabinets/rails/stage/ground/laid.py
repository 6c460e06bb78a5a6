"""Draw what is built on a painted region: roads, platforms, track in its layers, bridges, tunnels, docks and stops.

Track is brass rails on dark sleepers, drawn layer by layer, so that sleepers never cover the rails of another piece.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from game.cabinets.rails.stage.ground.furniture import dock, platform, portal, road, shelter, span_deck
from game.cabinets.rails.stage.ground.geometry import REACH, curve, ends, length
from game.cabinets.rails.track.coded import NOBODY, Built
from game.cabinets.rails.track.pieces import KINDS, NORTH, ONWARD, SOUTH, STEPS, STRAIGHT, TILE, bend, edges, opposite
from game.cabinets.rails.world.land import STREET, WATER, Land
from game.engine.colour import Colour, mix
from game.engine.sprites import put, put_middle, sprite
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
NEUTRAL: Final = "#4A3A38"
"""The colour of track that belongs to no company with a colour."""


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


class Laid(NamedTuple):
    """A part of track on its tile, in the colour of its company."""

    x: int
    y: int
    part: Part
    colour: Colour


def pieces_of(built: Built) -> int:
    """Return the mask of pieces that neighbouring track can join: the tile's own, and the end of a bridge or tunnel."""
    if built.span[0] < 0:
        return built.pieces
    return built.pieces | (1 if built.span[0] in (NORTH, SOUTH) else 2)


def parts_of(works: Mapping[int, Built], size: int, tiles: Iterable[int], colours: Sequence[Colour]) -> Iterator[Laid]:
    """Yield the parts of track on these tiles, each joint once."""
    for tile in tiles:
        built = works.get(tile)
        mask = pieces_of(built) if built else 0
        if not built or not mask:
            continue
        colour = colours[built.company] if built.company < len(colours) else NEUTRAL
        x, y = tile % size, tile // size
        for kind in range(len(KINDS)):
            if mask >> kind & 1:
                yield Laid(x, y, Part(2 * kind, MIDDLE), colour)
                for leg in (2 * kind, 2 * kind + 1):
                    for part in _onward(works, size, built, leg):
                        yield Laid(x, y, part, colour)


def _onward(works: Mapping[int, Built], size: int, built: Built, leg: int) -> Iterator[Part]:
    """Yield the joints at a leg's end, or its loose end."""
    leave = edges(leg >> 1, leg & 1)[1]
    if built.span[0] == leave and leg >> 1 < STRAIGHT and not built.pieces >> (leg >> 1) & 1:
        return
    other = neighbour(built.tile, leave, size)
    beyond = works.get(other) if other >= 0 else None
    mask = pieces_of(beyond) if beyond and beyond.company == built.company else 0
    if beyond and beyond.span[0] == opposite(leave):
        mask = 0
    joined = [after for after in ONWARD[leg] if mask >> (after >> 1) & 1]
    if not joined:
        yield Part(leg, END)
    for after in joined:
        if (leg, after) <= (after ^ 1, leg ^ 1):
            yield Part(leg, after)


def neighbour(tile: int, edge: int, size: int) -> int:
    """Return the tile beyond an edge of a tile; -1 outside of the map."""
    x, y = tile % size + STEPS[edge][0], tile // size + STEPS[edge][1]
    return y * size + x if 0 <= x < size and 0 <= y < size else -1


def region(size: int, left: int, top: int, tiles: int, around: int = 1) -> list[int]:
    """Return the tiles of a square region and of `around` rings of tiles around it, row by row."""
    columns = range(max(0, left - around), min(size, left + tiles + around))
    rows = range(max(0, top - around), min(size, top + tiles + around))
    return [y * size + x for y in rows for x in columns]


class Layer(NamedTuple):
    """A painted region: its surface, its first tile (left, top) and the width of a tile in pixels."""

    surface: pygame.Surface
    left: int
    top: int
    tile_px: int

    def corner(self, tile_x: float, tile_y: float) -> tuple[float, float]:
        """Return the pixel of a point of the map that is given in tiles."""
        return (tile_x - self.left) * self.tile_px, (tile_y - self.top) * self.tile_px


def put_works(
    target: Layer, land: Land, works: Mapping[int, Built], tiles: Sequence[int], colours: Sequence[Colour]
) -> Iterator[None]:
    """Draw all that is built on these tiles over a region, one step each time the iterator advances."""
    size, tile_px = land.size, target.tile_px
    for tile in tiles:
        x, y = target.corner(tile % size, tile // size)
        arms = _road_arms(land, works, tile)
        if arms >= 0:
            put(target.surface, road(arms, tile_px), x, y)
        built = works.get(tile)
        if built and built.platform:
            colour = colours[built.company] if built.company < len(colours) else NEUTRAL
            put_middle(target.surface, platform(built.pieces & 1, colour, tile_px), x + tile_px / 2, y + tile_px / 2)
    yield
    laid = list(parts_of(works, size, tiles, colours))
    put_parts(target, laid)
    yield
    for tile in tiles:
        built = works.get(tile)
        if built and (built.span[0] >= 0 or built.dock or built.stop):
            _put_special(target, land, built)


def put_parts(target: Layer, laid: Sequence[Laid]) -> None:
    """Draw parts of track over a region, layer by layer."""
    tile_px = target.tile_px
    for layer in range(LAYERS):
        for x, y, part, colour in laid:
            anchor = part.anchor
            px, py = target.corner(x + anchor[0], y + anchor[1])
            put_middle(target.surface, part_sprite(part, layer, tile_px, colour), px, py)


def _road_arms(land: Land, works: Mapping[int, Built], tile: int) -> int:
    """Return the mask of edges that the road of a tile leads to; -1 if there is no road."""

    def is_road(other: int) -> bool:
        built = works.get(other)
        return other >= 0 and (land.terrain[other] == STREET or (built is not None and built.road != NOBODY))

    if not is_road(tile):
        return -1
    return sum(1 << edge for edge in range(4) if is_road(neighbour(tile, edge, land.size)))


def _put_special(target: Layer, land: Land, built: Built) -> None:
    size, tile_px = land.size, target.tile_px
    x, y = target.corner(built.tile % size, built.tile // size)
    middle = x + tile_px / 2, y + tile_px / 2
    edge, length, tunnel = built.span
    if edge >= 0 and tunnel:
        put_middle(target.surface, portal(edge, tile_px), *middle)
    elif edge >= 0:
        across, down = STEPS[edge]
        far = (length - 1) / 2 * tile_px
        deck = span_deck(edge % 2 == 1, length, tile_px)
        put_middle(target.surface, deck, middle[0] + across * far, middle[1] + down * far)
    if built.dock:
        wet = [e for e in range(4) if (n := neighbour(built.tile, e, size)) >= 0 and land.terrain[n] == WATER]
        put_middle(target.surface, dock(wet[0] if wet else SOUTH, tile_px), *middle)
    if built.stop:
        put_middle(target.surface, shelter(built.stop, tile_px), *middle)
