"""Draw what is built on a painted region: roads, platforms, track in its layers, bridges, tunnels, docks and stops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from game.cabinets.rails.stage.ground.furniture import dock, platform, portal, road, shelter, span_deck
from game.cabinets.rails.stage.ground.rails import END, LAYERS, MIDDLE, Part, part_sprite
from game.cabinets.rails.track.coded import NOBODY, Built
from game.cabinets.rails.track.pieces import KINDS, NORTH, ONWARD, SOUTH, STEPS, STRAIGHT, edges, opposite
from game.cabinets.rails.world.land import STREET, WATER, Land
from game.engine.colour import Colour
from game.engine.sprites import put, put_middle

NEUTRAL: Final = "#4A3A38"
"""The colour of track that belongs to no company with a colour."""


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
