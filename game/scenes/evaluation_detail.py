"""One seat or player of an evaluation: its parts, how its grades are spread, its best and worst games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.evaluation_document import EvaluationDocument, PlayedGame, Standing
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text import Weight
from game.engine.widgets import Container, Label, Pressable, ScrollArea, Style, Widget, faces
from game.scenes.histogram import Histogram
from game.scenes.part_bars import draw_bar
from game.scenes.table_panels import fitted
from game.texts import Texts

_HISTOGRAM = 128.0
_GAME_ROW = 30.0
_GAP = 12.0
_TWO_COLUMNS_UP_TO = 115
"""Text size in per cent."""


def part_name(game: str, part: str, texts: Texts) -> str:
    """What a part of a result is called."""
    return texts.maybe(f"{game}.result.{part}") or part


class PartTable(Widget):
    """A line for each part: its name, its mean, a bar."""

    def __init__(self, style: Style, game: str, names: Sequence[str]) -> None:
        super().__init__(style)
        self._names = [part_name(game, name, style.texts) for name in names]
        self.values: Sequence[float] = ()

    def natural_height(self, width: float) -> float:
        """A line each."""
        return len(self._names) * self.style.typeface.leading(theme.CAPTION)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """It is only looked at."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Names, bars, values."""
        typeface, box = self.style.typeface, self.box
        labels = max((typeface.measure(name, theme.CAPTION, Weight.SEMIBOLD) for name in self._names), default=0.0)
        numbers = typeface.measure("100.0", theme.CAPTION)
        left = box.left + min(labels, box.width * 0.5) + 12
        high = typeface.leading(theme.CAPTION)
        for part, (name, value) in enumerate(zip(self._names, self.values, strict=True)):
            y = box.top + (part + 0.5) * high
            shown = fitted(typeface, name, left - 12 - box.left, theme.CAPTION)
            typeface.line(canvas, shown, box.left, y, theme.CAPTION, colour=theme.TEXT_MUTED)
            draw_bar(canvas, Box(left, y - 4, box.right - numbers - 10 - left, 8), part, value)
            typeface.line(canvas, f"{value:.1f}", box.right, y, theme.CAPTION, colour=theme.TEXT, anchor="right")


class GameRow(Pressable):
    """One game by its number: a press opens it."""

    corner = theme.GRID

    def __init__(self, style: Style, game: PlayedGame, on_press: Callable[[], None]) -> None:
        super().__init__(style, on_press=on_press, tooltip=style.texts.line("evaluation.open"))
        self._game = game

    def natural_height(self, width: float) -> float:
        """One line."""
        return self.style.typeface.grown(_GAME_ROW)

    def draw(self, canvas: Canvas) -> None:
        """Number and grade."""
        typeface, box = self.style.typeface, self.box
        faces.draw_face(canvas, box, faces.WELL, self.corner)
        if self.hovered and self.enabled:
            faces.draw_face(canvas, box, faces.ROW_CHOSEN, self.corner)
        ink = theme.TEXT if self.enabled else theme.TEXT_FAINT
        y, left, right = box.centery, box.left + 10, box.right - 10
        right -= typeface.line(canvas, str(self._game.grade), right, y, theme.CAPTION, Weight.BOLD, ink, "right") + 8
        typeface.line(canvas, str(self._game.number), left, y, theme.CAPTION, colour=ink, max_width=right - left)


class EvaluationDetail(Container):
    """Everything about one row of the table. `on_open` gets the number of a game."""

    def __init__(self, style: Style, box: Box, document: EvaluationDocument, on_open: Callable[[int], None]) -> None:
        super().__init__(style, box)
        self._document = document
        self._on_open = on_open

    def show(self, row: Standing, name: str) -> None:
        """Show this row."""
        style, line = self.style, self.style.texts.line
        title = Label(style, name, size=theme.LABEL, weight=Weight.SEMIBOLD, colour=theme.TEXT_BRIGHT)
        values = {"mean": f"{row.mean:.2f}", "error": f"{row.error:.2f}", "punished": row.punished}
        facts = Label(style, line("evaluation.row", values), size=theme.CAPTION, colour=theme.TEXT_MUTED)
        parts = PartTable(style, self._document.game, self._document.part_names)
        parts.values = row.parts
        bars = Histogram(style)
        bars.show(row.histogram, self._document.bar, row.mean)
        area = ScrollArea(style, self.box)
        inside = area.inside
        best = [self._heading("trophy", line("evaluation.best")), *map(self._game_row, row.best)]
        worst = [self._heading("skull", line("evaluation.worst")), *map(self._game_row, row.worst)]
        y = inside.top
        for widget, high in (
            (title, title.natural_height(inside.width)),
            (facts, facts.natural_height(inside.width)),
            (parts, parts.natural_height(inside.width)),
            (bars, style.typeface.grown(_HISTOGRAM)),
        ):
            widget.box = Box(inside.left, y, inside.width, high)
            y += high + (0 if widget is title else _GAP)
        side_by_side = style.typeface.text_size <= _TWO_COLUMNS_UP_TO
        wide = (inside.width - _GAP) / 2 if side_by_side else inside.width
        foot = _lay(best, Box(inside.left, y, wide, 0))
        if side_by_side:
            foot = max(foot, _lay(worst, Box(inside.left + wide + _GAP, y, wide, 0)))
        else:
            foot = _lay(worst, Box(inside.left, foot + _GAP, wide, 0))
        area.widgets = [title, facts, parts, bars, *best, *worst]
        area.laid_out(foot - inside.top)
        self.widgets = [area]

    def _heading(self, icon: str, words: str) -> Widget:
        return Label(self.style, words, size=theme.CAPTION, weight=Weight.SEMIBOLD, icon=icon)

    def _game_row(self, game: PlayedGame) -> Widget:
        return GameRow(self.style, game, lambda: self._on_open(game.number))


def _lay(widgets: Sequence[Widget], box: Box) -> float:
    """Lay widgets below each other from the top of a box; where they end."""
    y = box.top
    for widget in widgets:
        high = widget.natural_height(box.width)
        widget.box = Box(box.left, y, box.width, high)
        y += high + 4
    return y
