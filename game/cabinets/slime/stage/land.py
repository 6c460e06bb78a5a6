"""Painting a team's land: squares become a smooth height, and each level of the height becomes an outline.

A team's squares are drawn small and white, blurred, roughened by slow noise, and scaled up. A coast is where the height
passes a level. Rim, shore, body, hills and pattern are tables of 256 colours over that one plane of bytes, applied by
`bytes.translate`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import pygame

from game.cabinets.slime.field import SQUARES
from game.cabinets.slime.stage.layout import CELL, LYING, Plan
from game.cabinets.slime.stage.tones import LandTones, land_tones
from game.engine.colour import INK, WHITE, Colour, mix
from game.engine.linework import patterned
from game.engine.ramps import Tables, lit_edge, plane_of, ramp, shaded
from game.engine.sprites import clipped, put, put_middle, sprite
from game.engine.vector import circle, path, radial, star, svg

_HILLS = 9
"""Radius of the blur that makes hills, in pixels of the small plane."""
_READABLE_CELL = 20


@cache
def _ramps(tones: LandTones) -> tuple[Tables, ...]:
    """Return the colour tables of a land's layers from the ground up: shadow, cliff, body, hill, shore, and the
    pattern's mask.
    """
    cliff, glint = mix(tones.rim, INK, 0.45), mix(tones.light, WHITE, 0.55)
    coast = ((118, tones.rim, 0.0), (134, tones.rim, 1.0), (143, tones.rim, 1.0))
    return (
        ramp(((0, INK, 0.0), (50, INK, 0.0), (178, INK, 0.50))),
        ramp(((118, cliff, 0.0), (134, cliff, 1.0))),
        ramp((*coast, (157, tones.shore, 1.0), (178, tones.shore, 1.0), (210, tones.body, 1.0))),
        ramp(((110, tones.light, 0.0), (237, tones.light, 0.44))),
        ramp(((142, glint, 0.0), (158, glint, 0.72))),
        ramp(((186, WHITE, 0.0), (250, WHITE, 1.0))),
    )


def paint_land(
    target: pygame.Surface, owners: Sequence[int], team: int, colour: Colour, pattern: str, plan: Plan = LYING
) -> Iterator[None]:
    """Paint a team's land over a surface of the whole field, a piece at each step of the iterator."""
    size, unit, terrain = target.get_size(), target.get_width() / plan.board.columns, plan.terrain
    shadow, cliff, body, hill, shore, inner = _ramps(land_tones(colour))
    low = terrain.heights([owners[square] == team for square in plan.reading], against=team > 0)
    plane = plane_of(terrain.scaled(low, size))
    yield
    step = max(1, round(unit / 12))

    def soft(surface: pygame.Surface, tables: Tables, down: int) -> None:
        terrain.lay(target, shaded(plane_of(surface), surface.get_size(), tables), down)

    soft(low, shadow, 2 * step)
    yield
    put(target, shaded(plane, size, cliff), 0, step)
    yield
    put(target, shaded(plane, size, body), 0, 0)
    yield
    soft(pygame.transform.gaussian_blur(low, _HILLS), hill, 0)
    yield
    put(target, lit_edge(shaded(plane, size, shore), max(1, round(unit / 18))), 0, 0)
    yield
    put(target, clipped(land_texture(*size, colour, pattern, plan), shaded(plane, size, inner)), 0, 0)
    yield


@sprite(kept=12)
def _bubble(size_px: int, tones: LandTones) -> pygame.Surface:
    stops = [(0, mix(tones.light, WHITE, 0.6), 0.75), (0.5, tones.light, 0.4), (1, tones.shore, 0.55)]
    defs = radial("bubble", stops, 0.38, 0.34, 0.7)
    return svg(circle(10, 10, 9, "url(#bubble)"), size_px, size_px, defs=defs, box=(0, 0, 20, 20), oversample=4)


def land_pattern(width_px: int, height_px: int, colour: Colour, pattern: str, plan: Plan = LYING) -> pygame.Surface:
    """Render the team's pattern over the whole field; this takes half the time of `land_texture`."""
    size = max(4, round(width_px / plan.board.columns * 0.5))
    return patterned(pattern, width_px, height_px, size, land_tones(colour).mark, 0.20)


@sprite(kept=6)
def land_texture(width_px: int, height_px: int, colour: Colour, pattern: str, plan: Plan = LYING) -> pygame.Surface:
    """Render the texture of a team's land: its pattern, small bubbles, and a star where four squares meet."""
    unit, tones = width_px / plan.board.columns, land_tones(colour)
    surface = land_pattern(width_px, height_px, colour, pattern, plan).copy()
    chance = random.Random(pattern)
    for _ in range(SQUARES * 2 // 3):
        x, y = chance.random() * width_px, chance.random() * height_px
        size = round(unit * chance.choice((0.08, 0.1, 0.1, 0.16)))
        put_middle(surface, _bubble(max(2, size), tones), x, y)
    put_crossings(surface, tones.rim, 0.55, plan)
    return surface


@sprite(kept=8)
def _crossing(size_px: int, colour: Colour, opacity: float) -> pygame.Surface:
    body = path(star(50, 50, 48, 0.0, 0.38, tips=4), colour, fill_opacity=opacity)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


def put_crossings(field: pygame.Surface, colour: Colour, opacity: float, plan: Plan) -> None:
    """Draw a small four-pointed star wherever four squares meet, unless the field is too small to see it."""
    width, height = field.get_size()
    columns, rows = plan.board.columns, plan.board.rows
    unit = width / columns
    if unit < _READABLE_CELL:
        return
    mark = _crossing(max(3, round(unit * 9 / CELL)), colour, opacity)
    for column, row in product(range(1, columns), range(1, rows)):
        put_middle(field, mark, column * unit, row * height / rows)
