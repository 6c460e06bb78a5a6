"""Write on a card from top to bottom: headings, rows, bars, curves, and room for knobs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.text import Typeface, Weight
from game.engine.vector import icon

INK = theme.TEXT_ON_PAPER
MUTED = theme.TEXT_ON_PAPER_MUTED


class Sheet:
    """A cursor that moves down a card while it writes; without a canvas it only measures."""

    def __init__(self, canvas: Canvas | None, typeface: Typeface, box: Box, pad: float = 14.0) -> None:
        self.canvas = canvas
        self.typeface = typeface
        self.left, self.right = box.left + pad, box.right - pad
        self.y = box.top + pad
        self._bottom = box.bottom

    @property
    def width(self) -> float:
        """The width between the margins, in logical pixels."""
        return self.right - self.left

    def gap(self, high: float = 8.0) -> None:
        """Leave some empty height."""
        self.y += high

    def heading(self, text: str, mark: Colour | None = None) -> None:
        """Write a heading, with a bar of the colour `mark` before it if one is given."""
        high = self.typeface.leading(theme.LABEL)
        if self.canvas:
            left = self.left
            if mark:
                self.canvas.surface.fill(mark, self.canvas.pixels(Box(left, self.y + 3, 6, high - 6)))
                left += 14
            self.typeface.line(
                self.canvas,
                text,
                left,
                self.y + high / 2,
                theme.LABEL,
                Weight.BOLD,
                INK,
                max_width=self.right - left - 30,
            )
        self.y += high + 2

    def text(
        self, text: str, colour: Colour = INK, size: float = theme.CAPTION, weight: Weight = Weight.REGULAR
    ) -> None:
        """Write a paragraph, wrapped to the width."""
        for one in self.typeface.wrap(text, self.width, size, weight):
            high = self.typeface.leading(size)
            if self.canvas:
                self.typeface.line(self.canvas, one, self.left, self.y + high / 2, size, weight, colour)
            self.y += high

    def row(self, name: str, value: str, sign: str = "", tone: Colour = INK) -> None:
        """Write a name at the left and its value at the right, or below it where one line has no room for both."""
        size, typeface = theme.CAPTION, self.typeface
        high = typeface.leading(size)
        value_wide = typeface.measure(value, size, Weight.BOLD)
        left = self.left + (high if sign else 0)
        name_wide = typeface.measure(name, size)
        two = name_wide + value_wide + 10 > self.right - left
        if self.canvas:
            if sign:
                mark = icon(sign, self.canvas.px(high * 0.72), MUTED, 2.2)
                self.canvas.put_middle(mark, self.left + high * 0.36, self.y + high / 2)
            typeface.line(
                self.canvas, name, left, self.y + high / 2, size, Weight.REGULAR, MUTED, max_width=self.right - left
            )
            y = self.y + high / 2 + (high if two else 0)
            typeface.line(self.canvas, value, self.right, y, size, Weight.BOLD, tone, "right", max_width=self.width)
        self.y += high * (2 if two else 1)

    def bar(self, share: float, colour: Colour, high: float = 7.0) -> None:
        """Draw a bar filled to `share` of the width (0 … 1)."""
        if self.canvas:
            whole = Box(self.left, self.y, self.width, high)
            self.canvas.surface.fill("#D9C29A", self.canvas.pixels(whole))
            part = Box(whole.left, whole.top, max(1.0, whole.width * min(1.0, share)), high)
            self.canvas.surface.fill(colour, self.canvas.pixels(part))
        self.y += high + 4

    def room(self, high: float) -> Box:
        """Reserve some height and return its box, for a knob or a picture."""
        box = Box(self.left, self.y, self.width, high)
        self.y += high + 6
        return box


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
