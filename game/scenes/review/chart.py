"""The chart of a review: every seat's chance of winning over the match as bands that share the height, with signs for
verdicts above.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame

from game.core.analysis.verdicts import Decision, Verdict
from game.core.analyst import Judgement, Values
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, ROSE, SAND, WHITE, Colour, lighten, mix
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.layer import Layer
from game.engine.ornament import badge
from game.engine.sprites import sprite
from game.engine.stage import Look
from game.engine.vector import circle, path, points, rect, svg
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.scenes.replays.timeline import HANDLE, ReplayTimeline

COLOURS: Mapping[Verdict, Colour] = {
    Verdict.BLUNDER: ROSE,
    Verdict.MISTAKE: "#FF9D5C",
    Verdict.INACCURACY: LANTERN,
    Verdict.ONLY: theme.GOOD,
}
TICKS = 15.0
"""Height of the row of signs above the bands."""
_SIGN = 11.0


@sprite(kept=16)
def sign(verdict: Verdict, size_px: int) -> pygame.Surface:
    """Render a verdict's sign, each of its own shape: a cross, a wedge down, a dot, a wedge up."""
    colour, line = COLOURS[verdict], 1.2
    match verdict:
        case Verdict.BLUNDER:
            body = path("M1 1L9 9M9 1L1 9", "none", INK, 4.4) + path(
                "M1.5 1.5L8.5 8.5M8.5 1.5L1.5 8.5", "none", colour, 2.6
            )
        case Verdict.MISTAKE:
            body = path("M5 9.2L0.8 1.2H9.2Z", colour, INK, line)
        case Verdict.INACCURACY:
            body = circle(5, 5, 3.4, colour, INK, line)
        case Verdict.ONLY:
            body = path("M5 0.6L9.2 8.8H0.8Z", colour, INK, line)
    return svg(body, size_px, size_px, box=(0, 0, 10, 10), oversample=4)


def band_colour(look: Look) -> Colour:
    """Return the colour of a seat's band."""
    return mix(look.colour, "#2A2350", 0.12)


def shares(values: Values) -> list[float]:
    """Convert values to chances of winning, scaled to add up to 1.

    >>> shares((0.5, -0.5))
    [0.75, 0.25]
    """
    chances = [(value + 1) / 2 for value in values]
    whole = sum(chances) or 1.0
    return [chance / whole for chance in chances]


class ReviewTimeline(ReplayTimeline):
    """A timeline with a sign at every decision that has a verdict."""

    signs: Sequence[tuple[int, Verdict]] = ()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        size = canvas.px(_SIGN)
        for number, verdict in self.signs:
            if abs(number - self.position) * self._band.width > HANDLE / 2 * self.count:
                canvas.put_middle(sign(verdict, size), self._x(number + 0.5), self._band.centery)


class ChanceChart(Widget):
    """Chart of chances. A click or drag goes to a position; LEFT and RIGHT go from sign to sign."""

    focusable = True
    corner = theme.GRID

    def __init__(
        self, style: Style, box: Box, looks: Sequence[Look], count: int, on_seek: Callable[[int], None]
    ) -> None:
        """`count`: the number of positions side by side."""
        super().__init__(style, box)
        self.looks = looks
        self.count = count
        self.on_seek = on_seek
        self.position = 0
        self.hidden: frozenset[int] = frozenset()
        """The positions whose signs are not shown."""
        self._judgements: Mapping[int, Judgement[Any]] = {}
        self._decisions: Mapping[int, Decision] = {}
        self._version = -1
        self._layer = Layer(margin=8)

    def show(self, judgements: Mapping[int, Judgement[Any]], decisions: Mapping[int, Decision], version: int) -> None:
        """Show the judgements and decisions known so far; does nothing for an unchanged `version`."""
        self._judgements, self._decisions, self._version = judgements, decisions, version

    @property
    def _bands(self) -> Box:
        return Box(self.box.left + 22, self.box.top + TICKS, self.box.width - 30, self.box.height - TICKS)

    def _x(self, position: float) -> float:
        return self._bands.left + self._bands.width * position / max(1, self.count - 1)

    def _position_at(self, x: float) -> int:
        share = (x - self._bands.left) / self._bands.width
        return max(0, min(self.count - 1, round(share * (self.count - 1))))

    @property
    def signs(self) -> list[tuple[int, Verdict]]:
        """The positions that have a sign, with their verdict."""
        found = ((number, decision.verdict) for number, decision in sorted(self._decisions.items()))
        return [(number, verdict) for number, verdict in found if verdict and number not in self.hidden]

    def handle(self, event: InputEvent) -> bool:
        match event:
            case PointerPressed(button=1, x=x, y=y):
                self.pressed = True
                self._seek(self._sign_at(x, y))
            case PointerMoved(x=x) if self.pressed:
                self._seek(self._position_at(x))
            case PointerReleased(button=1):
                self.pressed = False
            case Command(name=CommandName.LEFT):
                self._seek(max((number for number, _ in self.signs if number < self.position), default=0))
            case Command(name=CommandName.RIGHT):
                self._seek(min((n for n, _ in self.signs if n > self.position), default=self.count - 1))
            case _:
                return False
        return True

    def _sign_at(self, x: float, y: float) -> int:
        """Return the position under a point; in the row of signs, the nearest sign's."""
        near = [number for number, _ in self.signs if abs(self._x(number) - x) <= _SIGN / 2 + 2]
        if y < self._bands.top and near:
            return min(near, key=lambda number: abs(self._x(number) - x))
        return self._position_at(x)

    def _seek(self, position: int) -> None:
        if position != self.position:
            self.on_seek(position)

    def draw(self, canvas: Canvas) -> None:
        key = (self._version, self.hidden, self.style.typeface.text_size)
        self._layer.draw(canvas, self.box, key, self._paint)
        bands = self._bands
        line = Box(self._x(self.position) - 0.75, bands.top - 3, 1.5, bands.height + 6)
        canvas.surface.fill(WHITE, canvas.pixels(line))

    def _paint(self, canvas: Canvas) -> None:
        bands = self._bands
        faces.draw_face(canvas, bands.inflate(4, 4), faces.WELL, 6)
        known = sorted(self._judgements)
        if known:
            self._paint_bands(canvas, known)
        self._paint_middle(canvas)
        for number, verdict in self.signs:
            canvas.put_middle(sign(verdict, canvas.px(_SIGN)), self._x(number), self.box.top + TICKS / 2)

    def _paint_bands(self, canvas: Canvas, known: Sequence[int]) -> None:
        """Paint a band for each seat, the first at the foot, as high as its chance, with the seat's shape."""
        bands = self._bands
        parts = [shares(self._judgements[number].values) for number in known]
        wide = bands.width / max(1, self.count - 1)
        body = ""
        for seat in range(len(self.looks)):
            floor = [bands.height * (1 - sum(part[:seat])) for part in parts]
            top = [bands.height * (1 - sum(part[: seat + 1])) for part in parts]
            xs = [number * wide for number in known]
            outline = [*zip(xs, top, strict=True), *reversed([*zip(xs, floor, strict=True)])]
            colour = band_colour(self.looks[seat])
            body += path(points(outline), colour, lighten(colour, 0.35), 1.0)
        area = canvas.pixels(bands)
        canvas.put(svg(body, area.width, area.height, box=(0, 0, bands.width, bands.height)), bands.left, bands.top)
        y = bands.bottom
        for seat, share in enumerate(parts[0]):
            high = bands.height * share
            if high >= 9:
                mark = badge(self.looks[seat].shape, self.looks[seat].colour, canvas.px(12))
                canvas.put_middle(mark, self.box.left + 9, y - high / 2)
            y -= high

    def _paint_middle(self, canvas: Canvas) -> None:
        """Paint the line of equal chances, if there are two seats."""
        if len(self.looks) == 2:
            bands = self._bands
            body = rect(0, bands.height / 2 - 0.5, bands.width, 1, 0, SAND, fill_opacity=0.45)
            area = canvas.pixels(bands)
            canvas.put(svg(body, area.width, area.height, box=(0, 0, bands.width, bands.height)), bands.left, bands.top)


def draw_value_bar(canvas: Canvas, box: Box, values: Values | None, looks: Sequence[Look]) -> None:
    """Draw the chances of all seats stacked, the first seat's at the foot; empty while they are unknown."""
    faces.draw_face(canvas, box.inflate(4, 4), faces.WELL, 6)
    if values is None:
        return
    y = box.bottom
    for seat, share in enumerate(shares(values)):
        high = box.height * share
        band = Box(box.left, y - high, box.width, high)
        canvas.surface.fill(band_colour(looks[seat]), canvas.pixels(band))
        if high >= box.width:
            canvas.put_middle(badge(looks[seat].shape, looks[seat].colour, canvas.px(box.width * 0.8)), *band.center)
        y -= high
        if seat + 1 < len(looks):
            canvas.surface.fill(INK, canvas.pixels(Box(box.left, y - 0.75, box.width, 1.5)))
