"""The card of a review: the chart of the match, the verdict on a decision, the best lines, everybody's figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.core.analysis.verdicts import Decision, Figures, Verdict
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.layer import Layer
from game.engine.ornament import Face, badge
from game.engine.stage import Look
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style
from game.ground.texts import Texts
from game.scenes.review.chart import TICKS, sign
from game.scenes.review.lines import ROW

PADDING = 14.0
_GAP = 9.0
_BANDS = 78.0
_LEAST_LINES = 2
_LOW_EDGE = 8.0
_PROGRESS = Face(LANTERN, LANTERN, 1.0, LANTERN, 0.0, 0.0)


@dataclass(frozen=True)
class CardLayout:
    """The boxes of the card, from the top down."""

    frame: Box
    head: Box
    chart: Box
    said: Box
    why: Box
    """Box of the reason for a better action; empty where reasons are not given."""
    lines: Box
    figures: Box | None
    """Box of everybody's figures; None where there is no room for them."""
    legend: Box | None
    """Box of what the signs above the figures mean; None where there is no room for it."""
    foot: Box


def card_layout(frame: Box, style: Style, seats: int, *, whole: bool = True, reasons: bool = False) -> CardLayout:
    """Lay out the card: the lines get the height that the other parts leave.

    Without a `whole` match there are neither chart nor figures. `reasons` asks for a box of two lines for them, before
    which the legend gives way, but no other part.
    """
    typeface = style.typeface
    inside = Box(frame.left + PADDING, frame.top + PADDING, frame.width - 2 * PADDING, frame.height - 2 * PADDING)
    head = Box(inside.left, inside.top, inside.width, typeface.grown(34))
    chart = Box(inside.left, head.bottom + _GAP + 2, inside.width, _BANDS + TICKS if whole else 0.0)
    said = Box(inside.left, chart.bottom + _GAP, inside.width, 2 * typeface.leading(theme.BODY))
    foot = Box(inside.left, inside.bottom - typeface.grown(36), inside.width, typeface.grown(36))
    row = typeface.leading(theme.CAPTION) + 3
    high = (seats + 1) * row
    room = foot.top - said.bottom - 3 * _GAP - _LEAST_LINES * typeface.grown(ROW) if whole else 0.0
    figures = Box(inside.left, foot.top - _GAP - high, inside.width, high) if room >= high else None
    words, told = 2 * row, 2 * typeface.leading(theme.CAPTION) + 2
    why = Box(inside.left, said.bottom, inside.width, told if reasons and room >= high + told else 0.0)
    room -= why.height
    legend = Box(inside.left, foot.top - _GAP - words, inside.width, words) if room >= high + words + _GAP else None
    if figures and legend:
        figures.top = legend.top - _GAP - high
    end = figures.top if figures else foot.top
    lines = Box(inside.left, why.bottom + _GAP, inside.width, end - why.bottom - 2 * _GAP)
    return CardLayout(frame, head, chart, said, why, lines, figures, legend, foot)


def least_card(style: Style) -> float:
    """Return the least height of a card below an upright board: a decision, two lines, the buttons."""
    said = 2 * style.typeface.leading(theme.BODY)
    return said + _LEAST_LINES * style.typeface.grown(ROW) + theme.FINGER + 2 * _GAP + 2 * _LOW_EDGE


def low_card_layout(frame: Box, style: Style) -> CardLayout:
    """Lay out the card below an upright board: head and chart are there if there is room for them, figures never."""
    typeface = style.typeface
    inside = Box(frame.left + 10, frame.top + _LOW_EDGE, frame.width - 20, frame.height - 2 * _LOW_EDGE)
    spare = frame.height - least_card(style)
    head = Box(inside.left, inside.top, inside.width, theme.FINGER if spare >= theme.FINGER + _GAP else 0.0)
    spare -= head.height + _GAP
    chart = Box(inside.left, head.bottom + 4, inside.width, _BANDS + TICKS if spare >= _BANDS + TICKS + _GAP else 0.0)
    said = Box(inside.left, chart.bottom + 2, inside.width, 2 * typeface.leading(theme.BODY))
    why = Box(inside.left, said.bottom, inside.width, 0)
    foot = Box(inside.left, inside.bottom - theme.FINGER, inside.width, theme.FINGER)
    lines = Box(inside.left, said.bottom + 4, inside.width, foot.top - said.bottom - 8)
    return CardLayout(frame, head, chart, said, why, lines, None, None, foot)


class ReviewCard:
    """The parts of the card that are not widgets."""

    def __init__(
        self, style: Style, layout: CardLayout, looks: Sequence[Look], texts: Texts, title: str = "review.title"
    ) -> None:
        self.layout = layout
        self._style = style
        self._looks = looks
        self._texts = texts
        self._frame = Layer(margin=32)
        self._figures = Layer()
        self._title = style.texts.line(title)

    def entitle(self, title: str, end: float) -> None:
        """Set the heading, cut to the room up to `end`."""
        typeface, head = self._style.typeface, self.layout.head
        room = end - head.left - typeface.grown(18) - 8
        self._title = typeface.cut(title, max(20.0, room), theme.LABEL)

    def draw(self, canvas: Canvas, share: float | None) -> None:
        """Draw the panel and its heading with the share of the match that is judged; None shows no progress."""
        self._frame.draw(canvas, self.layout.frame, self._style.typeface.text_size, self._paint)
        if share is None:
            return
        head = self.layout.head
        track = Box(head.left, head.bottom + 3, head.width, 4)
        faces.draw_face(canvas, track, faces.TRACK, 2)
        if share * track.width >= track.height:
            faces.draw_face(canvas, Box(track.left, track.top, track.width * share, track.height), _PROGRESS, 2)

    def _paint(self, canvas: Canvas) -> None:
        typeface, head = self._style.typeface, self.layout.head
        faces.glass_panel(canvas, self.layout.frame)
        if not head.height:
            return
        size = typeface.grown(18)
        faces.draw_icon(canvas, "chart-line", head.left + size / 2, head.centery, size, theme.TEXT_MUTED)
        x = head.left + size + 8
        typeface.line(canvas, self._title, x, head.centery, theme.LABEL, Weight.SEMIBOLD, theme.TEXT)

    def draw_sentence(self, canvas: Canvas, text: str, colour: str = theme.TEXT, *, lines: bool = True) -> None:
        """Draw a sentence in place of a decision; without `lines`, it may use their room too."""
        said = self.layout.said
        box = said if lines else Box(said.left, said.top, said.width, self.layout.lines.bottom - said.top)
        typeface = self._style.typeface
        size = theme.BODY if typeface.height_of(text, box.width, theme.BODY) <= box.height else theme.CAPTION
        typeface.paragraph(canvas, text, box, size, colour=colour)

    def draw_reason(self, canvas: Canvas, text: str) -> None:
        """Draw why another action is better, where there is room."""
        if self.layout.why.height:
            self._style.typeface.paragraph(canvas, text, self.layout.why, theme.CAPTION, colour=theme.TEXT_MUTED)

    def draw_decision(self, canvas: Canvas, decision: Decision) -> None:
        """Draw whose decision it was, its verdict's sign and word, and the chances."""
        typeface, box, texts = self._style.typeface, self.layout.said, self._texts
        row = typeface.leading(theme.BODY)
        y, x, side = box.top + row / 2, box.left, typeface.grown(15)
        look = self._looks[decision.seat]
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(side)), x + side / 2, y)
        x += side + 6
        word = texts.line(f"review.said.{decision.verdict.name.lower()}" if decision.verdict else "review.said.good")
        wide = typeface.measure(word, theme.BODY, Weight.BOLD) + (side + 6 if decision.verdict else 0) + 12
        name = fitted(typeface, look.name, max(30.0, box.right - x - wide), theme.BODY)
        x += typeface.line(canvas, name, x, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT) + 12
        if decision.verdict:
            canvas.put_middle(sign(decision.verdict, canvas.px(side)), x + side / 2, y)
            x += side + 6
        typeface.line(canvas, word, x, y, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT)
        best = decision.best.values[decision.seat]
        before, after = (f"{50 * (value + 1):.0f}" for value in (best, best - decision.fall))
        told = [texts.line(f"review.chances{form}", before=before, after=after) for form in ("", "_short")]
        line = next((line for line in told if typeface.measure(line, theme.BODY) <= box.width), told[-1])
        typeface.line(canvas, line, box.left, y + row, theme.BODY, colour=theme.TEXT, max_width=box.width)

    def draw_figures(self, canvas: Canvas, figures: Callable[[], Sequence[Figures]], version: int) -> None:
        """Draw a row for each seat: how well it played, and its verdicts. Cached by `version`."""
        if self.layout.figures is not None:
            key = (version, self._style.typeface.text_size)
            self._figures.draw(canvas, self.layout.figures, key, lambda layer: self._paint_figures(layer, figures()))
        if self.layout.legend is not None:
            self._draw_legend(canvas, self.layout.legend)

    def _draw_legend(self, canvas: Canvas, box: Box) -> None:
        """Draw each sign with its word, two a line."""
        typeface, side = self._style.typeface, self._style.typeface.grown(11)
        for place, verdict in enumerate(Verdict):
            x = box.left + place % 2 * box.width / 2
            y = box.top + (place // 2 + 0.5) * box.height / 2
            canvas.put_middle(sign(verdict, canvas.px(side)), x + side / 2, y)
            word = self._texts.line(f"review.said.{verdict.name.lower()}")
            room = box.width / 2 - side - 10
            typeface.line(canvas, word, x + side + 6, y, theme.CAPTION, colour=theme.TEXT_MUTED, max_width=room)

    def _paint_figures(self, canvas: Canvas, figures: Sequence[Figures]) -> None:
        typeface, box = self._style.typeface, self.layout.figures
        assert box is not None
        row = typeface.leading(theme.CAPTION) + 3
        step = typeface.grown(34)
        columns = [box.right - 4 - step * place for place in range(len(Verdict))][::-1]
        accuracy = columns[0] - step - 6
        y = box.top + row / 2
        word = self._texts.line("review.accuracy")
        typeface.line(canvas, word, accuracy, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
        end = accuracy - typeface.measure("100.0", theme.CAPTION, Weight.SEMIBOLD)
        luck = accuracy - typeface.measure(word, theme.CAPTION) - 14
        lucky = any(line.luck is not None for line in figures)
        if lucky:
            word = self._texts.line("review.luck")
            typeface.line(canvas, word, luck, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
            end = luck - typeface.measure("+100", theme.CAPTION)
        for verdict, x in zip(Verdict, columns, strict=True):
            canvas.put_middle(sign(verdict, canvas.px(typeface.grown(11))), x - typeface.grown(5), y)
        for look, line in zip(self._looks, figures, strict=True):
            y += row
            side = typeface.grown(12)
            canvas.put_middle(badge(look.shape, look.colour, canvas.px(side)), box.left + side / 2, y)
            told = "–" if line.accuracy is None else f"{line.accuracy:.1f}"
            name = fitted(typeface, look.name, max(20.0, end - 8 - box.left - side - 6), theme.CAPTION)
            typeface.line(canvas, name, box.left + side + 6, y, theme.CAPTION, colour=theme.TEXT)
            typeface.line(canvas, told, accuracy, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_BRIGHT, "right")
            if line.luck is not None:
                typeface.line(canvas, f"{line.luck:+.0f}", luck, y, theme.CAPTION, colour=theme.TEXT, anchor="right")
            for verdict, x in zip(Verdict, columns, strict=True):
                count = line.counts[verdict]
                ink = theme.TEXT if count else theme.TEXT_FAINT
                typeface.line(canvas, str(count), x, y, theme.CAPTION, colour=ink, anchor="right")
