"""Land that lives: squares become a smooth height, and every level of the height is a shape.

A team's squares are drawn small and white, blurred, roughened by slow noise, and scaled up. A coast is where
the height passes a level; rim, shore, body, hills and pattern are tables of 256 colours over that one plane of
bytes, and `bytes.translate` paints them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import pygame

from game.cabinets.slime.field import HEIGHT, WIDTH
from game.cabinets.slime.stage.layout import CELL
from game.cabinets.slime.stage.tones import LandTones, land_tones
from game.engine.colour import INK, WHITE, Colour, mix
from game.engine.light import grey, noise
from game.engine.linework import patterned
from game.engine.ramps import Tables, plane_of, ramp, shaded
from game.engine.sprites import clipped, put, put_middle, sprite
from game.engine.vector import circle, path, radial, star, svg

FINE = 6
"""Pixels a square of the small plane."""
APRON = 2
"""Squares that land runs on beyond the edge of the field, under the frame."""
_SMALL = ((WIDTH + 2 * APRON) * FINE, (HEIGHT + 2 * APRON) * FINE)
_ROUGH = 34
_SHORES, _HILLS = 2, 9
"""Blur of the coast and of the heights, in pixels of the small plane."""
_READABLE_CELL = 20


@cache
def _ramps(tones: LandTones) -> tuple[Tables, ...]:
    """The layers of a land from the ground up: shadow, cliff, body, hill, shore, and where its pattern is."""
    cliff, glint = mix(tones.rim, INK, 0.45), mix(tones.light, WHITE, 0.55)
    coast = [(118, tones.rim, 0.0), (134, tones.rim, 1.0), (143, tones.rim, 1.0)]
    return (
        ramp([(0, INK, 0.0), (50, INK, 0.0), (178, INK, 0.50)]),
        ramp([(118, cliff, 0.0), (134, cliff, 1.0)]),
        ramp([*coast, (157, tones.shore, 1.0), (178, tones.shore, 1.0), (210, tones.body, 1.0)]),
        ramp([(110, tones.light, 0.0), (237, tones.light, 0.44)]),
        ramp([(142, glint, 0.0), (158, glint, 0.72)]),
        ramp([(186, WHITE, 0.0), (250, WHITE, 1.0)]),
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


def _with_apron(size: tuple[int, int]) -> tuple[int, int]:
    return round(size[0] * (WIDTH + 2 * APRON) / WIDTH), round(size[1] * (HEIGHT + 2 * APRON) / HEIGHT)


def _heights(owners: Sequence[int], team: int) -> pygame.Surface:
    """A small grey surface of how high a team's land lies."""
    heights = pygame.transform.gaussian_blur(small_plane([255 if owner == team else 0 for owner in owners]), _SHORES)
    rough = noise(*_SMALL, _SMALL[0] // 9 + 2, _SMALL[1] // 9 + 2, 0, _ROUGH, 3)
    half = (_ROUGH // 2,) * 3
    heights.blit(rough, (0, 0), special_flags=pygame.BLEND_RGB_SUB if team else pygame.BLEND_RGB_ADD)
    heights.fill(half, special_flags=pygame.BLEND_RGB_ADD if team else pygame.BLEND_RGB_SUB)
    return heights


def paint_land(
    target: pygame.Surface, owners: Sequence[int], team: int, colour: Colour, pattern: str
) -> Iterator[None]:
    """Paint a team's land over a surface of the whole field, a piece at a time."""
    (width, height), unit = target.get_size(), target.get_width() / WIDTH
    whole = _with_apron((width, height))
    left, top = round(width * APRON / WIDTH), round(height * APRON / HEIGHT)
    shadow, cliff, body, hill, shore, inner = _ramps(land_tones(colour))
    low = _heights(owners, team)
    large = pygame.transform.smoothscale(low, whole).subsurface((left, top, width, height))
    plane = plane_of(large.copy())
    yield
    step = max(1, round(unit / 12))

    def soft(surface: pygame.Surface, tables: Tables, down: int) -> None:
        small = shaded(plane_of(surface), surface.get_size(), tables)
        put(target, pygame.transform.smoothscale(small, whole), -left, down - top)

    soft(low, shadow, 2 * step)
    yield
    put(target, shaded(plane, (width, height), cliff), 0, step)
    yield
    put(target, shaded(plane, (width, height), body), 0, 0)
    yield
    soft(pygame.transform.gaussian_blur(low, _HILLS), hill, 0)
    yield
    put(target, _lit_edge(shaded(plane, (width, height), shore), max(1, round(unit / 18))), 0, 0)
    yield
    put(target, clipped(land_texture(width, height, colour, pattern), shaded(plane, (width, height), inner)), 0, 0)
    yield


def _lit_edge(lit: pygame.Surface, away: int) -> pygame.Surface:
    """What of a shape is not behind the shape itself, moved down to the right: where light from the left falls."""
    behind = lit.copy()
    lit.blit(behind, (away, away), special_flags=pygame.BLEND_RGBA_SUB)
    lit.fill(0, (0, 0, lit.get_width(), away))
    lit.fill(0, (0, 0, away, lit.get_height()))
    return lit


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
    put_crossings(surface, tones.rim, 0.55)
    return surface


@sprite(kept=8)
def _crossing(size_px: int, colour: Colour, opacity: float) -> pygame.Surface:
    body = path(star(50, 50, 48, 0.0, 0.38, tips=4), colour, fill_opacity=opacity)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


def put_crossings(field: pygame.Surface, colour: Colour, opacity: float) -> None:
    """Put a small four-pointed star wherever four squares of the field meet, if it can be seen."""
    width, height = field.get_size()
    unit = width / WIDTH
    if unit < _READABLE_CELL:
        return
    mark = _crossing(max(3, round(unit * 9 / CELL)), colour, opacity)
    for column, row in product(range(1, WIDTH), range(1, HEIGHT)):
        put_middle(field, mark, column * unit, row * height / HEIGHT)
