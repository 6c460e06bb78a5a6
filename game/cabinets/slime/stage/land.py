"""Land that lives: squares become a smooth height, and every level of the height is a shape.

A team's squares are drawn small and white, blurred, roughened by slow noise, and scaled up. A coast is where
the height passes a level; rim, shore, body, hills and pattern are tables of 256 colours over that one plane of
bytes, and `bytes.translate` paints them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pygame

from game.cabinets.slime.field import HEIGHT, WIDTH
from game.cabinets.slime.stage.layout import CELL
from game.cabinets.slime.stage.pattern import crossing, patterned
from game.cabinets.slime.stage.tones import LandTones, land_tones
from game.engine.colour import INK, WHITE, Colour, mix, rgb
from game.engine.light import grey, noise
from game.engine.sprites import put, put_middle, sprite
from game.engine.vector import circle, radial, svg

FINE = 6
"""Pixels a square of the small plane."""
APRON = 2
"""Squares that land runs on beyond the edge of the field, under the frame."""
_SMALL = ((WIDTH + 2 * APRON) * FINE, (HEIGHT + 2 * APRON) * FINE)
_ROUGH = 34
_SHORES, _HILLS = 2, 9
"""Blur of the coast and of the heights, in pixels of the small plane."""
_READABLE_CELL = 20

Levels = Sequence[tuple[int, Colour, float]]
"""Stops of a ramp: height 0 to 255, colour, opacity 0 to 1."""
Tables = tuple[bytes, bytes, bytes, bytes]
"""256 values each of blue, green, red and opacity, premultiplied."""


def ramp(stops: Levels) -> Tables:
    """The tables of a colour ramp; beyond its stops it goes on as at the last one."""
    stops = [(0, *stops[0][1:]), *stops, (255, *stops[-1][1:])]
    columns: list[list[int]] = [[], [], [], []]
    for height in range(256):
        for (low, first, thin), (high, second, thick) in pairwise(stops):
            if low <= height <= high:
                share = (height - low) / (high - low) if high > low else 0.0
                opacity = thin + (thick - thin) * share
                red, green, blue = rgb(mix(first, second, share))
                for column, part in zip(columns, (blue, green, red, 255), strict=True):
                    column.append(round(part * opacity))
                break
    blue_table, green_table, red_table, opacity_table = (bytes(column) for column in columns)
    return blue_table, green_table, red_table, opacity_table


def shaded(plane: bytes, size: tuple[int, int], tables: Tables) -> pygame.Surface:
    """A premultiplied surface: each byte of a plane looked up in a ramp."""
    pixels = bytearray(4 * len(plane))
    for number, table in enumerate(tables):
        pixels[number::4] = plane.translate(table)
    return pygame.image.frombuffer(pixels, size, "BGRA")


def plane_of(surface: pygame.Surface) -> bytes:
    """One byte a pixel of a grey surface."""
    raw: bytes = surface.get_buffer().raw
    return raw[0::4]


class _Ramps(NamedTuple):
    """The layers of a land, from the ground up."""

    shadow: Tables
    cliff: Tables
    body: Tables
    hill: Tables
    shore: Tables
    inner: Tables


@cache
def _ramps(tones: LandTones) -> _Ramps:
    cliff = mix(tones.rim, INK, 0.45)
    glint = mix(tones.light, WHITE, 0.55)
    return _Ramps(
        shadow=ramp([(0, INK, 0.0), (50, INK, 0.0), (178, INK, 0.50)]),
        cliff=ramp([(118, cliff, 0.0), (134, cliff, 1.0)]),
        body=ramp(
            [
                (118, tones.rim, 0.0),
                (134, tones.rim, 1.0),
                (143, tones.rim, 1.0),
                (157, tones.shore, 1.0),
                (178, tones.shore, 1.0),
                (210, tones.body, 1.0),
            ]
        ),
        hill=ramp([(110, tones.light, 0.0), (237, tones.light, 0.44)]),
        shore=ramp([(142, glint, 0.0), (158, glint, 0.72)]),
        inner=ramp([(186, WHITE, 0.0), (250, WHITE, 1.0)]),
    )


@cache
def _reach(index: int, count: int) -> int:
    """The row or column of the field that a place of the apron repeats."""
    return max(0, min(count - 1, index - APRON))


def small_plane(values: Sequence[int]) -> pygame.Surface:
    """An opaque grey plane, `FINE` pixels a square, of a value 0 to 255 for each square in the rules' order."""
    rows, columns = HEIGHT + 2 * APRON, WIDTH + 2 * APRON
    cells = bytes(
        values[_reach(column, WIDTH) * HEIGHT + HEIGHT - 1 - _reach(row, HEIGHT)]
        for row in range(rows)
        for column in range(columns)
    )
    return pygame.transform.scale(grey(cells, columns, rows), _SMALL)


class _Heights(NamedTuple):
    """A land's height: in full size as a plane, and small ones for what is soft."""

    plane: bytes
    low: pygame.Surface
    hills: pygame.Surface


def _heights(owners: Sequence[int], team: int, size: tuple[int, int]) -> _Heights:
    white = small_plane([255 if owner == team else 0 for owner in owners])
    low = pygame.transform.gaussian_blur(white, _SHORES)
    rough = noise(*_SMALL, _SMALL[0] // 9 + 2, _SMALL[1] // 9 + 2, 0, _ROUGH, 3)
    half = (_ROUGH // 2,) * 3
    low.blit(rough, (0, 0), special_flags=pygame.BLEND_RGB_SUB if team else pygame.BLEND_RGB_ADD)
    low.fill(half, special_flags=pygame.BLEND_RGB_ADD if team else pygame.BLEND_RGB_SUB)
    width, height = size
    whole = pygame.transform.smoothscale(low, _with_apron(size))
    left, top = round(width * APRON / WIDTH), round(height * APRON / HEIGHT)
    return _Heights(
        plane_of(whole.subsurface((left, top, width, height)).copy()),
        low,
        pygame.transform.gaussian_blur(low, _HILLS),
    )


def _with_apron(size: tuple[int, int]) -> tuple[int, int]:
    return round(size[0] * (WIDTH + 2 * APRON) / WIDTH), round(size[1] * (HEIGHT + 2 * APRON) / HEIGHT)


def paint_land(
    target: pygame.Surface, owners: Sequence[int], team: int, colour: Colour, pattern: str
) -> Iterator[None]:
    """Paint a team's land over a surface of the whole field, a piece at a time."""
    size = target.get_size()
    unit = size[0] / WIDTH
    ramps = _ramps(land_tones(colour))
    heights = _heights(owners, team, size)
    yield
    apron = (-round(size[0] * APRON / WIDTH), -round(size[1] * APRON / HEIGHT))
    step = max(1, round(unit / 12))

    def soft(surface: pygame.Surface, tables: Tables, down: int) -> None:
        small = shaded(plane_of(surface), surface.get_size(), tables)
        put(target, pygame.transform.smoothscale(small, _with_apron(size)), apron[0], apron[1] + down)

    soft(heights.low, ramps.shadow, 2 * step)
    yield
    put(target, shaded(heights.plane, size, ramps.cliff), 0, step)
    yield
    put(target, shaded(heights.plane, size, ramps.body), 0, 0)
    yield
    soft(heights.hills, ramps.hill, 0)
    yield
    lit = shaded(heights.plane, size, ramps.shore)
    away = max(1, round(unit / 18))
    behind = lit.copy()
    lit.blit(behind, (away, away), special_flags=pygame.BLEND_RGBA_SUB)
    lit.fill(0, (0, 0, size[0], away))
    lit.fill(0, (0, 0, away, size[1]))
    put(target, lit, 0, 0)
    yield
    cover = land_texture(size[0], size[1], colour, pattern).copy()
    cover.blit(shaded(heights.plane, size, ramps.inner), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    put(target, cover, 0, 0)
    yield


@sprite(kept=12)
def _bubble(size_px: int, tones: LandTones) -> pygame.Surface:
    stops = [(0, mix(tones.light, WHITE, 0.6), 0.75), (0.5, tones.light, 0.4), (1, tones.shore, 0.55)]
    defs = radial("bubble", stops, 0.38, 0.34, 0.7)
    return svg(circle(10, 10, 9, "url(#bubble)"), size_px, size_px, defs=defs, box=(0, 0, 20, 20), oversample=4)


@sprite(kept=6)
def land_texture(width_px: int, height_px: int, colour: Colour, pattern: str) -> pygame.Surface:
    """What lies in the jelly: the team's pattern, little bubbles, and a star where four squares meet."""
    unit = width_px / WIDTH
    tones = land_tones(colour)
    surface = patterned(pattern, width_px, height_px, max(4, round(unit * 0.5)), tones.mark, 0.20).copy()
    chance = random.Random(pattern)
    for _ in range(WIDTH * HEIGHT * 2 // 3):
        x, y = chance.random() * width_px, chance.random() * height_px
        size = round(unit * chance.choice((0.08, 0.1, 0.1, 0.16)))
        put_middle(surface, _bubble(max(2, size), tones), x, y)
    if unit >= _READABLE_CELL:
        mark = crossing(max(3, round(unit * 9 / CELL)), tones.rim, 0.55)
        for row in range(1, HEIGHT):
            for column in range(1, WIDTH):
                put_middle(surface, mark, column * unit, row * height_px / HEIGHT)
    return surface
