"""The bars at the foot of the map: what is drawn and its cost, the latest news, and what two trains deliver."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game.cabinets.rails.building.plans import pieces_of
from game.cabinets.rails.contract.actions import Clear, Dock, Group, Platforms, Rail, Road, Signal, Signals, Span, Stop
from game.cabinets.rails.stage.cards.knobs import Card, Knob
from game.cabinets.rails.stage.cards.sheet import INK, MUTED, Drawn, Sheet
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text import Weight
from game.engine.tween import ease_in_out
from game.engine.vector import icon
from game.engine.widgets.parts.tree import Fill, Of, Part, Row

_HIGH = 50.0
_BUILT = Rail, Road, Platforms, Span, Signal, Signals, Stop, Dock, Clear
"""Groups that a plan's pieces are counted in; what is bought or ordered is none."""
_PAD = 8.0
_NEWS_SECONDS: Final = 8.0
_MOST_LINES: Final = 4
ONE_TRAIN, TWO_TRAINS = 6_180, 10_200
"""Units that one train and two trains deliver in the first valley in 10,000 ticks, as measured once."""
_BARS_SECONDS: Final = 40.0
"""How long the two bars stay."""
_GROWING_SECONDS: Final = 2.5
_BARS_WIDE: Final = 300.0


class PlanBar(Card):
    """The card of the plan being drawn; visible while something is drawn, and always in sealed rounds."""

    def __init__(self, play: Play) -> None:
        super().__init__(play.surroundings)
        self.play = play

    def fit(self, left: float, right: float, bottom: float) -> None:
        """Place the bar at the foot between two edges, as wide as its content; empty it if nothing is planned."""
        play, builder = self.play, self.play.builder
        wanted = bool(builder.drag or builder.groups) or builder.gathers or builder.may_undo or builder.may_redo
        if not (play.plays and wanted):
            self.hide()
            self.laid = None
            return
        full, asked = self._full, play.asked is not None
        if self.stays(left, right, bottom, full, asked, builder.may_undo, builder.may_redo, builder.gathers):
            return
        high = max(_HIGH, self.typeface.leading(theme.BODY) + 20)
        wide = min(right - left, self.typeface.grown(330.0) + 330 if full else 2 * high + 10)
        box = Box(left if not full else (left + right - wide) / 2, bottom - high, wide, high)
        side = high - 2 * _PAD
        undo = self._knob("undo", builder.undo, "undo-2", "U", builder.may_undo)
        redo = self._knob("redo", builder.redo, "rotate-cw", "Y", builder.may_redo)
        parts: list[Part] = [Of(undo, wide=side + 4), Fill(6), Of(redo, wide=side + 4), Fill(16)]
        parts.append(Of(Drawn(self.style, self._draw_words), grow=1) if full else Fill())
        if builder.gathers:
            text = self.line("build")
            build = Knob(self.style, "build", builder.build, text, "check", lit=asked, enabled=asked)
            wide = self.typeface.measure(text, theme.BODY, Weight.BOLD) + 64
            parts += [Fill(14), Of(build, wide=wide)]
        else:
            parts.append(Fill(6))
        self.stand(box, Row(*parts, gap=0, high=side, fill=True), pad=_PAD)

    def _knob(self, name: str, press: Callable[[], None], sign: str, mark: str, enabled: bool) -> Knob:
        return Knob(self.style, name, press, sign=sign, enabled=enabled, mark=mark, tip=self.line(name))

    @property
    def _full(self) -> bool:
        builder = self.play.builder
        copies = builder.tool == "blueprint" and builder.shelf.copying
        return bool((builder.drag and not copies) or builder.groups or builder.question or builder.gathers)

    def words(self, groups: Sequence[Group]) -> str:
        """Return what groups cost, and of how many pieces they are if they build anything."""
        play, price = self.play, self.play.builder.trial.price
        count = sum(pieces_of(group) for group in groups if isinstance(group, _BUILT))
        kind = ("plan_bought" if groups and not count else "plan") + "_free" * play.free
        return self.line(kind, pieces=count, price=f"{price:,}", after=f"{play.cash - price:,}")

    def _draw_words(self, canvas: Canvas, box: Box) -> None:
        play, builder, typeface = self.play, self.play.builder, self.typeface
        words = self.line("thinking") if builder.thinking else self.words((*builder.drafted, *builder.groups))
        tone = theme.BAD if play.cash < builder.trial.price and not play.free else theme.TEXT_BRIGHT
        fits = typeface.measure(words, theme.BODY, Weight.SEMIBOLD) <= box.width
        size = theme.BODY if fits else theme.CAPTION
        for number, one in enumerate(lines := typeface.wrap(words, box.width, size, Weight.SEMIBOLD)[:2]):
            y = box.centery + (number - (len(lines) - 1) / 2) * typeface.leading(size) * 0.9
            typeface.line(canvas, one, box.left, y, size, Weight.SEMIBOLD, tone)


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
            self._shown, self._left = self.play.told, _NEWS_SECONDS

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


class BarsCard(Card):
    """The card of two bars; visible for a few seconds after the first jam of the valley is resolved."""

    paper = True

    def __init__(self, play: Play) -> None:
        super().__init__(play.surroundings)
        self.play = play
        self._jammed = False
        self._since = _BARS_SECONDS

    def update(self, seconds: float) -> None:
        """Advance the bars by some seconds, and start them when a jam of the valley has ended."""
        play = self.play
        if play.options.yard != "valley" or not play.plays:
            return
        self._since += seconds
        if self._jammed and not play.jammed and len(play.sight.vehicles) > 1:
            self._since = 0.0
        self._jammed = play.jammed

    def fit(self, left: float, right: float, bottom: float) -> None:
        """Place the card at the foot between two edges; empty it when its time is over or trains are jammed."""
        if self._since >= _BARS_SECONDS or self.play.jammed:
            self.hide()
            return
        sheet = Sheet(self.style, self.wide(_BARS_WIDE, right - left))
        self._write(sheet)
        high = sheet.high + 22
        self.stand(Box(left, bottom - high, sheet.wide, high), sheet.column)

    def _write(self, sheet: Sheet) -> None:
        grown = ease_in_out(min(1.0, self._since / _GROWING_SECONDS))
        sheet.text(self.line("bars.title"), INK, weight=Weight.BOLD)
        for trains, units, colour in ((1, ONE_TRAIN, MUTED), (2, TWO_TRAINS, theme.GOOD_ON_PAPER)):
            sheet.gap(4)
            sheet.row(self.line("lesson.trains", count=trains), f"{round(units * grown):,}")
            sheet.bar(grown * units / TWO_TRAINS, colour, 9)
