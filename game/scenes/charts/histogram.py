"""A histogram of scores: a bar for each range, and the figures of the bar that is pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, SAND
from game.engine.input import Command, CommandName, InputEvent, PointerMoved
from game.engine.layer import Layer
from game.engine.ornament import Face
from game.engine.text import Weight
from game.engine.widgets import Style, Widget
from game.engine.widgets.parts import faces
from game.ground.texts import grouped

_BAR = Face("#F7C873", "#C98B3C", 1.0, "#FFE6B5", 0.35, 0.1)
_AIMED = Face("#FFF1CF", "#F2C878", 1.0, "#FFFFFF", 0.5, 0.1)
_LABELS = 5
_GAP = 2.0


class Histogram(Widget):
    """Bars of `step` scores each. The pointer, or LEFT and RIGHT, choose a bar."""

    focusable = True
    corner = theme.GRID

    def __init__(self, style: Style, box: Box | None = None) -> None:
        super().__init__(style, box)
        self._counts: tuple[int, ...] = ()
        self._step = 1
        self._mean = 0.0
        self._aimed: int | None = None
        self._layer = Layer(margin=4)

    def show(self, counts: Sequence[int], step: int, mean: float) -> None:
        """Show how often scores 0 … step-1, step … 2·step-1 and so on were reached, and their mean."""
        self._counts, self._step, self._mean = tuple(counts), step, mean
        self._aimed = None

    @property
    def _plot(self) -> Box:
        typeface = self.style.typeface
        head, foot = typeface.leading(theme.CAPTION) + 2, typeface.leading(theme.CAPTION) + 4
        return Box(self.box.left, self.box.top + head, self.box.width, max(20.0, self.box.height - head - foot))

    def _x(self, score: float) -> float:
        return self._plot.left + self._plot.width * score / (len(self._counts) * self._step)

    def handle(self, event: InputEvent) -> bool:
        """Choose a bar by pointer or arrow keys."""
        last = len(self._counts) - 1
        match event:
            case PointerMoved(x=x) if last >= 0:
                share = (x - self._plot.left) / self._plot.width
                self._aimed = int(share * (last + 1)) if 0 <= share < 1 else None
                return False
            case Command(name=CommandName.LEFT | CommandName.RIGHT as name) if last >= 0:
                step = -1 if name is CommandName.LEFT else 1
                self._aimed = max(0, min(last, (self._busiest if self._aimed is None else self._aimed) + step))
                return True
        return False

    @property
    def _busiest(self) -> int:
        return max(range(len(self._counts)), key=lambda index: self._counts[index])

    def update(self, seconds: float) -> None:
        """Forget the chosen bar when pointer and focus are gone."""
        super().update(seconds)
        if not self.hovered and not self.focused:
            self._aimed = None

    def draw(self, canvas: Canvas) -> None:
        """Draw bars, scale and mean."""
        key = (self._counts, self._mean, self._aimed, self.style.typeface.text_size)
        self._layer.draw(canvas, self.box, key, self._paint)

    def _paint(self, canvas: Canvas) -> None:
        plot, most = self._plot, max(self._counts, default=0)
        faces.draw_rule(canvas, plot.left, plot.right, plot.bottom)
        if not most:
            return
        wide = plot.width / len(self._counts)
        for index, count in enumerate(self._counts):
            if count:
                high = max(2.0, plot.height * count / most)
                bar = Box(plot.left + index * wide + _GAP / 2, plot.bottom - high, max(1.0, wide - _GAP), high)
                faces.draw_face(canvas, bar, _AIMED if index == self._aimed else _BAR, 2)
        self._paint_scale(canvas)
        self._paint_words(canvas)

    def _paint_scale(self, canvas: Canvas) -> None:
        """Paint round scores below the bars, and the mean as a line."""
        typeface, plot = self.style.typeface, self._plot
        y = plot.bottom + 4 + typeface.leading(theme.CAPTION) / 2
        highest = (len(self._counts) - 1) * self._step
        every = max(self._step, round(highest / (_LABELS - 1) / self._step) * self._step)
        for score in range(0, highest + 1, every):
            words = grouped(score)
            half = typeface.measure(words, theme.CAPTION) / 2
            x = max(plot.left + half, min(plot.right - half, self._x(score)))
            typeface.line(canvas, words, x, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="middle")
        x = self._x(self._mean)
        canvas.surface.fill(SAND, canvas.pixels(Box(x, plot.top, max(1.0, 1 / canvas.scale), plot.height)))

    def _paint_words(self, canvas: Canvas) -> None:
        """Paint the figures of the chosen bar; without one, the mean above its line."""
        typeface, texts = self.style.typeface, self.style.texts
        y = self.box.top + typeface.leading(theme.CAPTION) / 2
        if self._aimed is None:
            words, x = texts.line("evaluation.mean", mean=f"{self._mean:.1f}"), self._x(self._mean)
        else:
            first = self._aimed * self._step
            values = {"first": first, "last": first + self._step - 1, "count": self._counts[self._aimed]}
            words, x = texts.line("evaluation.bar", values), self._x(first + self._step / 2)
        half = typeface.measure(words, theme.CAPTION, Weight.SEMIBOLD) / 2
        x = max(self._plot.left + half, min(self._plot.right - half, x))
        typeface.line(canvas, words, x, y, theme.CAPTION, Weight.SEMIBOLD, LANTERN, "middle")
