"""Write on a card from top to bottom: headings, rows, bars, curves, and knobs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pygame

from game.cabinets.rails.building.plans import Trial
from game.cabinets.rails.stage.cards.knobs import Knob
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.text import Typeface, Weight
from game.engine.vector import icon
from game.engine.widgets import Label, Style, Widget
from game.engine.widgets.parts.tree import Column, Fill, Of, Part, Row

INK = theme.TEXT_ON_PAPER
MUTED = theme.TEXT_ON_PAPER_MUTED
Paint: TypeAlias = Callable[[Canvas, Box], None]


class Drawn(Widget):
    """A picture in its box, which asks for no room."""

    def __init__(self, style: Style, paint: Paint, box: Box | None = None) -> None:
        super().__init__(style, box)
        self._paint = paint

    def natural_height(self, width: float) -> float:
        return 0.0

    def draw(self, canvas: Canvas) -> None:
        self._paint(canvas, self.box)


class Sheet:
    """What is written on a card of some width; `led` names the knob that is pointed at or in the key focus."""

    def __init__(self, style: Style, wide: float, led: str = "") -> None:
        self.style, self.wide = style, wide
        self.width = wide - 28.0
        """The width between the margins, in logical pixels."""
        self._led = led
        self._parts: list[Part] = []

    @property
    def typeface(self) -> Typeface:
        return self.style.typeface

    def line(self, key: str, **values: object) -> str:
        """Return the text `rails_stage.<key>` in the language of the screen."""
        return self.style.texts.line(f"rails_stage.{key}", **values)

    def knob(self, name: str, press: Callable[[], None], sign: str = "", text: str = "", **more: Any) -> Knob:
        """Return a knob to be laid; `more` is as for `Knob`."""
        return Knob(self.style, name, press, text, sign, **more)

    @property
    def column(self) -> Column:
        """All that was written."""
        return Column(*self._parts, gap=0)

    @property
    def high(self) -> float:
        """The height that all that was written would like."""
        return self.column.high(self.width)

    def gap(self, high: float = 8.0) -> None:
        """Leave some empty height."""
        self._parts.append(Fill(high))

    def room(self, high: float, paint: Paint, after: float = 6.0) -> None:
        """Draw a picture of some height, and leave a gap after it."""
        self._parts.append(Of(Drawn(self.style, paint), high=high))
        if after:
            self.gap(after)

    def heading(self, text: str, mark: Colour | None = None) -> None:
        """Write a heading, with a bar of the colour `mark` before it if one is given."""
        line = self.typeface.line

        def paint(canvas: Canvas, box: Box) -> None:
            left = box.left
            if mark:
                canvas.surface.fill(mark, canvas.pixels(Box(left, box.top + 3, 6, box.height - 6)))
                left += 14
            room = box.right - left - 30
            line(canvas, text, left, box.centery, theme.LABEL, Weight.BOLD, INK, max_width=room)

        self.room(self.typeface.leading(theme.LABEL), paint, 2)

    def text(
        self, text: str, colour: Colour = INK, size: float = theme.CAPTION, weight: Weight = Weight.REGULAR
    ) -> None:
        """Write a paragraph, wrapped to the width."""
        self._parts.append(Of(Label(self.style, text, size=size, weight=weight, colour=colour)))

    def row(self, name: str, value: str, sign: str = "", tone: Colour = INK) -> None:
        """Write a name at the left and its value at the right, or below it where one line has no room for both."""
        size, typeface = theme.CAPTION, self.typeface
        high = typeface.leading(size)
        left = high if sign else 0.0
        wide = left + typeface.measure(name, size) + typeface.measure(value, size, Weight.BOLD) + 10
        below = high if wide > self.width else 0.0

        def paint(canvas: Canvas, box: Box) -> None:
            y = box.top + high / 2
            if sign:
                canvas.put_middle(icon(sign, canvas.px(high * 0.72), MUTED, 2.2), box.left + high * 0.36, y)
            room = box.width - left
            typeface.line(canvas, name, box.left + left, y, size, Weight.REGULAR, MUTED, max_width=room)
            typeface.line(canvas, value, box.right, y + below, size, Weight.BOLD, tone, "right", max_width=box.width)

        self.room(high + below, paint, 0)

    def bar(self, share: float, colour: Colour, high: float = 7.0) -> None:
        """Draw a bar filled to `share` of the width (0 … 1)."""

        def paint(canvas: Canvas, box: Box) -> None:
            canvas.surface.fill("#D9C29A", canvas.pixels(box))
            part = Box(box.left, box.top, max(1.0, box.width * min(1.0, share)), box.height)
            canvas.surface.fill(colour, canvas.pixels(part))

        self.room(high, paint, 4)

    def put(self, part: Part, after: float = 6.0) -> None:
        """Lay other widgets, and leave a gap after them."""
        self._parts += [part, Fill(after)]

    def knobs(self, *knobs: Knob, high: float = 0.0, shares: Sequence[float] = ()) -> None:
        """Lay knobs side by side in one row, equally wide or by `shares` of the row's width."""
        high = high or max(36.0, self.typeface.leading(theme.CAPTION) + 12)
        shared = zip(knobs, shares or [1.0] * len(knobs), strict=True)
        self.put(Row(*(Of(knob, wide=0.0, grow=share) for knob, share in shared), gap=6, high=high, fill=True))

    def tall(self, least: float, more: float) -> float:
        """Return the height of a large knob: that of a line of text and so much more, but at least so much."""
        return max(least, self.typeface.leading(theme.BODY) + more)

    def refusal(self, trial: Trial) -> None:
        """Write why what was tried is refused, if it is."""
        for one in trial.refused[:1]:
            self.text(self.style.texts.line(f"rails.refuse.{one.reason}"), theme.RUST)

    def tip(self) -> None:
        """Write the tip of the knob that is led to, below a row of knobs that show only signs."""
        knobs = [widget for part in self._parts for widget in part.widgets() if isinstance(widget, Knob)]
        if tip := next((knob.tooltip for knob in knobs if knob.name == self._led), ""):
            self.text(tip, MUTED)


Curve: TypeAlias = tuple[Sequence[tuple[float, float]], Colour, float]
"""A curve of a chart: its points (share of the width, value), colour and line width."""


def draw_curves(curves: Sequence[Curve], canvas: Canvas, box: Box) -> None:
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
