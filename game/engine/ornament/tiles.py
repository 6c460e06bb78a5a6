"""Zellige tiles, wood and plaster, for walls, boards and tables."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import pygame

from game.engine.canvas import MULTIPLY
from game.engine.colour import INK, WHITE, Colour, mix, rgb
from game.engine.light import noise, opaque
from game.engine.sprites import sprite
from game.engine.vector import group, path, rect, star, svg


class Glaze(NamedTuple):
    """The colours of zellige tiles: ground, star, the line between tiles, and the crosses where four stars meet."""

    ground: Colour
    star: Colour
    line: Colour
    cross: Colour | None = None


TEAL_GLAZE = Glaze("#17605F", "#1F7F7A", "#F0D9A6", "#C4552F")
DEEP_GLAZE = Glaze("#0F3A46", "#14505A", "#1E6A70")
NIGHT_GLAZE = Glaze("#1B1436", "#221A42", "#4A3A6A", "#171030")
RED_GLAZE = Glaze("#8C2F2A", "#B5482F", "#F3D9A8", "#E9A93C")
VIOLET_GLAZE = Glaze("#33205C", "#4E3486", "#E7D6FF", "#E8507A")


@sprite(kept=48)
def zellige(
    width_px: int, height_px: int, unit_px: float, glaze: Glaze, vary: float = 0.06, line: float = 1.2, seed: int = 1
) -> pygame.Surface:
    """Return a star-and-cross tiling with one star in each square of `unit_px`, beginning at the top left corner.

    Every tile's colour differs by up to `vary` from its glaze, as fired clay does.
    """
    chance = random.Random(seed)

    def fired(colour: Colour) -> Colour:
        return mix(colour, WHITE if chance.random() < 0.5 else INK, chance.random() * vary)

    middle = unit_px / 2
    cross = star(0, 0, unit_px * 0.16, math.pi / 8)
    outer = star(middle, middle, unit_px * 0.5)
    inner = path(star(middle, middle, unit_px * 0.30), "none", glaze.line, line * 0.8)
    inner += path(star(middle, middle, unit_px * 0.13, math.pi / 8), glaze.line)
    parts = [rect(0, 0, width_px, height_px, 0, glaze.ground)]
    for row in range(math.ceil(height_px / unit_px) + 1):
        for column in range(math.ceil(width_px / unit_px) + 1):
            tile = path(cross, fired(glaze.cross)) if glaze.cross else ""
            tile += path(outer, fired(glaze.star), glaze.line, line) + inner
            parts.append(group(tile, f"translate({column * unit_px:.2f} {row * unit_px:.2f})"))
    return svg("".join(parts), width_px, height_px)


@sprite(kept=48)
def wood(
    width_px: int, height_px: int, base: Colour = "#6B3F22", upright: bool = False, seed: int = 4
) -> pygame.Surface:
    """Return an opaque plank of wood, with its grain sideways, or upright if `upright`."""
    surface = opaque(width_px, height_px)
    surface.fill(rgb(base))
    for coarse, along, low in ((90, 2, 196), (220, 7, 190)):
        if upright:
            cells = (max(2, width_px // along), max(2, height_px // coarse))
        else:
            cells = (max(2, width_px // coarse), max(2, height_px // along))
        surface.blit(noise(width_px, height_px, *cells, low, 255, seed + along), (0, 0), special_flags=MULTIPLY)
    return surface


def plaster(surface: pygame.Surface, cell_px: int, seed: int = 31) -> None:
    """Weather an opaque or premultiplied surface in place, like plaster or stone, by three octaves of noise.

    The coarsest octave has cells `cell_px` wide.
    """
    width, height = surface.get_size()
    for octave, (stretch, low) in enumerate(((1, 214), (5, 226), (20, 236))):
        cells = (max(2, width * stretch // cell_px), max(2, height * stretch // cell_px))
        surface.blit(noise(width, height, *cells, low, 255, seed + octave), (0, 0), special_flags=MULTIPLY)


@sprite(kept=64)
def khatam(size_px: int, colour: Colour, line: Colour | None = None, turn: float = 0.0) -> pygame.Surface:
    """Return one eight-pointed star, the mark between words and the bullet of lists."""
    body = path(star(50, 50, 47, turn), colour, line, 4) if line else path(star(50, 50, 50, turn), colour)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)
