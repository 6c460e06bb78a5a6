"""Felt land: smooth shapes of water, wood, hill and rock, each made from a small grey plane of the whole map.

A region of a plane is scaled up and coloured by a ramp of heights, so coasts are sharp at every zoom and meet at the
borders of chunks.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import pygame

from game.cabinets.rails.world.land import HILL, HOUSE, ROCK, STREET, WATER, WOOD, Land
from game.core.space import Squares
from game.engine.canvas import MULTIPLY
from game.engine.colour import INK, rgb
from game.engine.light import dither, noise, opaque
from game.engine.ramps import Levels, plane_of, ramp, shaded
from game.engine.sprites import put, sprite
from game.kit.drawing.terrain import Terrain

CHUNK: Final = 16
"""Side of a chunk, in tiles."""
FINEST: Final = 32
"""Greatest tile width in pixels at which felt is painted; beyond that the picture is scaled up."""
MINIATURE: Final = 4
"""Tile width in pixels in the picture of the whole map."""
_SMOOTH: Final = 2
"""Radius of the blur that rounds the corners of tiles, in pixels of the plane."""
_APRON: Final = 1
"""Tiles around a region that are scaled with it, so that neighbouring regions match at their border."""
PLAIN_TONE: Final = "#A69C62"
_SAND: Final = "#E3CB92"


class _Coat(NamedTuple):
    """One kind of land: its colours by height, and the shadow it casts."""

    kinds: frozenset[int]
    levels: Levels
    shadow: float = 0.0
    """Opacity of the shadow that this land casts on the land around it."""


_COATS: Final = (
    _Coat(
        frozenset({WOOD}),
        ((96, "#6F7F48", 0.0), (136, "#6A7D48", 0.85), (200, "#56703F", 1.0), (255, "#4C683C", 1.0)),
    ),
    _Coat(
        frozenset({HOUSE, STREET}),
        ((100, "#C9AE7C", 0.0), (132, "#CBB283", 0.9), (255, "#D3BC8E", 1.0)),
    ),
    _Coat(
        frozenset({HILL}),
        (
            (112, "#8A6A42", 0.0),
            (124, "#8F6C45", 1.0),
            (150, "#B28B59", 1.0),
            (165, "#A67F50", 1.0),
            (215, "#C49A64", 1.0),
            (232, "#B8905C", 1.0),
            (255, "#CDA671", 1.0),
        ),
        0.4,
    ),
    _Coat(
        frozenset({ROCK}),
        (
            (112, "#403850", 0.0),
            (124, "#4A4058", 1.0),
            (160, "#74687E", 1.0),
            (200, "#6A5F76", 1.0),
            (255, "#8F8496", 1.0),
        ),
        0.5,
    ),
    _Coat(
        frozenset({WATER}),
        (
            (92, _SAND, 0.0),
            (108, _SAND, 0.95),
            (128, "#EBD8A6", 1.0),
            (136, "#DCEBD6", 1.0),
            (144, "#5FB7AE", 1.0),
            (176, "#3A9A9B", 1.0),
            (182, "#328F93", 1.0),
            (226, "#2A8089", 1.0),
            (232, "#24747F", 1.0),
            (255, "#1F6A77", 1.0),
        ),
    ),
)


@sprite(kept=3)
def _fibres(side_px: int) -> pygame.Surface:
    """Return a texture of felt fibres to multiply with; it repeats without seams on all sides."""
    chance = random.Random(5)
    surface = opaque(side_px, side_px)
    surface.fill((240, 240, 240))
    for _ in range(side_px * side_px // 42):
        x, y = chance.randrange(side_px), chance.randrange(side_px)
        dx, dy = chance.randint(-5, 5), chance.randint(-4, 4)
        tone = chance.choice((218, 226, 252, 255))
        for left in (0, -side_px if x + dx >= side_px else side_px if x + dx < 0 else 0):
            for top in (0, -side_px if y + dy >= side_px else side_px if y + dy < 0 else 0):
                pygame.draw.aaline(surface, (tone,) * 3, (x + left, y + top), (x + dx + left, y + dy + top))
    return pygame.transform.gaussian_blur(surface, 1)


class Felt:
    """The painted land of one map."""

    def __init__(self, land: Land) -> None:
        self.land = land
        self._terrain = Terrain(Squares(land.size, land.size), 6, 2)
        self._planes: dict[int, pygame.Surface] = {}

    def _plane(self, coat: int) -> pygame.Surface:
        """Return the grey plane of one kind of land: its height over the whole map."""
        if coat not in self._planes:
            kinds = _COATS[coat].kinds
            heights = self._terrain.heights([kind in kinds for kind in self.land.terrain])
            self._planes[coat] = pygame.transform.gaussian_blur(heights, _SMOOTH)
        return self._planes[coat]

    @cached_property
    def _tones(self) -> pygame.Surface:
        """Slow changes of light over the whole map, as a picture to multiply with."""
        side = (self.land.size + 2 * self._terrain.apron) * self._terrain.fine
        tones = opaque(side, side)
        tones.fill((255, 255, 255))
        for cells, low in ((8, 222), (3, 234)):
            count = side // (cells * self._terrain.fine) + 2
            tones.blit(noise(side, side, count, count, low, 255, cells), (0, 0), special_flags=MULTIPLY)
        return tones

    def warm(self) -> Iterator[None]:
        """Compute the planes that painting any region needs, one step each time the iterator advances."""
        for coat in range(len(_COATS)):
            self._plane(coat)
            yield
        _ = self._tones
        yield

    def paint(self, target: pygame.Surface, left: int, top: int, tiles: int) -> Iterator[None]:
        """Paint a square of `tiles` × `tiles` tiles from the tile (left, top) over a square surface, step by step."""
        side = target.get_width()
        target.fill(rgb(PLAIN_TONE))
        for number, coat in enumerate(_COATS):
            if self._is_near(coat.kinds, left, top, tiles):
                yield from self._paint_coat(target, number, coat, left, top, tiles)
        target.blit(self._scaled(self._tones, left, top, tiles, side), (0, 0), special_flags=MULTIPLY)
        if side >= 8 * tiles:
            wool = _fibres(256)
            spots = [(wool, (x, y)) for y in range(0, side, 256) for x in range(0, side, 256)]
            target.fblits(spots, MULTIPLY)
        yield

    def _paint_coat(
        self, target: pygame.Surface, number: int, coat: _Coat, left: int, top: int, tiles: int
    ) -> Iterator[None]:
        side = target.get_width()
        heights = plane_of(self._scaled(self._plane(number), left, top, tiles, side).copy())
        yield
        if coat.shadow:
            cast = shaded(heights, (side, side), ramp(((96, INK, 0.0), (150, INK, coat.shadow))))
            put(target, cast, 0, max(1, side / tiles / 6))
        put(target, shaded(heights, (side, side), ramp(coat.levels)), 0, 0)
        yield

    def _is_near(self, kinds: Collection[int], left: int, top: int, tiles: int) -> bool:
        size, terrain = self.land.size, self.land.terrain
        from_x, to_x = max(0, left - 1), min(size, left + tiles + 1)
        rows = range(max(0, top - 1), min(size, top + tiles + 1))
        return any(kind in kinds for y in rows for kind in set(terrain[y * size + from_x : y * size + to_x]))

    def _scaled(self, plane: pygame.Surface, left: int, top: int, tiles: int, side: int) -> pygame.Surface:
        """Return a square region of a plane, scaled to `side` pixels."""
        fine, apron = self._terrain.fine, self._terrain.apron
        tile_px = side // tiles
        whole = pygame.Rect((left + apron - _APRON) * fine, (top + apron - _APRON) * fine, 0, 0)
        whole.size = ((tiles + 2 * _APRON) * fine,) * 2
        part = whole.clip(plane.get_rect())
        region = plane.subsurface(part)
        if part != whole:
            region = opaque(*whole.size)
            region.blit(plane, (part.left - whole.left, part.top - whole.top), part)
        large = pygame.transform.smoothscale(region, ((tiles + 2 * _APRON) * tile_px,) * 2)
        return large.subsurface((_APRON * tile_px, _APRON * tile_px, side, side))

    @cached_property
    def miniature(self) -> pygame.Surface:
        """The whole map at `MINIATURE` pixels per tile, for the minimap and for regions that are not painted yet."""
        surface = opaque(self.land.size * MINIATURE, self.land.size * MINIATURE)
        for _ in self.paint(surface, 0, 0, self.land.size):
            pass
        dither(surface, 3)
        return surface


@lru_cache(maxsize=2)
def felt_of(land: Land) -> Felt:
    """Return the painted land. The last two are cached: a table, its replay and its preview show the same land."""
    return Felt(land)
