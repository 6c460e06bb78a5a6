"""The bar at the top: coins, what each seat delivered, how far the match is, and the speed of time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from game.cabinets.rails.stage.cards.knobs import Card, Knob
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, PAPER, darken
from game.engine.ornament import badge
from game.engine.text import Weight
from game.engine.vector import icon
from game.engine.widgets.parts.label import OneLine
from game.engine.widgets.parts.tree import Column, Fill, Of, Part, Row

_HIGH = 46.0
_PAD = 8.0
_KNOB = 34.0
_RIBBONS = 40.0
"""Height of what each seat delivered where it has a line of its own: on an upright table."""
ON_TOP: Final = ("adviser", "overlay")
"""Names of the bar's knobs that a pad reaches in one row with the tools."""


class TopBar(Card):
    """The card at the top edge; all of it is only read, except the knobs of time at its right."""

    def __init__(self, play: Play, advise: Callable[[], None]) -> None:
        """Take the person's play and `advise`, which calls the adviser or shows its next sentence."""
        super().__init__(play.surroundings)
        self.play = play
        self._advise = advise
        self._first = Box(0, 0, 0, 0)
        """The bar's first line, or all of it."""
        self.flown: dict[int, float] = {}
        """Of each seat the coins that still fly towards its ribbon, and are not yet counted on it."""

    def fit(self, left: float, right: float, top: float) -> None:
        """Place the bar at the top, between `left` and `right`."""
        pace = self.play.pace
        if self.stays(left, right, top, self.play.plays, self.timed, pace.paused, pace.speed):
            return
        pressed = self.surroundings.least_press + 2 * _PAD
        high = max(_HIGH, self.typeface.leading(theme.LABEL) + 12, pressed)
        self._first = Box(left, top, right - left, high)
        box = Box(left, top, right - left, self._first.height + (_RIBBONS if self._upright else 0.0))
        mark = "" if self._upright else "V"
        knobs: list[Part] = [self._knob("overlay", self.play.turn_overlay, "eye", mark=mark)]
        if self.play.plays:
            knobs = [self._knob("adviser", self._advise, "lightbulb", mark="A"), Fill(6), *knobs]
        row = Row(Fill(), *knobs, *self._time(), gap=0, high=self._first.height - 2 * _PAD)
        self.stand(box, Column(row, Fill(), gap=0), pad=_PAD)

    def _knob(self, name: str, press: Callable[[], None], sign: str, **more: Any) -> Of:
        tip = self.line(f"{name}_tip" if name in ON_TOP else name)
        return Of(Knob(self.style, name, press, sign=sign, tip=tip, **more), wide=self._side, high=self._side)

    @property
    def _upright(self) -> bool:
        """Whether the bar is at an upright table, which fingers press."""
        return self.surroundings.least_press > 0

    @property
    def _side(self) -> float:
        return max(_KNOB, self.surroundings.least_press)

    @property
    def timed(self) -> bool:
        """Whether the person here controls time, or looks back at a finished round."""
        return self.play.plays and self.play.pace.manner != "running"

    def _time(self) -> Sequence[Part]:
        """Return what pauses the clock and changes its speed."""
        if not self.timed:
            return ()
        pace = self.play.pace
        paused, words = pace.paused, self.line("speed", speed=pace.speed)
        speed = OneLine(self.style, words, weight=Weight.BOLD, colour=LANTERN, anchor="middle")
        return (
            Fill(14),
            self._knob("pause", self.pause, "play" if paused else "pause", lit=paused, enabled=pace.manner == "alone"),
            Fill(6),
            self._knob("slower", lambda: pace.faster(-1), "minus"),
            Of(speed, wide=50.0),
            self._knob("faster", lambda: pace.faster(1), "plus"),
            Fill(4),
        )

    def pause(self) -> None:
        """Pause the clock, or resume it."""
        self.play.pace.paused = not self.play.pace.paused

    def paint(self, canvas: Canvas) -> None:
        super().paint(canvas)
        x = self._draw_cash(canvas, self.box.left + 14)
        if self._upright:
            self._draw_seats(canvas, self.box.left + 14, self.box.right - 2, self._first.bottom + _RIBBONS / 2 - 3)
        else:
            self._draw_seats(canvas, x + 22, self.knobs[0].box.left - 12, self.box.centery)

    def _draw_cash(self, canvas: Canvas, x: float) -> float:
        play, y, typeface = self.play, self._first.centery, self.typeface
        side = typeface.grown(20)
        canvas.put_middle(icon("coins", canvas.px(side), LANTERN, 2.2), x + side / 2, y)
        x += side + 8
        free = play.free
        text = self.line("free") if free else f"{play.cash:,}"
        tone = theme.BAD if play.cash < 0 and not free else theme.TEXT_BRIGHT
        x += typeface.line(canvas, text, x, y, theme.LABEL, Weight.BOLD, tone) + 10
        if play.cash_before is not None and not free and play.pace.manner == "rounds":
            change = play.cash - play.cash_before
            tone = theme.GOOD if change >= 0 else theme.BAD
            x += typeface.line(canvas, f"{change:+,}", x, y, theme.CAPTION, Weight.BOLD, tone)
        return x

    def _draw_seats(self, canvas: Canvas, left: float, right: float, y: float) -> None:
        """Draw what each seat delivered as ribbons in its colour, from the left, in a line with its middle at `y`."""
        view = self.play.sight.view
        if right - left < 60:
            return
        looks = self.play.surroundings.looks[: len(view.delivered)]
        most = max([*view.delivered, 1])
        wide = min(280.0, (right - left) / max(1, len(looks)) - 12)
        typeface = self.typeface
        for seat, look in enumerate(looks):
            x = left + seat * (wide + 12)
            shown = max(0, round(view.delivered[seat] - self.flown.get(seat, 0)))
            words = self.line("delivered", value=f"{shown:,}") if len(looks) == 1 else f"{shown:,}"
            bar = Box(x + 26, self.box.bottom - 11, max(2.0, (wide - 30) * shown / most), 5)
            canvas.surface.fill(darken(look.colour, 0.5), canvas.pixels(Box(bar.left, bar.top, wide - 30, 5)))
            canvas.surface.fill(look.colour, canvas.pixels(bar))
            canvas.put_middle(badge(look.shape, look.colour, canvas.px(18), PAPER), x + 10, y - 2)
            size = theme.BODY if typeface.measure(words, theme.BODY, Weight.BOLD) <= wide - 30 else theme.CAPTION
            x += 26
            far = typeface.line(canvas, words, x, y - 4, size, Weight.BOLD, theme.TEXT_BRIGHT, max_width=wide - 28)
            if seat == self.builds_first:
                self._draw_first(canvas, x + far + 8, x - 26 + wide, y - 4)

    @property
    def builds_first(self) -> int:
        """The seat whose plan is applied first in this round; -1 if the match has one seat or no rounds."""
        view = self.play.sight.view
        return view.first if len(view.cash) > 1 and self.play.pace.manner == "rounds" else -1

    def _draw_first(self, canvas: Canvas, left: float, right: float, y: float) -> None:
        """Mark the seat that builds first, by words, or by a small flag if there is no room for words."""
        words = self.line("first")
        if self.typeface.measure(words, theme.CAPTION) <= right - left:
            self.typeface.line(canvas, words, left, y, theme.CAPTION, colour=theme.TEXT_MUTED)
        elif right - left >= 14:
            canvas.put_middle(icon("flag", canvas.px(14), theme.TEXT_MUTED, 2.2), left + 7, y)
