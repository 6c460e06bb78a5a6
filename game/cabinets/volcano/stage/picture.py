"""The picture of the island, at rest or in movement: its hexagons and buildings in the form the painter takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import Final

import pygame

from game.cabinets.volcano.stage import faces
from game.cabinets.volcano.stage.relief.layout import Raised
from game.cabinets.volcano.stage.relief.painter import Ground, ReliefPainter, Standing, Top
from game.cabinets.volcano.state import Hexagon, House, View
from game.core.space import Hex, Hexes
from game.engine.canvas import Canvas
from game.engine.stage import Look

SIZE: Final = 34.0
"""Distance from a hexagon's middle to its corners at zoom 1, in logical pixels."""
SEA: Final = 3
"""Number of rings of sea around the island that can be pointed at."""


@lru_cache(maxsize=8)
def layout_of(hexes: tuple[Hexagon, ...], sixths: int) -> Raised:
    """Return where an island's hexagons and the sea around it are drawn, turned by `sixths` of a full turn."""
    levels = {(top.q, top.r): top.level for top in hexes}
    edge = list(levels) or [(0, 0)]
    for cell in edge[:]:
        levels.setdefault(cell, 0)
    for _ in range(SEA):
        edge = [beside for cell in edge for beside in Hexes.beside(cell) if beside not in levels]
        levels |= dict.fromkeys(edge, 0)
    return Raised(levels, SIZE, sixths)


def top_of(top: Hexagon, sixths: int) -> Top:
    """Return a hexagon in the form that the painter takes."""
    return Top(top.level, faces.face(top.field, (top.way + sixths) % 6 if not top.field else 0), top.tile)


@dataclass
class Picture:
    """The visible state of the island."""

    hexes: dict[Hex, Hexagon]
    houses: dict[Hex, House]
    layout: Raised
    growing: dict[Hex, float] = field(default_factory=dict)
    """How far (0 … 1) each building that is still rising has risen."""
    falling: tuple[Sequence[Hexagon], float] | None = None
    """A tile in the air, and its height in levels."""
    fresh: frozenset[Hex] = frozenset()
    """Hexagons that were sea when this turn began."""
    shaken: float = 0.0
    """How far the map is shifted to the right by shaking, in logical pixels."""

    @classmethod
    def of(cls, view: View, sixths: int) -> Picture:
        hexes = {(top.q, top.r): top for top in view.hexes}
        houses = {(house.q, house.r): house for house in view.houses}
        tile = len(view.tiles) - 1 if view.phase == "build" else -1
        fresh = frozenset(cell for cell, top in hexes.items() if top.tile == tile and top.level == 1)
        return cls(hexes, houses, layout_of(view.hexes, sixths), fresh=fresh)

    @cached_property
    def tops(self) -> dict[Hex, Top]:
        """The hexagons in the form that the painter takes."""
        return {cell: top_of(top, self.layout.sixths) for cell, top in self.hexes.items()}

    @property
    def land(self) -> list[Hex]:
        """The hexagons of the island, or the one where it will begin."""
        return list(self.hexes) or [(0, 0)]


class IslandPainter(ReliefPainter):
    """Draws islands with their buildings."""

    def __init__(self, looks: Sequence[Look]) -> None:
        super().__init__(Ground(faces.STONE, faces.SHOAL))
        self._looks = looks

    def draw_island(self, canvas: Canvas, picture: Picture, veiled: frozenset[Hex]) -> None:
        """Draw the island; buildings on `veiled` hexagons are translucent."""
        standing = {
            cell: Standing(partial(self.house, house, picture.hexes[cell].level), picture.growing.get(cell, 1.0))
            for cell, house in picture.houses.items()
        }
        state = tuple(picture.growing.items()), tuple(picture.houses), len(picture.hexes)
        self.draw(canvas, picture.layout, picture.tops, standing, state, veiled)

    def house(self, built: House, level: int, size_px: int) -> pygame.Surface:
        """Return the sprite of a building, for hexagons of this size."""
        look = self._looks[built.owner]
        huts = min(faces.MOST_HUTS, level) if built.kind == 0 else 1
        return faces.house(built.kind, huts, built.owner, look.colour, look.pattern, size_px)
