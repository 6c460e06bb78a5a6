"""The table of an evaluation: one row per seat or player, best first."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.tournament.evaluation import Standing
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import RowState, Style
from game.scenes.charts.bars import columns_width, draw_columns
from game.scenes.staging.kinds import KindMarks, kind_name, numbered_name

ROW = 40.0
_COLUMN = 9.0
_GAP = 16.0
_ERRORS_UP_TO = 115
"""The largest text size, in per cent, at which the standard errors fit."""


class StandingRows:
    """Paints the rows of an evaluation's table, and its column headings."""

    def __init__(self, style: Style, game: str, rows: Sequence[Standing], marks: KindMarks) -> None:
        self._style = style
        self._game = game
        self._rows = rows
        self._marks = marks
        typeface = style.typeface
        self._rank = typeface.measure("00", theme.BODY, Weight.BOLD) + 4
        self._mean = max(
            typeface.measure("000.0", theme.LABEL, Weight.BOLD),
            typeface.measure(style.texts.line("evaluation.column.mean"), theme.CAPTION),
        )
        self._error = typeface.measure("± 00.0", theme.CAPTION) if typeface.text_size <= _ERRORS_UP_TO else -8.0
        self._parts = columns_width(max(len(row.parts) for row in rows), typeface.grown(_COLUMN))
        self._punished = typeface.measure(style.texts.line("evaluation.column.punished"), theme.CAPTION)

    def name_of(self, row: Standing) -> str:
        """Return the player's name with its seat, or with its number of seats."""
        texts = self._style.texts
        if row.seat is not None:
            return numbered_name(row.player, row.seat, self._game, texts)
        name = kind_name(row.player, self._game, texts)
        return texts.line("evaluation.player_seats", player=name, count=row.seats) if row.seats > 1 else name

    def paint_head(self, canvas: Canvas, box: Box) -> None:
        """Paint the column headings."""
        typeface, line, y = self._style.typeface, self._style.texts.line, box.centery
        places = self._places(box)
        colour = theme.TEXT_MUTED
        typeface.line(canvas, line("evaluation.column.player"), places.name, y, theme.CAPTION, colour=colour)
        for name, x in (("parts", places.parts + self._parts), ("mean", places.mean), ("punished", places.punished)):
            words = line(f"evaluation.column.{name}")
            typeface.line(canvas, words, x, y, theme.CAPTION, colour=colour, anchor="right")

    def paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        typeface, row, y = self._style.typeface, self._rows[number], box.centery
        places = self._places(box)
        ink = theme.TEXT_BRIGHT if state.selected else theme.TEXT
        tone = LANTERN if row.rank <= 3 else theme.TEXT_MUTED
        rank_right = box.left + 8 + self._rank
        typeface.line(canvas, str(row.rank), rank_right, y, theme.BODY, Weight.BOLD, tone, "right")
        side = typeface.grown(16)
        self._marks.draw(canvas, row.player, places.name - 10 - side / 2, y, side)
        name = fitted(typeface, self.name_of(row), places.parts - _GAP - places.name, theme.BODY)
        typeface.line(canvas, name, places.name, y, theme.BODY, Weight.SEMIBOLD, ink)
        high = box.height - 14
        draw_columns(canvas, Box(places.parts, y - high / 2, self._parts, high), row.parts)
        mean = f"{row.mean:.1f}"
        typeface.line(canvas, mean, places.mean, y, theme.LABEL, Weight.BOLD, ink, "right")
        error = self._style.texts.line("evaluation.error_of", error=f"{row.error:.1f}")
        if self._error > 0:
            typeface.line(canvas, error, places.mean + 8, y + 2, theme.CAPTION, colour=theme.TEXT_MUTED)
        colour = theme.WARNING if row.punished else theme.TEXT_FAINT
        typeface.line(canvas, f"{row.punished:,}", places.punished, y, theme.CAPTION, colour=colour, anchor="right")

    def _places(self, box: Box) -> _Places:
        punished = box.right - 12
        mean = punished - self._punished - _GAP - self._error - 8
        parts = mean - self._mean - _GAP - self._parts
        name = box.left + 8 + self._rank + 12 + self._style.typeface.grown(16) + 10
        return _Places(name, parts, mean, punished)


class _Places:
    """Positions of a row's columns: left edges of names and parts, right edges of figures."""

    def __init__(self, name: float, parts: float, mean: float, punished: float) -> None:
        self.name, self.parts, self.mean, self.punished = name, parts, mean, punished
