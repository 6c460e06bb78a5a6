"""Draw advised actions over a board: an arrow from spot to spot, and a translucent picture of the piece that would lie
at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pygame

from game.engine.canvas import Canvas
from game.engine.colour import LANTERN, ROSE, WHITE, Colour, mix
from game.engine.sprites import faded
from game.engine.stage.advice import Advice
from game.engine.text import Typeface
from game.engine.tween import Point
from game.kit import marks
from game.kit.choosing import Path
from game.kit.layout import Key, Layout

_TONES = {False: marks.FREE, True: marks.COST}
_WIDE = 11.0
_GHOST = 0.62


def colour_of(advice: Advice[Any]) -> Colour:
    """Return the colour an advised action is drawn in: rose for a mistake, else lantern yellow, paler for a lower
    `share`.
    """
    return ROSE if advice.bad else mix(LANTERN, WHITE, 0.55 * (1 - advice.share))


def label(canvas: Canvas, typeface: Typeface, advice: Advice[Any], place: Point) -> None:
    """Draw the label of an advised action on a plate at a point of the stage; nothing if it has no label."""
    if advice.label:
        marks.pill(canvas, typeface, advice.label, *place, _TONES[advice.bad])


def draw_path(
    canvas: Canvas,
    typeface: Typeface,
    advice: Advice[Any],
    layout: Layout[Key],
    path: Path[Key],
    ghost: Callable[[int], pygame.Surface] | None,
) -> None:
    """Draw an advised action as arrows along the spots of its path.

    `ghost` takes a size in pixels and returns a picture of the piece that would lie on the last spot; None draws no
    piece.
    """
    spots = [layout.spots[key] for key in path]
    last = spots[-1]
    colour = colour_of(advice)
    marks.frame(canvas, last, colour, glow=0.12 * advice.share)
    if ghost is not None:
        size = canvas.px(min(last.size) * 0.84)
        canvas.put_middle(faded(ghost(size), _GHOST * max(0.4, advice.share)), last.x, last.y)
    for start, end in pairwise(spots):
        marks.arrow(canvas, start.middle, end.middle, colour, _WIDE * (0.5 + 0.5 * advice.share))
    label(canvas, typeface, advice, (last.x + last.size[0] * 0.3, last.y - last.size[1] * 0.3))


def draw_spots(
    canvas: Canvas, typeface: Typeface, advice: Advice[Any], number: int, layout: Layout[Key], path: Path[Key]
) -> None:
    """Draw an advised action whose spots have no order: a frame around each spot, with the action's label.

    `number` is the place of this action among all that are advised; it shifts the label, so that labels on one spot do
    not overlap.
    """
    for key in dict.fromkeys(path):
        spot, times = layout.spots[key], path.count(key)
        marks.frame(canvas, spot, colour_of(advice), glow=0.12 * advice.share)
        if advice.label:
            text = f"{advice.label} ×{times}" if times > 1 else advice.label
            x, y = (
                spot.x - spot.size[0] * (0.34 - 0.26 * (number % 3)),
                spot.y - spot.size[1] * (0.36 - number // 3 * 0.3),
            )
            marks.pill(canvas, typeface, text, x, y, _TONES[advice.bad])


def strengths(values: Sequence[float]) -> list[float]:
    """Return for each action how strongly it is drawn (0.3 to 1), by how far its value lies below the best value.

    >>> strengths([0.4, 0.3, -0.9])
    [1.0, 0.75, 0.3]
    """
    best = max(values, default=0.0)
    return [max(0.3, round(1 - 2.5 * (best - value), 3)) for value in values]
