"""Draw a plane of slabs row by row from the back: shallow water, walls, tops, and what stands on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

import pygame

from game.cabinets.volcano.stage.relief import slab
from game.cabinets.volcano.stage.relief.layout import Raised
from game.core.space import Hex, Hexes
from game.engine.canvas import Canvas
from game.engine.colour import Colour
from game.engine.sprites import blank, faded, sprite, tinted

Drawn = tuple[pygame.Surface, tuple[int, int]]
_HIGHEST: Final = 7
"""The level from which all tops look alike."""


class Top(NamedTuple):
    """The top of a hexagon: its level from 1, its face as SVG of size 100, and the number of its tile."""

    level: int
    face: str
    tile: int


class Standing(NamedTuple):
    """What stands on a hexagon: a function that draws it for a hexagon size, and how far (0 … 1) it has risen."""

    drawn: Callable[[int], pygame.Surface]
    share: float = 1.0


class Ground(NamedTuple):
    """Colours of the walls and of the water."""

    stone: Colour
    water: Colour


def slabs(
    tops: Mapping[Hex, Top], cell: Hex, sixths: int, size_px: int, stone: Colour
) -> tuple[pygame.Surface | None, pygame.Surface]:
    """Return the walls of a hexagon (None if none are visible) and its top, as its neighbours leave them visible."""
    top, around = tops[cell], Hexes.beside(cell)
    others = [tops.get(around[(way - sixths) % 6]) for way in range(6)]
    levels = [other.level if other else 0 for other in others]
    bands = top.level - min(levels[1], levels[2])
    shades = tuple((way, min(3, levels[way] - top.level)) for way in (3, 4) if levels[way] > top.level)
    edges = tuple(_edge(top, other) for other in others)
    drawn = slab.top(top.face, size_px, min(top.level, _HIGHEST), edges, shades)
    return slab.walls(size_px, top.level % 2, bands, stone) if bands > 0 else None, drawn


def _edge(top: Top, other: Top | None) -> int:
    """Return what lies across an edge, for its drawing."""
    if other is None or other.level < top.level:
        return slab.LOWER
    if other.level > top.level:
        return slab.HIGHER
    return slab.SAME if other.tile == top.tile else slab.OTHER


@sprite(kept=8)
def shoal(size_px: int, colour: Colour) -> pygame.Surface:
    """Return a sprite of the shallow water around a hexagon."""
    wide, high = slab.extent(size_px)
    drawn = blank(round(wide * 1.8), round(high * 1.8))
    rgb = pygame.Color(colour)
    for step in range(10):
        share = 1 - step / 10
        size = (drawn.get_width() * share, drawn.get_height() * share)
        box = pygame.FRect(0, 0, *size)
        box.center = drawn.get_width() / 2, drawn.get_height() / 2
        part = 40 + step * 16
        pygame.draw.ellipse(drawn, (rgb.r * part // 255, rgb.g * part // 255, rgb.b * part // 255, part), box)
    return drawn


class ReliefPainter:
    """Draws planes, and caches what is drawn where until something changes.

    Changed tops must come as another mapping object.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._kept: tuple[object, list[Drawn]] = (None, [])
        self._tops: Mapping[Hex, Top] = {}
        self._slabs: tuple[object, dict[Hex, tuple[pygame.Surface | None, pygame.Surface]]] = (None, {})

    def draw(
        self,
        canvas: Canvas,
        layout: Raised,
        tops: Mapping[Hex, Top],
        standing: Mapping[Hex, Standing],
        state: object,
        veiled: frozenset[Hex] = frozenset(),
    ) -> None:
        """Draw a plane, translucent on `veiled` hexagons. `state` must change whenever anything drawn changes."""
        key = (state, id(layout), canvas.scale, canvas.origin, veiled)
        if self._kept[0] != key:
            self._kept = (key, list(self._drawn(canvas, layout, tops, standing, veiled)))
        canvas.lay_all(self._kept[1])

    def draw_above(
        self,
        canvas: Canvas,
        layout: Raised,
        tops: Mapping[Hex, Top],
        above: Mapping[Hex, Top],
        lift: float = 0.0,
        *,
        red: bool = False,
        opacity: float = 1.0,
    ) -> None:
        """Draw tops that lie or would lie over a plane, `lift` levels above their own height, from back to front."""
        plane, size_px = {**tops, **above}, max(3, canvas.px(layout.size_of_hex))
        places = {cell: layout.point(cell, top.level + lift) for cell, top in above.items()}
        for cell, (x, y) in sorted(places.items(), key=lambda each: each[1][::-1]):
            for drawn in slabs(plane, cell, layout.sixths, size_px, self._ground.stone):
                if drawn is not None:
                    made = tinted(drawn, (255, 120, 120)) if red else drawn
                    canvas.put_middle(faded(made, opacity) if opacity < 1 else made, x, y)

    def _drawn(
        self,
        canvas: Canvas,
        layout: Raised,
        tops: Mapping[Hex, Top],
        standing: Mapping[Hex, Standing],
        veiled: frozenset[Hex],
    ) -> Iterator[Drawn]:
        size_px = max(3, canvas.px(layout.size_of_hex))
        clip = canvas.clip.inflate(size_px * 4, size_px * 6)
        places = ((cell, canvas.pixel(*layout.middle(cell))) for cell in layout.order if cell in tops)
        seen = [(cell, place) for cell, place in places if clip.collidepoint(place)]
        made = self._made(tops, layout.sixths, size_px)
        water = shoal(size_px, self._ground.water)
        for cell, place in seen:
            if any(beside not in tops for beside in Hexes.beside(cell)):
                down = canvas.px(layout.lift * tops[cell].level)
                yield _middled(water, place[0], place[1] + down)
        for cell, place in seen:
            if cell not in made:
                made[cell] = slabs(tops, cell, layout.sixths, size_px, self._ground.stone)
            walls, top = made[cell]
            if walls:
                yield _middled(walls, *place)
            yield _middled(top, *place)
            thing = standing.get(cell)
            if thing and thing.share > 0:
                drawn = thing.drawn(size_px)
                yield _raised(faded(drawn, 0.35) if cell in veiled else drawn, *place, size_px, thing.share)

    def _made(
        self, tops: Mapping[Hex, Top], sixths: int, size_px: int
    ) -> dict[Hex, tuple[pygame.Surface | None, pygame.Surface]]:
        """Return the cache of slabs for these tops, turn and size; it is kept while the camera only pans."""
        if self._tops is not tops or self._slabs[0] != (sixths, size_px):
            self._tops, self._slabs = tops, ((sixths, size_px), {})
        return self._slabs[1]


def _middled(drawn: pygame.Surface, x: int, y: int) -> Drawn:
    return drawn, (x - drawn.get_width() // 2, y - drawn.get_height() // 2)


def _raised(drawn: pygame.Surface, x: int, y: int, size_px: int, share: float) -> Drawn:
    """Return a standing thing, cut to the share that has risen, and its pixel. Its foot is at 69 % of its height."""
    if share < 1:
        wide, high = drawn.get_size()
        drawn = pygame.transform.smoothscale(drawn, (wide, max(1, round(high * share))))
    foot = y + round(size_px * 0.42)
    return drawn, (x - drawn.get_width() // 2, foot - round(drawn.get_height() * 0.69))
