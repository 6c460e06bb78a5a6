"""Effects that are visible only while they move, for `Script.effect` and `Script.fly`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.colour import OUTLINE, PAPER, Colour
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.tween import Point, arc, lerp_point

_STEPS = 8
"""Number of steps that opacities are rounded to, so that few sprites are needed."""


def stepped(strength: float) -> float:
    """Return a strength between 0 and 1 rounded to eighths."""
    return round(_STEPS * strength) / _STEPS


@dataclass(eq=False)
class Flight:
    """Effect: a sprite, such as a coin, a card or a gem, that flies from `start` to `end`."""

    sprite: Callable[[Canvas], pygame.Surface]
    start: Point
    end: Point
    height: float = 90.0
    """How far above the straight line the sprite is half way, in design units."""

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        x, y = lerp_point(self.start, self.end, share)
        canvas.put_middle(self.sprite(canvas), x, y - self.height * arc(share))


@dataclass(eq=False)
class Words:
    """Effect: words that rise from a point and fade."""

    text: str
    place: Point
    colour: Colour = PAPER
    size: float = theme.HEADING
    rise: float = 18.0

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        x, y = self.place
        surroundings.typeface.line(
            canvas, self.text, x, y - self.rise * share, self.size, Weight.BOLD, self.colour, "middle",
            outline=3, edge=OUTLINE, alpha=stepped(min(1.0, (1 - share) * 3)),
        )  # fmt: skip
