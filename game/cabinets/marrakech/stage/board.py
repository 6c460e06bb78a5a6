"""The board: a carved floor in a wooden frame, the track of loops around it, and the rugs that lie on it.

What stays still while pieces move is kept in one layer per scale: a newly laid rug is added to the layer, then light is
drawn over the whole.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pygame

from game.cabinets.marrakech.board import SIZE
from game.cabinets.marrakech.rules import Rug
from game.cabinets.marrakech.stage.layout import CELL, EDGE, FRAME, corner, track, upright
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import INK, Yarns
from game.engine.light import LightMap, drop_shadow
from game.engine.ornament import Glaze, carved_floor, wooden_frame, zellige_ring
from game.engine.sprites import blank, put, sprite
from game.engine.textile import lay
from game.engine.vector import group, path, rect, svg

FRONT = 12.0
"""Height of the frame's front edge below its face, in design units."""
MARGIN = 44.0
"""Room around the frame for its shadow, in design units."""
RIM = 16.0
"""Width of the frame's wood, in design units."""
KERB = 4.0
"""Width of the floor that shows around the outer squares, in design units."""

GRAINS = 3
"""Number of different weaves of one cloth."""

Cloth = tuple[Yarns, str]
"""The yarns and pattern of one colour."""

BAND_TILES = 27
"""Number of tiles along one side of the band."""

_AMBIENT = "#E2D6E0"
_BAND = Glaze("#0F3A46", "#124552", "#1E6068", "#0C2E3C")


def _cord() -> str:
    """Return the track as SVG: a cord of brass and sand lying in a groove."""
    body = ""
    for arc in track():
        line = arc.svg(inset=3)
        body += path(line, stroke=INK, width=17, stroke_opacity=0.42) + path(line, stroke="#3B2412", width=13.5)
        body += path(line, stroke="#A8702B", width=11.5) + path(line, stroke="#EBC982", width=8)
        body += group(path(line, stroke="#FFF0C8", width=2.6, stroke_opacity=0.8), "translate(-1 -1.4)")
    return body


@sprite(kept=4)
def _frame(size: int, front: int) -> pygame.Surface:
    """Return the frame: wood, brass, the sunken band of tiles and the track.

    The face is `size` pixels wide and high; the front edge adds `front` pixels below.
    """
    rim = round(RIM * size / FRAME)
    surface = wooden_frame(size, front, rim).copy()
    band = size - 2 * rim
    put(surface, zellige_ring(band, BAND_TILES, 2, _BAND), rim, rim)
    side = FRAME - 2 * RIM
    sunk = "".join(
        rect(i, i, side - 2 * i, side - 2 * i, 2, "none", INK, 1, stroke_opacity=0.5 - i * 0.055) for i in range(9)
    )
    put(surface, svg(sunk, band, band, box=(0, 0, side, side)), rim, rim)
    put(surface, svg(_cord(), size, size, box=(0, 0, FRAME, FRAME)), 0, 0)
    return surface


_FACE = Box(0, 0, FRAME, FRAME)
_SQUARES = Box(EDGE - KERB, EDGE - KERB, SIZE * CELL + 2 * KERB, SIZE * CELL + 2 * KERB)


def _floor(canvas: Canvas) -> pygame.Surface:
    return carved_floor(SIZE, canvas.pixels(_SQUARES).width, KERB / CELL)


def make_sprites(canvas: Canvas) -> Iterator[None]:
    """Make the sprites of the bare board, one at each step of the iterator."""
    _floor(canvas)
    yield
    _frame(canvas.pixels(_FACE).width, canvas.px(FRONT))
    yield


def _bare(canvas: Canvas) -> None:
    drop_shadow(canvas, Box(-4, 0, FRAME + 8, FRAME + FRONT), 18, 20, 180, 10)
    drop_shadow(canvas, Box(0, 0, FRAME, FRAME + FRONT), 16, 6, 160, 4)
    canvas.put(_frame(canvas.pixels(_FACE).width, canvas.px(FRONT)), 0, 0)
    canvas.surface.blit(_floor(canvas), canvas.pixels(_SQUARES), special_flags=PREMULTIPLIED)


def tilt(number: int) -> float:
    """Return by how many degrees the rug with index `number` lies askew."""
    return random.Random(number).uniform(-0.7, 0.7)


def grain(number: int) -> int:
    """Return the weaver's seed of the rug with index `number`, so that rugs of one colour differ a little."""
    return 3 + number % GRAINS


class BoardLayer:
    """The board with its rugs under one soft light, kept until the scale or the cloths change."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._rugs: list[Rug] = []
        self._floor = Canvas(blank(1, 1), 1.0)
        self._lit = blank(1, 1)

    def draw(self, canvas: Canvas, rugs: Sequence[Rug], cloths: Sequence[Cloth]) -> None:
        """Draw the board with `rugs`; `cloths` are the yarns and patterns of the colours."""
        left, top = canvas.pixel(-MARGIN, -MARGIN)
        offset = (canvas.origin[0] - left, canvas.origin[1] - top)
        key = (canvas.scale, round(offset[0], 3), round(offset[1], 3), tuple(cloths))
        known = len(self._rugs)
        if key != self._key or list(rugs[:known]) != self._rugs:
            self._key, known = key, 0
            size = canvas.px(FRAME + 2 * MARGIN)
            self._floor = Canvas(blank(size, size), canvas.scale, offset)
            _bare(self._floor)
        if known == 0 or len(rugs) > known:
            for number, laid in enumerate(rugs[known:], known):
                self._lay(laid, number, cloths)
            self._rugs = list(rugs)
            self._light()
        canvas.lay(self._lit, (left, top))

    def _lay(self, laid: Rug, number: int, cloths: Sequence[Cloth]) -> None:
        yarns, pattern = cloths[laid.colour]
        x, y = corner(laid.squares[0])
        askew = tilt(number) if self._floor.scale > 0.5 else 0.0
        lay(self._floor, x, y, CELL, yarns, pattern, upright(laid.squares), grain(number), askew)

    def _light(self) -> None:
        """Draw warm light from the upper left over a copy of the layer, and dusk in the far corner."""
        self._lit = self._floor.surface.copy()
        light = LightMap(Canvas(self._lit, self._floor.scale, self._floor.origin), _AMBIENT)
        light.add(120, 90, 700, "#FFE9C0", 0.40, 1.0)
        light.add(FRAME / 2, FRAME / 2, 420, "#FFF0D8", 0.22, 1.2)
        light.apply()
