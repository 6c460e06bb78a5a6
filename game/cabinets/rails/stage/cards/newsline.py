"""The latest news as a sentence at the foot of the map. News of a jam stays; pressing it moves the view to the jam."""

from __future__ import annotations

from collections.abc import Callable

from game.cabinets.rails.stage.cards.knobs import Card, Knob
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.vector import icon

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

    def fit(self, left: float, right: float, bottom: float) -> None:
        """Place the card at the foot between two edges, or empty it if there is no news to show."""
        if not self.play.news or not (self._left > 0 or self.standing):
            self.hide()
            return
        news, wide = self.play.news[-1], min(right - left, 520.0)
        lines = self.typeface.wrap(news.text, wide - 58, theme.CAPTION)[:_MOST_LINES]
        high = len(lines) * self.typeface.leading(theme.CAPTION) + 16
        knob = _News(self.style, "news", lambda: self._go(news.tile), "\n".join(lines), enabled=news.tile >= 0)
        knob.lit = news.tone in ("jam", "bad")
        knob.box = Box(left, bottom - high, wide, high)
        self.stand(knob.box, knob)


class _News(Knob):
    """A sentence that is pressed as a whole; `lit` if it tells of something bad."""

    def draw(self, canvas: Canvas) -> None:
        box, typeface = self.box, self.style.typeface
        name, tone = ("triangle-alert", theme.WARNING) if self.lit else ("info", theme.GOOD)
        canvas.put_middle(icon(name, canvas.px(22), tone, 2.2), box.left + 24, box.centery)
        for number, one in enumerate(self.text.split("\n")):
            y = box.top + 8 + (number + 0.5) * typeface.leading(theme.CAPTION)
            typeface.line(canvas, one, box.left + 46, y, theme.CAPTION, colour=theme.TEXT_BRIGHT)
