"""The ground: a sunken field of sand tiles in a frame of zellige and brass, and the teams' land on it.

A turn's new land is painted piece by piece over several frames while the slimes still hop; then it flows over the old
land.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import chain, product
from typing import Generic, TypeVar

import pygame

from game.cabinets.slime.field import HOMES
from game.cabinets.slime.stage.flood import Tide
from game.cabinets.slime.stage.land import land_pattern, land_texture, paint_land, put_crossings
from game.cabinets.slime.stage.layout import CELL, LYING, Plan
from game.engine.canvas import MULTIPLY, PREMULTIPLIED, Canvas
from game.engine.colour import INK, Colour, mix, rgb
from game.engine.light import dither, drop_shadow, opaque
from game.engine.ornament import Band, sunken, tiled_frame
from game.engine.sprites import sprite
from game.engine.stage import Look
from game.engine.vector import linear, path, rect, star, svg

Key = TypeVar("Key", bound=Hashable)
Size = tuple[int, int]


class Painting:
    """An opaque surface that the iterator `steps` paints piece by piece."""

    def __init__(self, size: Size, paint: Callable[[pygame.Surface], Iterator[None]]) -> None:
        self._surface = opaque(*size)
        self.steps = paint(self._surface)

    def whole(self) -> pygame.Surface:
        """Return the finished surface; paint at once what is still missing."""
        for _ in self.steps:
            pass
        return self._surface


class Paintings(Generic[Key]):
    """Cache of the two paintings used last: the ground before a change and after it."""

    def __init__(self, paint: Callable[[pygame.Surface, Key], Iterator[None]]) -> None:
        self._paint = paint
        self._kept: dict[tuple[Size, Key], Painting] = {}

    def of(self, size: Size, key: Key) -> Painting:
        """Return the painting of `key` at a size in pixels; begin it if it is not cached."""
        found = self._kept.pop((size, key), None) or Painting(size, lambda surface: self._paint(surface, key))
        self._kept = dict([*self._kept.items(), ((size, key), found)][-2:])
        return found


_GLAZES = (("#D9643A", "#F7E0AE", "#8C2F2A"), ("#2BA7A0", "#F3E3C3", "#0F4C55"), ("#41357E", "#E9D6B4", "#221A4A"))
_BAND = Band(_GLAZES, wood="#24163A", line="#1A1030", groove="#3A2012", sheen=True)
_SHADOW = (10, 8, 22, 190)
"""Colour of the shadow that the frame throws on the ground."""
_LAMPS = ((0.06, -0.1, 0.62), (0.94, -0.1, 0.62), (0.5, 0.42, 0.75))
"""Lights over the field: x, y and reach of each, as shares of the field."""

Cloth = tuple[Colour, str]
"""A team's colour and pattern."""
Lands = tuple[tuple[int, ...], tuple[Cloth, ...]]
"""The owner of each square, and how each team's land looks."""


@sprite(kept=4)
def _sand(width_px: int, height_px: int, plan: Plan) -> pygame.Surface:
    """Paint the ground of squares that nobody owns: tiles with a lit edge and a star at every crossing; opaque."""
    surface = opaque(width_px, height_px)
    surface.fill(rgb("#B3946D"))
    defs = ""
    board, field = plan.board, plan.field
    for number, (top, foot) in enumerate((("#E6D1AA", "#D8BF94"), ("#DFC79D", "#D1B78B"))):
        defs += linear(f"tile{number}", [(0, top), (1, foot)], 0, 0, 0.4, 1)
    body = "".join(
        rect(column * CELL + 1, row * CELL + 1, CELL - 2, CELL - 2, 5, f"url(#tile{(column + row) % 2})", "#F6E7C6", 1)
        for column, row in product(range(board.columns), range(board.rows))
    )
    surface.blit(svg(body, width_px, height_px, defs=defs, box=(0, 0, field.width, field.height)), (0, 0))
    put_crossings(surface, "#8F6B4A", 0.8, plan)
    dither(surface)
    return surface


@sprite(kept=4)
def _evening(width_px: int, height_px: int, plan: Plan) -> pygame.Surface:
    """Paint the light over the whole field: lanterns at the top left and right, dusk below."""
    columns, rows = plan.board.columns * 2, plan.board.rows * 2
    small = opaque(columns, rows)
    for column, row in product(range(columns), range(rows)):
        across, down = column / (columns - 1), row / (rows - 1)
        light = 0.0
        for x, y, reach in _LAMPS:
            away = math.hypot(across - x, (down - y) * 0.62) / reach
            light += max(0.0, 1 - away) ** 1.3 * 0.62
        small.set_at((column, row), rgb(mix("#8C789E", "#FFFBF2", min(1.0, 0.58 + light * 0.58))))
    return pygame.transform.smoothscale(small, (width_px, height_px))


def _frame(width_px: int, height_px: int, plan: Plan) -> pygame.Surface:
    return tiled_frame(width_px, height_px, plan.frame.width, plan.frame.height, plan.edge, _BAND)


@sprite(kept=8)
def _home(size_px: int, colour: Colour) -> pygame.Surface:
    """Render the tile of a team's home square, on which its dead slimes come back."""
    body = rect(3, 3, 94, 94, 16, mix(colour, INK, 0.66), "#FFE0A0", 5)
    body += path(star(50, 50, 40), mix(colour, INK, 0.15)) + path(star(50, 50, 28), "none", "#FFF0CC", 3.5)
    body += path(star(50, 50, 14, math.pi / 8), "#FFF0CC")
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


class Ground:
    """The field as it is now. `draw` makes whatever is not cached yet."""

    def __init__(self, plan: Plan = LYING) -> None:
        self._plan = plan
        self._paintings = Paintings(partial(paint_ground, plan=plan))

    def draw(self, canvas: Canvas, owners: tuple[int, ...], tide: Tide | None, cloths: tuple[Cloth, ...]) -> None:
        """Draw frame and field. `owners` owned the squares before the `tide`, if there is one."""
        area, whole = canvas.pixels(self._plan.field), canvas.pixels(self._plan.frame)
        drop_shadow(canvas, self._plan.frame, 9, 20, 190, 10)
        canvas.surface.blit(_frame(*whole.size, self._plan), whole, special_flags=PREMULTIPLIED)
        before = self._paintings.of(area.size, (owners, cloths)).whole()
        canvas.surface.blit(before, area)
        if tide is None or area.width == 0:
            return
        after = self._paintings.of(area.size, (tide.owners, cloths))
        if tide.front <= 0:
            next(after.steps, None)
            return
        in_sight = canvas.surface.get_rect().contains(area)
        part = canvas.surface.subsurface(area) if in_sight else before.copy()
        tide.paint(part, after.whole())
        if not in_sight:
            canvas.surface.blit(part, area)

    def warm(self, canvas: Canvas, owners: tuple[int, ...], cloths: tuple[Cloth, ...]) -> Iterator[None]:
        """Make the sprites of the field and paint the first ground, a piece at each step of the iterator."""
        plan = self._plan
        size = canvas.pixels(plan.field).size
        _frame(*canvas.pixels(plan.frame).size, plan)
        yield
        for colour, pattern in cloths:
            land_pattern(*size, colour, pattern, plan)
            yield
            land_texture(*size, colour, pattern, plan)
            yield
        yield from self._paintings.of(size, (owners, cloths)).steps


def paint_ground(target: pygame.Surface, lands: Lands, plan: Plan = LYING) -> Iterator[None]:
    """Paint the whole field on a surface of its size, a piece at each step of the iterator."""
    owners, cloths = lands
    width, height = target.get_size()
    target.blit(_sand(width, height, plan), (0, 0))
    painted = [paint_land(target, owners, team, *cloths[team], plan) for team in (1, 0) if team in owners]
    yield from chain(*painted)
    target.blit(_evening(width, height, plan), (0, 0), special_flags=MULTIPLY)
    unit = width / plan.field.width
    target.blit(sunken(width, height, unit, _SHADOW, 40, 3, 9), (0, 0), special_flags=PREMULTIPLIED)
    field = Canvas(target, unit, (-plan.edge * unit, -plan.edge * unit))
    for team, square in enumerate(HOMES):
        field.put_middle(_home(field.px(CELL), cloths[team][0]), *plan.middle(square))
    yield


def cloths_of(looks: Sequence[Look]) -> tuple[Cloth, ...]:
    """Return the teams' colours and patterns."""
    return tuple((look.colour, look.pattern) for look in looks)
