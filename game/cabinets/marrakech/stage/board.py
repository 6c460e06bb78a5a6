"""The board: a carved floor in a wooden frame, the track of loops around it, and the rugs that lie on it.

Everything that stays while pieces move is kept in one layer per scale: a laid rug is added to it, then light
falls on the whole.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

import pygame

from game.cabinets.marrakech.board import BOARD, SIZE
from game.cabinets.marrakech.rules import Rug
from game.cabinets.marrakech.stage.layout import CELL, EDGE, FRAME, corner, track, upright
from game.engine.canvas import MULTIPLY, PREMULTIPLIED, Box, Canvas
from game.engine.colour import INK, TEAL, TERRACOTTA, WHITE, Yarns, mix
from game.engine.light import LightMap, drop_shadow, noise
from game.engine.ornament import Glaze, wood, zellige
from game.engine.sprites import blank, clipped, put, sprite
from game.engine.textile import lay
from game.engine.vector import circle, group, linear, path, rect, star, svg

FRONT = 12.0
"""Height of the frame's front edge below its face."""
MARGIN = 44.0
"""Room around the frame for its shadow."""
RIM = 16.0
"""Width of the wood."""
KERB = 4.0
"""Of the floor around the outer squares."""

GRAINS = 3
"""Different weaves of one cloth."""

Cloth = tuple[Yarns, str]
"""The yarns and pattern of one colour."""

BAND_TILES = 27
"""Tiles along one side of the band."""

_AMBIENT = "#E2D6E0"
_BAND = Glaze("#0F3A46", "#124552", "#1E6068", "#0C2E3C")


def _mitred(size: int, rim: int) -> pygame.Surface:
    """A square of wood whose left and right sides have their grain upwards, joined at the corners."""
    face = blank(size, size)
    face.blit(wood(size, size, "#8A5430", seed=5), (0, 0))
    sides = f"M0 0L{rim} {rim}V{size - rim}L0 {size}Z"
    sides += f"M{size} 0L{size - rim} {rim}V{size - rim}L{size} {size}Z"
    planks = blank(size, size)
    planks.blit(wood(size, size, "#84502E", upright=True, seed=9), (0, 0))
    put(face, clipped(planks, svg(path(sides, WHITE), size, size)), 0, 0)
    return face


def _inlay() -> tuple[str, str]:
    """Brass line and corner stars of the frame, in its own units: body and definitions."""
    defs = linear("inlay", [(0, "#FFE3A0"), (0.5, "#D9A047"), (1, "#B8802F")], 0, 0, 1, 1)
    defs += linear("stud", [(0, "#FFE3A0"), (0.45, "#C98C38"), (1, "#6A3F15")])
    defs += linear("edge", [(0, WHITE, 0.45), (0.4, WHITE, 0.06), (1, "#000000", 0.35)], 0, 0, 0.5, 1)
    body = rect(1, 1, FRAME - 2, FRAME - 2, 15, "none", "url(#edge)", 2)
    body += rect(7, 7, FRAME - 14, FRAME - 14, 10, "none", "#3A1F14", 4)
    body += rect(7, 7, FRAME - 14, FRAME - 14, 10, "none", "url(#inlay)", 2.2)
    for x in (11, FRAME - 11):
        for y in (11, FRAME - 11):
            plate = path(star(x, y, 13, math.pi / 8), "#4A2A18") + path(star(x, y, 11.5), "url(#stud)", "#3A1F14", 1.4)
            body += plate + circle(x, y, 4.6, "#8F5A1E", "#5A3512", 1) + circle(x - 1, y - 1.2, 1.5, "#FFEFC0")
    return body, defs


def _cord() -> str:
    """The track: a cord of brass and sand lying in a groove."""
    body = ""
    for arc in track():
        line = arc.svg(inset=3)
        body += path(line, stroke=INK, width=17, stroke_opacity=0.42) + path(line, stroke="#3B2412", width=13.5)
        body += path(line, stroke="#A8702B", width=11.5) + path(line, stroke="#EBC982", width=8)
        body += group(path(line, stroke="#FFF0C8", width=2.6, stroke_opacity=0.8), "translate(-1 -1.4)")
    return body


def _tiled_band(size: int) -> pygame.Surface:
    """The ring of tiles between wood and floor, two tiles wide; the floor hides what would lie inside."""
    unit = size / BAND_TILES
    deep = math.ceil(2 * unit)
    ring = blank(size, size)
    for number, (width, height, x, y) in enumerate(
        ((deep, size, 0, 0), (deep, size, size - deep, 0), (size, deep, 0, 0), (size, deep, 0, size - deep))
    ):
        tiles = zellige(width, height, unit, _BAND, vary=0.16, line=unit / 24, seed=1 + number)
        put(ring, tiles, x, y)
    return ring


@sprite(kept=4)
def _frame(size: int, front: int) -> pygame.Surface:
    """Wood, brass, the sunken band of tiles and the track: `size` pixels wide, `front` more high."""
    unit = size / FRAME
    surface = blank(size, size + front)
    below = blank(size, size + front)
    below.blit(wood(size, size + front, "#3A1F14"), (0, 0))
    radius = round(16 * unit)
    put(surface, clipped(below, svg(rect(0, front, size, size, radius, WHITE), size, size + front)), 0, 0)
    rim = round(RIM * unit)
    put(surface, clipped(_mitred(size, rim), svg(rect(0, 0, size, size, radius, WHITE), size, size)), 0, 0)
    whole = (0, 0, FRAME, FRAME)
    body, defs = _inlay()
    put(surface, svg(body, size, size, defs=defs, box=whole), 0, 0)
    band = size - 2 * rim
    put(surface, _tiled_band(band), rim, rim)
    side = FRAME - 2 * RIM
    sunk = "".join(
        rect(i, i, side - 2 * i, side - 2 * i, 2, "none", INK, 1, stroke_opacity=0.5 - i * 0.055) for i in range(9)
    )
    put(surface, svg(sunk, band, band, box=(0, 0, side, side)), rim, rim)
    put(surface, svg(_cord(), size, size, box=whole), 0, 0)
    return surface


def _tile(x: float, y: float, chance: random.Random) -> str:
    """One carved square with its corner at (x, y): a rosette cut into it, a glaze, bevelled edges."""
    side = CELL - 2
    base = mix(mix("#F6E4BB", "#E9CB94", chance.random()), "#F0C090", chance.random() * 0.5)
    middle_x, middle_y = x + side / 2, y + side / 2
    body = rect(x, y, side, side, 3, base)
    for radius, turn, fill, line in (
        (27.5, 0.0, mix(base, "#C9945A", 0.24), mix(base, "#8A5426", 0.5)),
        (21.0, math.pi / 8, mix(base, "#DDB277", 0.3), mix(base, "#8A5426", 0.34)),
        (16.0, 0.0, mix(base, "#FFF6E0", 0.42), mix(base, "#8A5426", 0.42)),
    ):
        cut = star(middle_x, middle_y, radius, turn)
        body += group(path(cut, "none", WHITE, 1.3, stroke_opacity=0.5), "translate(.9 1)")
        body += path(cut, fill, line, 1.1)
    inlaid = chance.choice((TERRACOTTA, TEAL, "#B5482F"))
    body += path(star(middle_x, middle_y, 7.5, math.pi / 8), mix(base, inlaid, 0.55), mix(base, "#8A5426", 0.4), 0.9)
    body += circle(middle_x, middle_y, 1.9, mix(base, "#FFF6E0", 0.6))
    body += rect(x, y, side, side, 3, "url(#glaze)")
    body += path(f"M{x + 1} {y + side - 1}V{y + 1}H{x + side - 1}", "none", WHITE, 1.4, stroke_opacity=0.5)
    return body + path(
        f"M{x + side - 0.7} {y + 1}V{y + side - 0.7}H{x + 1}", "none", "#6B4420", 1.4, stroke_opacity=0.45
    )


def _stud(x: float, y: float, chance: random.Random) -> str:
    """The glazed star where four squares meet."""
    tone = mix("#1D6E73", "#2C8A86", chance.random())
    glint = path(f"M{x - 4} {y - 1}L{x} {y - 5}", "none", "#BFEFE6", 1.3, stroke_opacity=0.7)
    return path(star(x, y, 9.5, math.pi / 8), tone, "#5E3D1F", 1.3) + glint


@sprite(kept=4)
def _floor(size: int) -> pygame.Surface:
    """The 49 squares with their kerb, `size` pixels square."""
    chance = random.Random(12)
    side = SIZE * CELL + 2 * KERB
    body = rect(0, 0, side, side, 5, "#5E3D1F") + rect(1, 1, side - 2, side - 2, 4, "none", "#C8954B", 1.4)
    for column, row in map(BOARD.place, BOARD):
        body += _tile(KERB + column * CELL + 1, KERB + row * CELL + 1, chance)
    for row in range(1, SIZE):
        for column in range(1, SIZE):
            body += _stud(KERB + column * CELL, KERB + row * CELL, chance)
    glaze = [(0, WHITE, 0.34), (0.4, WHITE, 0.05), (0.7, "#000000", 0), (1, "#5A3410", 0.22)]
    floor = svg(body, size, size, defs=linear("glaze", glaze, 0, 0, 1, 1), box=(0, 0, side, side)).copy()
    floor.blit(noise(size, size, 46, 46, 232, 255, 21), (0, 0), special_flags=MULTIPLY)
    floor.blit(noise(size, size, 252, 252, 236, 255, 22), (0, 0), special_flags=MULTIPLY)
    return floor


_FACE = Box(0, 0, FRAME, FRAME)
_SQUARES = Box(EDGE - KERB, EDGE - KERB, SIZE * CELL + 2 * KERB, SIZE * CELL + 2 * KERB)


def make_sprites(canvas: Canvas) -> Iterator[None]:
    """Make what the bare board is drawn with, a piece at a time."""
    _floor(canvas.pixels(_SQUARES).width)
    yield
    _frame(canvas.pixels(_FACE).width, canvas.px(FRONT))
    yield


def _bare(canvas: Canvas) -> None:
    """Draw shadow, frame and floor."""
    drop_shadow(canvas, Box(-4, 0, FRAME + 8, FRAME + FRONT), 18, 20, 180, 10)
    drop_shadow(canvas, Box(0, 0, FRAME, FRAME + FRONT), 16, 6, 160, 4)
    canvas.put(_frame(canvas.pixels(_FACE).width, canvas.px(FRONT)), 0, 0)
    squares = canvas.pixels(_SQUARES)
    canvas.surface.blit(_floor(squares.width), squares, special_flags=PREMULTIPLIED)


def tilt(number: int) -> float:
    """By how many degrees the rug of that number lies askew."""
    return random.Random(number).uniform(-0.7, 0.7)


def grain(number: int) -> int:
    """The weaver's seed of the rug of that number: rugs of a colour differ a little."""
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
        canvas.surface.blit(self._lit, (left, top), special_flags=PREMULTIPLIED)

    def _lay(self, laid: Rug, number: int, cloths: Sequence[Cloth]) -> None:
        yarns, pattern = cloths[laid.colour]
        x, y = corner(laid.squares[0])
        askew = tilt(number) if self._floor.scale > 0.5 else 0.0
        lay(self._floor, x, y, CELL, yarns, pattern, upright(laid.squares), grain(number), askew)

    def _light(self) -> None:
        """Warm light from the upper left over a copy of the layer, dusk in the far corner."""
        self._lit = self._floor.surface.copy()
        light = LightMap(Canvas(self._lit, self._floor.scale, self._floor.origin), _AMBIENT)
        light.add(120, 90, 700, "#FFE9C0", 0.40, 1.0)
        light.add(FRAME / 2, FRAME / 2, 420, "#FFF0D8", 0.22, 1.2)
        light.apply()
