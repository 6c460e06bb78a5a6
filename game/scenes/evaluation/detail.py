"""Details of one seat or player of an evaluation: its parts, the spread of its grades, its best and worst games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.bot.reading import own_name
from game.core.tournament.evaluation import EvaluationDocument, FailedCall, PlayedGame, Standing
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import REST, Container, Label, Pressable, ScrollArea, Style, Widget, stack
from game.engine.widgets import row as row_of
from game.engine.widgets.parts import faces
from game.ground.texts import Texts
from game.scenes.charts.bars import draw_bar
from game.scenes.charts.histogram import Histogram

_HISTOGRAM = 128.0
_GAME_ROW = 30.0
_GAP = 12.0
_TWO_COLUMNS_UP_TO = 115
"""The largest text size, in per cent, at which best and worst games have two columns."""


def part_name(game: str, part: str, texts: Texts) -> str:
    """Return the display name of a part of a result."""
    return texts.maybe(f"{game}.result.{part}") or part


class PartTable(Widget):
    """A table of parts, one line each: name, mean, bar."""

    def __init__(self, style: Style, game: str, names: Sequence[str]) -> None:
        super().__init__(style)
        self._names = [part_name(game, name, style.texts) for name in names]
        self.values: Sequence[float] = ()

    def natural_height(self, width: float) -> float:
        return len(self._names) * self.style.typeface.leading(theme.CAPTION)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Draw names, bars and values."""
        typeface, box = self.style.typeface, self.box
        labels = max((typeface.measure(name, theme.CAPTION) for name in self._names), default=0.0)
        numbers = typeface.measure("100.0", theme.CAPTION)
        left = box.left + min(labels, box.width * 0.5) + 12
        high = typeface.leading(theme.CAPTION)
        for part, (name, value) in enumerate(zip(self._names, self.values, strict=True)):
            y = box.top + (part + 0.5) * high
            shown = fitted(typeface, name, left - 12 - box.left, theme.CAPTION, Weight.REGULAR)
            typeface.line(canvas, shown, box.left, y, theme.CAPTION, colour=theme.TEXT_MUTED)
            draw_bar(canvas, Box(left, y - 4, box.right - numbers - 10 - left, 8), part, value)
            typeface.line(canvas, f"{value:.1f}", box.right, y, theme.CAPTION, colour=theme.TEXT, anchor="right")


class GameRow(Pressable):
    """The row of a game: its number and a short text; a press opens the game."""

    corner = theme.GRID

    def __init__(self, style: Style, number: int, told: str, on_press: Callable[[], None], tooltip: str = "") -> None:
        super().__init__(style, on_press=on_press, tooltip=tooltip or style.texts.line("evaluation.open"))
        self._number = str(number)
        self._told = told

    def natural_height(self, width: float) -> float:
        return self.style.typeface.grown(_GAME_ROW)

    def draw(self, canvas: Canvas) -> None:
        """Draw the game's number and its text."""
        typeface, box = self.style.typeface, self.box
        faces.draw_face(canvas, box, faces.WELL, self.corner)
        if self.hovered and self.enabled:
            faces.draw_face(canvas, box, faces.ROW_CHOSEN, self.corner)
        ink = theme.TEXT if self.enabled else theme.TEXT_FAINT
        y, left, right = box.centery, box.left + 10, box.right - 10
        left += typeface.line(canvas, self._number, left, y, theme.CAPTION, colour=ink) + 8
        told = fitted(typeface, self._told, right - left, theme.CAPTION)
        typeface.line(canvas, told, right, y, theme.CAPTION, Weight.BOLD, ink, "right")


class EvaluationDetail(Container):
    """The details of one row of an evaluation's table. `on_open` is called with the number of a game."""

    def __init__(self, style: Style, box: Box, document: EvaluationDocument, on_open: Callable[[int], None]) -> None:
        super().__init__(style, box)
        self._document = document
        self._on_open = on_open

    def show(self, row: Standing, name: str) -> None:
        area = ScrollArea(self.style, self.box)
        inside = area.inside
        head = self._build_head(row, name)
        failed = [self._heading("triangle-alert", "failed"), *map(self._failure_row, row.failures)]
        failed = failed if row.failures else []
        bars = Histogram(self.style)
        bars.show(row.histogram, self._document.bar, row.mean)
        y = inside.top + stack(inside, head, 4) + _GAP
        if failed:
            y += stack(_below(inside, y), failed, 4) + _GAP
        bars.box = Box(inside.left, y, inside.width, self.style.typeface.grown(_HISTOGRAM))
        games, foot = self._build_games(row, _below(inside, bars.box.bottom + _GAP))
        area.widgets = [*head, *failed, bars, *games]
        area.laid_out(foot - inside.top)
        self.widgets = [area]

    def _build_head(self, row: Standing, name: str) -> list[Widget]:
        """Build the name, the mean grade, and the means of the parts."""
        style = self.style
        title = Label(style, name, size=theme.LABEL, weight=Weight.SEMIBOLD, colour=theme.TEXT_BRIGHT)
        values = {"mean": f"{row.mean:.2f}", "error": f"{row.error:.2f}", "punished": row.punished}
        words = style.texts.line("evaluation.row", values)
        facts = Label(style, words, size=theme.CAPTION, colour=theme.TEXT_MUTED)
        parts = PartTable(style, self._document.game, self._document.part_names)
        parts.values = row.parts
        return [title, facts, parts]

    def _build_games(self, row: Standing, box: Box) -> tuple[list[Widget], float]:
        """Build the best and worst games, side by side where there is room; return them and their lower edge."""
        best = [self._heading("trophy", "best"), *map(self._game_row, row.best)]
        worst = [self._heading("skull", "worst"), *map(self._game_row, row.worst)]
        if self.style.typeface.text_size > _TWO_COLUMNS_UP_TO:
            middle = box.top + stack(box, best, 4) + _GAP
            return [*best, *worst], middle + stack(_below(box, middle), worst, 4)
        left, right = row_of(box, [REST, REST], _GAP)
        return [*best, *worst], box.top + max(stack(left, best, 4), stack(right, worst, 4))

    def _heading(self, icon: str, name: str) -> Widget:
        words = self.style.texts.line(f"evaluation.{name}")
        return Label(self.style, words, size=theme.CAPTION, weight=Weight.SEMIBOLD, icon=icon)

    def _game_row(self, game: PlayedGame) -> Widget:
        return GameRow(self.style, game.number, str(game.grade), lambda: self._on_open(game.number))

    def _failure_row(self, failure: FailedCall) -> Widget:
        last = "".join(failure.text.strip().splitlines()[-1:])
        values = {"bot": own_name(self._document.seats[failure.seat].player), **failure.values}
        said = self.style.texts.attempt(failure.key, values) if failure.key else None
        values = {"turn": failure.turn, "call": failure.call, "text": said or last}
        told = self.style.texts.line("evaluation.failure", values)
        return GameRow(self.style, failure.number, told, lambda: self._on_open(failure.number), told)


def _below(box: Box, top: float) -> Box:
    """Return the part of a box below `top`."""
    return Box(box.left, top, box.width, max(0.0, box.bottom - top))
