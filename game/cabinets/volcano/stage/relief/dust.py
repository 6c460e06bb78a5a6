"""Dust that rises where something has fallen onto a plane, with fire below it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.cabinets.volcano.stage.relief.layout import SQUASH
from game.engine.canvas import Canvas
from game.engine.colour import SAND, Colour
from game.engine.light import shine
from game.engine.sprites import faded, sprite
from game.engine.stage import Surroundings
from game.engine.tween import Point
from game.engine.vector import circle, svg
from game.kit.camera import Camera
from game.kit.drawing.effects import stepped

_PUFFS: Final = 7


@sprite(kept=16)
def _puff(size_px: int) -> pygame.Surface:
    return svg(circle(50, 50, 48, SAND), size_px, size_px, box=(0, 0, 100, 100))


@dataclass(eq=False)
class Dust:
    """Puffs of dust that spread from hexagons around these middles; `fire` is the colour that glows between them."""

    camera: Camera
    middles: Sequence[Point]
    size: float
    fire: Colour | None = None

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        strength = stepped(1 - share)
        x, y = (sum(parts) / len(self.middles) for parts in zip(*self.middles, strict=True))
        board = self.camera.canvas(canvas)
        if self.fire:
            shine(board, x, y, self.size * 3.2, self.fire, strength)
        for middle in self.middles:
            for number in range(_PUFFS):
                angle, far = math.tau * number / _PUFFS, self.size * (0.7 + 0.6 * share)
                puff = faded(_puff(board.px(self.size * (0.2 + 0.05 * (number % 3)))), 0.8 * strength)
                aside, down = far * math.cos(angle), far * math.sin(angle) * SQUASH - self.size * 0.3 * share
                board.put_middle(puff, middle[0] + aside, middle[1] + down)
