"""The ground in sight as cached chunks of 16×16 tiles; a few steps of painting per frame, so that no frame is late."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from game.cabinets.rails.stage.ground.felt import CHUNK, FINEST, MINIATURE, felt_of
from game.cabinets.rails.stage.ground.growth import plant_sprite, plants
from game.cabinets.rails.stage.ground.houses import above, house, house_variant
from game.cabinets.rails.stage.ground.laid import Layer, neighbour, put_works, region
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.track.pieces import NORTH
from game.cabinets.rails.world.land import HOUSE, Land
from game.engine.colour import Colour
from game.engine.light import opaque
from game.engine.sprites import put, put_middle

KEPT_BYTES: Final = 96 << 20
"""Greatest total size of the cached chunks; chunks in sight are kept even beyond it."""
STEPS_A_FRAME: Final = 1
PLANTS_FROM: Final = 12
"""The smallest tile width in screen pixels at which plants and houses are drawn."""

_STAND_INS: Final = 24
"""Number of coarse pictures cached for chunks that are not painted yet."""
Place = tuple[int, int, int]
"""A chunk's column and row, and the width of a tile in screen pixels."""


class _Painted(NamedTuple):
    surface: pygame.Surface
    shown: tuple[Built, ...]
    """What was built on the chunk's tiles when it was painted."""


class Chunks:
    """Draws the ground of one map from cached chunks."""

    def __init__(self, land: Land, colours: Sequence[Colour]) -> None:
        """Take the land and the companies' colours."""
        self.land = land
        self.felt = felt_of(land)
        self._colours = tuple(colours)
        self._works: Mapping[int, Built] = {}
        self._ground: OrderedDict[Place, pygame.Surface] = OrderedDict()
        self._painted: OrderedDict[Place, _Painted] = OrderedDict()
        self._under_way: dict[Place, Iterator[None]] = {}
        self._built: dict[tuple[int, int], tuple[Built, ...]] = {}
        self._standing_in: OrderedDict[Place, pygame.Surface] = OrderedDict()

    def see(self, works: Mapping[int, Built]) -> None:
        """Take in what is built now, by tile; chunks that look different now are painted again when next in sight."""
        self._works = works
        self._built.clear()
        self._standing_in.clear()

    def _built_in(self, column: int, row: int) -> tuple[Built, ...]:
        found = self._built.get((column, row))
        if found is None:
            tiles = region(self.land.size, column * CHUNK, row * CHUNK, CHUNK)
            works = self._works
            found = tuple(works[tile] for tile in tiles if tile in works) if works else ()
            self._built[column, row] = found
        return found

    def draw(self, target: pygame.Surface, left: int, top: int, tile_px: int, *, whole: bool = False) -> None:
        """Draw the part of the map that lies on the target; the map's corner is at pixel (left, top).

        With `whole`, paint all of it now; otherwise draw unpainted chunks coarsely and paint a few steps of them per
        frame.
        """
        side = CHUNK * tile_px
        count = -(-self.land.size // CHUNK)
        columns = range(max(0, -left // side), min(count, (target.get_width() - left - 1) // side + 1))
        rows = range(max(0, -top // side), min(count, (target.get_height() - top - 1) // side + 1))
        wanted = [(column, row, tile_px) for row in rows for column in columns]
        for place in wanted:
            if whole:
                for _ in self._steps(place):
                    pass
            column, row, _px = place
            painted = self._painted.get(place)
            at = left + column * side, top + row * side
            if painted:
                self._painted.move_to_end(place)
                target.blit(painted.surface, at)
            else:
                target.blit(self._coarse(place), at)
        self._go_on(wanted)

    def _go_on(self, wanted: Sequence[Place]) -> None:
        """Paint a few steps of the wanted chunks that are missing or out of date."""
        self._under_way = {place: steps for place, steps in self._under_way.items() if place in wanted}
        steps = STEPS_A_FRAME
        for place in wanted:
            work = self._under_way.get(place) or self._steps(place)
            for _ in work:
                steps -= 1
                if steps <= 0:
                    self._under_way[place] = work
                    return
            self._under_way.pop(place, None)
        self._forget(wanted)

    def _forget(self, wanted: Sequence[Place]) -> None:
        for shelf in (self._painted, self._ground):
            room = KEPT_BYTES // 2
            sizes = sum(CHUNK * CHUNK * place[2] * place[2] * 4 for place in shelf)
            for place in [place for place in shelf if place not in wanted]:
                if sizes <= room:
                    break
                del shelf[place]
                sizes -= CHUNK * CHUNK * place[2] * place[2] * 4

    def _coarse(self, place: Place) -> pygame.Surface:
        """Return a stand-in for an unpainted chunk: the same chunk at another zoom, or a part of the miniature map."""
        if place not in self._standing_in:
            while len(self._standing_in) >= _STAND_INS:
                self._standing_in.popitem(last=False)
            self._standing_in[place] = self._stand_in(place)
        return self._standing_in[place]

    def _stand_in(self, place: Place) -> pygame.Surface:
        column, row, tile_px = place
        others = [other for other in self._painted if other[:2] == (column, row)]
        if others:
            nearest = min(others, key=lambda other: abs(other[2] - tile_px))
            return pygame.transform.scale(self._painted[nearest].surface, (CHUNK * tile_px, CHUNK * tile_px))
        side = CHUNK * MINIATURE
        part = self.felt.miniature.subsurface((column * side, row * side, side, side))
        return pygame.transform.scale(part, (CHUNK * tile_px, CHUNK * tile_px))

    def _steps(self, place: Place) -> Iterator[None]:
        """Paint a chunk as it looks now, step by step; do nothing if the cached one is up to date."""
        column, row, tile_px = place
        shown = self._built_in(column, row)
        painted = self._painted.get(place)
        if painted and painted.shown == shown:
            return
        side = CHUNK * tile_px
        surface, key = opaque(side, side), (column, row, min(tile_px, FINEST))
        ground = self._ground.get(key)
        if ground is None:
            ground = opaque(*(CHUNK * min(tile_px, FINEST),) * 2)
            yield from self.felt.paint(ground, column * CHUNK, row * CHUNK, CHUNK)
            self._ground[key] = ground
        if tile_px > FINEST:
            pygame.transform.smoothscale(ground, (side, side), surface)
        else:
            surface.blit(ground, (0, 0))
        yield
        layer = Layer(surface, column * CHUNK, row * CHUNK, tile_px)
        tiles = region(self.land.size, column * CHUNK, row * CHUNK, CHUNK)
        yield from put_works(layer, self.land, self._works, tiles, self._colours)
        yield
        self._put_growth(layer, tiles)
        self._painted[place] = _Painted(surface, shown)

    def _put_growth(self, layer: Layer, tiles: Sequence[int]) -> None:
        """Draw plants and houses of some tiles on a layer, northern ones first."""
        size, terrain, tile_px = self.land.size, self.land.terrain, layer.tile_px
        works = self._works
        for tile in tiles:
            kind = terrain[tile]
            if kind == HOUSE:
                x, y = layer.corner(tile % size, tile // size)
                put(layer.surface, house(house_variant(tile), tile_px), x, y - above(tile_px))
            elif tile not in works and tile_px >= PLANTS_FROM:
                for plant in plants(kind, tile):
                    if plant.y < plant.size * 0.7 and neighbour(tile, NORTH, size) in works:
                        continue
                    x, y = layer.corner(tile % size + plant.x, tile // size + plant.y)
                    drawn = plant_sprite(plant.kind, plant.variant, max(3, round(plant.size * tile_px)))
                    put_middle(layer.surface, drawn, x, y - drawn.get_height() / 6)

    def warm(self, left: int, top: int, tile_px: int, width: int, height: int) -> Iterator[None]:
        """Paint the chunks that a surface of this size will show, one step each time the iterator advances."""
        yield from self.felt.warm()
        side = CHUNK * tile_px
        count = -(-self.land.size // CHUNK)
        for row in range(max(0, -top // side), min(count, (height - top - 1) // side + 1)):
            for column in range(max(0, -left // side), min(count, (width - left - 1) // side + 1)):
                yield from self._steps((column, row, tile_px))
