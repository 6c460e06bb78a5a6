"""The latest news as a sentence at the foot of the map. News of a jam stays; pressing it moves the view to the jam."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.cabinets.rails.stage.cards.knobs import CORNER, Card, Hover, Knob
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.vector import icon
from game.kit.drawing.sheet import draw_sheet

_SECONDS = 8.0
_MOST_LINES = 4


class Newsline(Card):
    """The card of the latest news; visible for some seconds after something happened."""

    def __init__(self, play: Play, go: Callable[[int], None]) -> None:
        super().__init__(play.surroundings)
        self.play = play
        self._go = go
        self._left = 0.0
        self._shown = 0

    def update(self, seconds: float) -> None:
        """Let some seconds pass, and show new news from the start."""
        self._left = max(0.0, self._left - seconds)
        if self.play.told != self._shown:
            self._shown, self._left = self.play.told, _SECONDS

    @property
    def standing(self) -> bool:
        """Whether the news stays visible because it tells of a jam that still lasts."""
        return bool(self.play.news) and self.play.news[-1].tone == "jam" and self.play.jammed

    def lay(self, left: float, right: float, bottom: float) -> None:
        """Place the card at the foot between two edges, or empty it if there is no news to show."""
        if not self.play.news or not (self._left > 0 or self.standing):
            self.box = Box(0, 0, 0, 0)
            return
        wide = min(right - left, 520.0)
        lines = self.typeface.wrap(self.play.news[-1].text, wide - 58, theme.CAPTION)[:_MOST_LINES]
        high = len(lines) * self.typeface.leading(theme.CAPTION) + 16
        self.box = Box(left, bottom - high, wide, high)

    def knobs(self) -> Sequence[Knob]:
        news = self.play.news[-1] if self.play.news else None
        if news is None or news.tile < 0:
            return ()
        return (Knob("news", self.box, lambda: self._go(news.tile), quiet=True),)

    def draw(self, canvas: Canvas, hover: Hover) -> None:
        news = self.play.news[-1]
        bad = news.tone in ("jam", "bad")
        drop_shadow(canvas, self.box, CORNER, 6, 120, 3)
        draw_sheet(canvas, self.box, CORNER)
        sign = icon("triangle-alert" if bad else "info", canvas.px(22), theme.WARNING if bad else theme.GOOD, 2.2)
        canvas.put_middle(sign, self.box.left + 24, self.box.centery)
        inside = Box(self.box.left + 46, self.box.top + 8, self.box.width - 58, self.box.height - 14)
        for number, one in enumerate(self.typeface.wrap(news.text, inside.width, theme.CAPTION)[:_MOST_LINES]):
            y = inside.top + (number + 0.5) * self.typeface.leading(theme.CAPTION)
            self.typeface.line(canvas, one, inside.left, y, theme.CAPTION, colour=theme.TEXT_BRIGHT)
