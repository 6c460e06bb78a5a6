"""A card of the lesson in the first valley: two growing bars compare what one train delivers with what two deliver."""

from __future__ import annotations

from typing import Final

from game.cabinets.rails.stage.cards.knobs import Card
from game.cabinets.rails.stage.cards.sheet import INK, MUTED, Sheet
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box
from game.engine.text import Weight
from game.engine.tween import ease_in_out

ONE, TWO = 6_180, 10_200
"""Units delivered in 10,000 ticks, as measured once."""
_GROWS: Final = 2.5
_SECONDS: Final = 40.0
_WIDE: Final = 300.0


class BarsCard(Card):
    """The card of two bars; visible for a few seconds after the first jam of the valley is resolved."""

    paper = True

    def __init__(self, play: Play) -> None:
        super().__init__(play.surroundings)
        self.play = play
        self._jammed = False
        self._since = _SECONDS

    def update(self, seconds: float) -> None:
        """Advance the bars by some seconds, and start them when a jam of the valley has ended."""
        play = self.play
        if play.options.yard != "valley" or play.sight is None or not play.plays:
            return
        self._since += seconds
        if self._jammed and not play.jammed and len(play.sight.view.vehicles) > 1:
            self._since = 0.0
        self._jammed = play.jammed

    def fit(self, left: float, right: float, bottom: float) -> None:
        """Place the card at the foot between two edges; empty it when its time is over or trains are jammed."""
        if self._since >= _SECONDS or self.play.jammed:
            self.hide()
            return
        wide = min(right - left, self.typeface.grown(26) / 26 * _WIDE)
        sheet = Sheet(self.style, wide)
        self._write(sheet)
        column = sheet.column
        high = column.high(sheet.width) + 22
        self.stand(Box(left, bottom - high, wide, high), column)

    def _write(self, sheet: Sheet) -> None:
        grown = ease_in_out(min(1.0, self._since / _GROWS))
        sheet.text(self.line("bars.title"), INK, weight=Weight.BOLD)
        for trains, units, colour in ((1, ONE, MUTED), (2, TWO, theme.GOOD_ON_PAPER)):
            sheet.gap(4)
            sheet.row(self.line("lesson.trains", count=trains), f"{round(units * grown):,}")
            sheet.bar(grown * units / TWO, colour, 9)
