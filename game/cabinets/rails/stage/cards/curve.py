"""Line charts on a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pygame

from game.cabinets.rails.stage.cards.sheet import MUTED
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour

Curve: TypeAlias = tuple[Sequence[tuple[float, float]], Colour, float]
"""A curve of a chart: its points (share of the width, value), colour and line width."""


def draw_curves(canvas: Canvas, box: Box, curves: Sequence[Curve]) -> None:
    """Draw several curves over the same time axis, all scaled to the greatest value among them."""
    most = max([1.0, *(value for points, _, _ in curves for _, value in points)]) * 1.05
    foot = canvas.pixel(box.left, box.bottom), canvas.pixel(box.right, box.bottom)
    pygame.draw.line(canvas.surface, MUTED, *foot, 1)
    for points, tone, wide in curves:
        dots = [
            canvas.pixel(box.left + box.width * min(1.0, share), box.bottom - box.height * value / most)
            for share, value in points
        ]
        if len(dots) > 1:
            pygame.draw.lines(canvas.surface, tone, False, dots, max(1, canvas.px(wide)))
        if dots:
            pygame.draw.circle(canvas.surface, tone, dots[-1], canvas.px(1.2 * wide))
