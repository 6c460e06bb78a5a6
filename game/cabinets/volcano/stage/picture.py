"""The island at rest or half way: which hexagons and buildings are drawn how, row by row from the back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import pygame

from game.cabinets.volcano.stage import faces
from game.cabinets.volcano.state import Hexagon, House, View
from game.core.space import Hex, Hexes
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.sprites import blank, faded, sprite
from game.engine.stage import Look
from game.kit.camera import Camera
from game.kit.relief import slab
from game.kit.relief.layout import Raised

SIZE: Final = 34.0
"""A hexagon from its middle to a corner, at zoom 1."""
WINDOW: Final = Box(0, 0, 624, 624)
ZOOMS: Final = (0.5, 0.63, 0.8, 1.0, 1.25, 1.6, 2.0, 2.5)
_LARGEST: Final = 1.6
"""Small islands are not drawn larger by themselves."""
SEA: Final = 3
"""Rings of sea around the island that can be pointed at."""
Drawn = tuple[pygame.Surface, tuple[int, int]]


@lru_cache(maxsize=8)
def layout_of(hexes: tuple[Hexagon, ...], sixths: int) -> Raised:
    """Where the hexagons of an island are drawn, and the sea around it."""
    levels = {(top.q, top.r): top.level for top in hexes}
    edge = list(levels) or [(0, 0)]
    for cell in edge[:]:
        levels.setdefault(cell, 0)
    for _ in range(SEA):
        edge = [beside for cell in edge for beside in Hexes.beside(cell) if beside not in levels]
        levels |= dict.fromkeys(edge, 0)
    return Raised(levels, SIZE, sixths)


def new_camera() -> Camera:
    """Looks at the whole stage."""
    return Camera(WINDOW.copy(), Box(-1, -1, 2, 2), ZOOMS)


@dataclass
class Picture:
    """What is seen of the island."""

    hexes: dict[Hex, Hexagon]
    houses: dict[Hex, House]
    layout: Raised
    growing: dict[Hex, float] = field(default_factory=dict)
    """How far buildings have come up, of those that have not yet."""
    falling: tuple[Sequence[Hexagon], float] | None = None
    """A tile in the air, and how high in levels."""

    @classmethod
    def of(cls, view: View, sixths: int) -> Picture:
        hexes = {(top.q, top.r): top for top in view.hexes}
        houses = {(house.q, house.r): house for house in view.houses}
        return cls(hexes, houses, layout_of(view.hexes, sixths))

    @property
    def state(self) -> tuple[object, ...]:
        """Changes with whatever is drawn."""
        return tuple(self.growing.items()), tuple(self.houses), id(self.layout), len(self.hexes)


def show_all(camera: Camera, picture: Picture, seconds: float) -> None:
    """Show the whole island, unless a person looks where they want to."""
    spots, land = picture.layout.spots, list(picture.hexes) or [(0, 0)]
    xs, ys = [spots[cell].x for cell in land], [spots[cell].y for cell in land]
    camera.world = Box(min(xs) - SIZE, min(ys) - SIZE, max(xs) - min(xs) + 2 * SIZE, max(ys) - min(ys) + 2 * SIZE)
    if not camera.taken:
        shown = [cell for cell in picture.layout.levels if min(Hexes.distance(cell, other) for other in land) <= 2]
        camera.fit(picture.layout, shown, seconds, _LARGEST)


def edges_of(hexes: Mapping[Hex, Hexagon], top: Hexagon, sixths: int) -> tuple[int, ...]:
    """What lies across each edge, clockwise from the right of the picture."""
    found = []
    around = Hexes.beside((top.q, top.r))
    for way in range(6):
        other = hexes.get(around[(way - sixths) % 6])
        if other is None or other.level < top.level:
            found.append(slab.LOWER)
        elif other.level > top.level:
            found.append(slab.HIGHER)
        else:
            found.append(slab.SAME if other.tile == top.tile else slab.OTHER)
    return tuple(found)


def hexagon(
    hexes: Mapping[Hex, Hexagon], top: Hexagon, sixths: int, size_px: int
) -> tuple[pygame.Surface | None, pygame.Surface]:
    """The walls of a hexagon, where any are seen, and its top."""
    around = Hexes.beside((top.q, top.r))
    levels = [other.level if (other := hexes.get(around[(way - sixths) % 6])) else 0 for way in range(6)]
    bands = top.level - min(levels[1], levels[2])
    shades = tuple((way, min(3, levels[way] - top.level)) for way in (3, 4) if levels[way] > top.level)
    face = faces.face(top.field, (top.way + sixths) % 6 if not top.field else 0)
    drawn = slab.top(face, size_px, min(top.level, 7), edges_of(hexes, top, sixths), shades)
    return slab.walls(size_px, top.level % 2, bands, faces.STONE) if bands > 0 else None, drawn


@sprite(kept=8)
def shoal(size_px: int) -> pygame.Surface:
    """Shallow water around a hexagon."""
    wide, high = slab.extent(size_px)
    drawn = blank(round(wide * 1.8), round(high * 1.8))
    rgb = pygame.Color(faces.shoal_colour())
    for step in range(10):
        share = 1 - step / 10
        size = (drawn.get_width() * share, drawn.get_height() * share)
        box = pygame.FRect(0, 0, *size)
        box.center = drawn.get_width() / 2, drawn.get_height() / 2
        part = 40 + step * 16
        pygame.draw.ellipse(drawn, (rgb.r * part // 255, rgb.g * part // 255, rgb.b * part // 255, part), box)
    return drawn


class IslandPainter:
    """Draws islands, and keeps what is to be drawn where while nothing of it changes."""

    def __init__(self, looks: Sequence[Look]) -> None:
        self._looks = looks
        self._kept: tuple[object, list[Drawn]] = (None, [])

    def draw(self, canvas: Canvas, picture: Picture, veiled: frozenset[Hex] = frozenset()) -> None:
        """Draw the island; the buildings on `veiled` hexagons are seen through."""
        key = (picture.state, canvas.scale, canvas.origin, veiled)
        if self._kept[0] != key:
            self._kept = (key, list(self._drawn(canvas, picture, veiled)))
        canvas.surface.fblits(self._kept[1], PREMULTIPLIED)

    def _drawn(self, canvas: Canvas, picture: Picture, veiled: frozenset[Hex]) -> Iterator[Drawn]:
        layout, hexes = picture.layout, picture.hexes
        size_px = max(3, canvas.px(layout.size_of_hex))
        clip = canvas.surface.get_clip().inflate(size_px * 4, size_px * 6)
        seen = []
        for cell in layout.order:
            if cell in hexes:
                place = canvas.pixel(*layout.middle(cell))
                if clip.collidepoint(place):
                    seen.append((cell, place))
        water = shoal(size_px)
        for cell, place in seen:
            if any(beside not in hexes for beside in Hexes.beside(cell)):
                down = canvas.px(layout.lift * hexes[cell].level)
                yield _middled(water, place[0], place[1] + down)
        for cell, place in seen:
            walls, top = hexagon(hexes, hexes[cell], layout.sixths, size_px)
            if walls:
                yield _middled(walls, *place)
            yield _middled(top, *place)
            if cell in picture.houses:
                share = picture.growing.get(cell, 1.0)
                if share > 0:
                    made = self.house(picture.houses[cell], hexes[cell].level, size_px)
                    yield _raised(faded(made, 0.35) if cell in veiled else made, *place, size_px, share)

    def house(self, built: House, level: int, size_px: int) -> pygame.Surface:
        """The sprite of a building."""
        look = self._looks[built.owner]
        huts = min(3, level) if built.kind == 0 else 1
        return faces.house(built.kind, huts, built.owner, look.colour, look.pattern, size_px)


def _middled(drawn: pygame.Surface, x: int, y: int) -> Drawn:
    return drawn, (x - drawn.get_width() // 2, y - drawn.get_height() // 2)


def _raised(drawn: pygame.Surface, x: int, y: int, size_px: int, share: float) -> Drawn:
    """A building that stands on a middle, or has come up so far."""
    if share < 1:
        wide, high = drawn.get_size()
        drawn = pygame.transform.smoothscale(drawn, (wide, max(1, round(high * share))))
    foot = y + round(size_px * 0.42)
    return drawn, (x - drawn.get_width() // 2, foot - round(drawn.get_height() * 0.69))
