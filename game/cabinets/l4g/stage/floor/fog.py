"""Fog over squares that are not known, thinner where players are known, and a line around what is seen fully."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from random import Random
from typing import Final

import pygame

from game.cabinets.l4g.rules.views import Sight
from game.cabinets.l4g.stage.floor.layout import Floor, Place
from game.engine.canvas import MULTIPLY, PREMULTIPLIED, Canvas
from game.engine.colour import mix, rgb
from game.engine.sprites import blank, faded, sprite
from game.engine.tween import Point
from game.engine.vector import path, svg

_GRAIN = 10
"""Pixels of a square in the map that is blurred."""
_OPACITY = {Sight.NOTHING: 206, Sight.PLAYERS: 112, Sight.FULL: 0}
DIMMED: Final = {Sight.FULL: 1.0, Sight.PLAYERS: 0.66, Sight.NOTHING: 0.42}
"""Opacity of a token by what is known of its square."""
_EDGE_COLOUR = "#FFD58A"
_ROUND = 0.16
"""Radius of the line's corners, in squares."""


@sprite(kept=8)
def _clouds(width_px: int, height_px: int) -> pygame.Surface:
    """Return the texture of the fog: night and plum, slowly changing."""
    chance = Random(9)
    small = pygame.Surface((14, 14))
    for column, row in product(range(14), range(14)):
        small.set_at((column, row), rgb(mix("#0B0A24", "#3A2C66", chance.random() ** 1.4)))
    return pygame.transform.smoothscale(small, (width_px, height_px))


@sprite(kept=24)
def fog(width_px: int, height_px: int, columns: int, sight: tuple[Sight, ...]) -> pygame.Surface:
    """Return the fog over all squares, premultiplied; clear where everything is seen."""
    rows = len(sight) // columns
    alphas = blank((columns + 2) * _GRAIN, (rows + 2) * _GRAIN)
    for row, column in product(range(-1, rows + 1), range(-1, columns + 1)):
        nearest = sight[min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)]
        alpha = _OPACITY[nearest]
        alphas.fill((alpha,) * 4, ((column + 1) * _GRAIN, (row + 1) * _GRAIN, _GRAIN, _GRAIN))
    soft = pygame.transform.gaussian_blur(alphas, 3)
    inside = soft.subsurface((_GRAIN, _GRAIN, columns * _GRAIN, rows * _GRAIN))
    made = pygame.transform.smoothscale(inside, (width_px, height_px))
    made.blit(_clouds(width_px, height_px), (0, 0), special_flags=MULTIPLY)
    return made


@sprite(kept=24)
def edge(width_px: int, height_px: int, columns: int, sight: tuple[Sight, ...]) -> pygame.Surface:
    """Return the line around the squares that are seen fully."""
    rows = len(sight) // columns
    seen = {(row, column) for row, column in product(range(rows), range(columns)) if sight[row * columns + column] == 2}
    data = "".join(_round(loop) for loop in loops(seen))
    body = path(data, "none", _EDGE_COLOUR, 0.13, stroke_opacity=0.2)
    body += path(data, "none", _EDGE_COLOUR, 0.032, stroke_opacity=0.85)
    return svg(body, width_px, height_px, box=(0, 0, columns, rows))


def loops(squares: set[Place]) -> Iterator[list[Point]]:
    """Yield the outlines of a set of squares as closed loops of corners (x, y), clockwise around the inside."""
    edges: dict[Place, list[Place]] = {}
    for row, column in sorted(squares):
        corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1), (column, row))
        beside = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        for (start, end), neighbour in zip(pairwise(corners), beside, strict=True):
            if neighbour not in squares:
                edges.setdefault(start, []).append(end)
    while edges:
        corner = min(edges)
        loop = [corner]
        while True:
            following = edges[corner].pop()
            if not edges[corner]:
                del edges[corner]
            corner = following
            if corner == loop[0]:
                break
            loop.append(corner)
        yield [(float(x), float(y)) for x, y in loop]


def _round(loop: Sequence[Point]) -> str:
    """Return the path data of a loop with rounded corners; corners on straight lines are left out."""
    data = ""
    for before, corner, after in zip((loop[-1], *loop), loop, (*loop[1:], loop[0]), strict=False):
        if before[0] == corner[0] == after[0] or before[1] == corner[1] == after[1]:
            continue
        begin = _towards(corner, before)
        end = _towards(corner, after)
        command = "L" if data else "M"
        data += f"{command}{begin[0]:.2f} {begin[1]:.2f}Q{corner[0]:.2f} {corner[1]:.2f} {end[0]:.2f} {end[1]:.2f}"
    return data + "Z"


def _towards(corner: Point, other: Point) -> Point:
    (x, y), (to_x, to_y) = corner, other
    return x + _ROUND * ((to_x > x) - (to_x < x)), y + _ROUND * ((to_y > y) - (to_y < y))


def draw_fog(
    canvas: Canvas, floor: Floor, sight: tuple[Sight, ...] | None, last: tuple[Sight, ...] | None, share: float
) -> None:
    """Draw the fog on its way from the sight `last` to `sight`; `share` of the change is done."""
    steps = round(8 * share)
    if sight == last:
        _draw(canvas, floor, sight, 8)
    else:
        _draw(canvas, floor, last, 8 - steps)
        _draw(canvas, floor, sight, steps)


def _draw(canvas: Canvas, floor: Floor, sight: tuple[Sight, ...] | None, steps: int) -> None:
    if sight is None or steps <= 0:
        return
    area = canvas.pixels(floor.box)
    for make in (fog, edge):
        made = make(area.width, area.height, floor.columns, sight)
        canvas.surface.blit(made if steps == 8 else faded(made, steps / 8), area.topleft, special_flags=PREMULTIPLIED)
