"""The card beside the board: the game's own card, its list of moves, or a chart of scores where it has neither."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.layer import Layer
from game.engine.stage import HasSideCard, ListsMoves, Look, Remembers, Stage
from game.engine.text import Weight
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style
from game.scenes.charts.moves import MoveList
from game.scenes.charts.scores import ScoreChart
from game.scenes.feeds.feed import LogEntry

PADDING = 16.0


def title_of(stage: Stage[Any, Any]) -> str:
    """Return the text key of the card's heading."""
    if isinstance(stage, HasSideCard):
        return stage.side_title
    return "table.moves.title" if isinstance(stage, ListsMoves) else "table.chart.title"


class SideCard:
    """A panel with a heading; its content is drawn every frame."""

    def __init__(
        self,
        style: Style,
        box: Box,
        stage: Stage[Any, Any],
        looks: Sequence[Look],
        goal: int | None = None,
        *,
        tabbed: bool = False,
    ) -> None:
        """`tabbed`: tabs stand in place of the heading."""
        self._style = style
        self._box = box
        self._stage = stage
        self._tabbed = tabbed
        self._layer = Layer(margin=32)
        self._card = stage if isinstance(stage, HasSideCard) else None
        self._listed = stage if isinstance(stage, ListsMoves) and not self._card else None
        self._moves = MoveList(style, self._inside)
        self._chart = None if self._card or self._listed else ScoreChart(style, self._inside, looks, goal)
        self._remembered = -1

    @property
    def _inside(self) -> Box:
        box = self._box
        top = theme.FINGER + 8 if self._tabbed else self._style.typeface.leading(theme.BODY) + 20
        return Box(box.left + PADDING, box.top + top, box.width - 2 * PADDING, box.height - top - 14)

    @property
    def empty(self) -> bool:
        """Whether the card is a chart without any score."""
        return self._chart is not None and not self._chart.points

    def show(self, entries: Sequence[LogEntry]) -> None:
        """Update the card to the steps so far."""
        if self._chart:
            self._chart.show(entries)
        elif isinstance(self._stage, Remembers) and len(entries) != self._remembered:
            self._remembered = len(entries)
            self._stage.remember([(entry.turn, entry.scores) for entry in entries if entry.scores])

    def draw(self, canvas: Canvas) -> None:
        self._layer.draw(canvas, self._box, self._style.typeface.text_size, self._paint)
        if self._chart:
            self._chart.draw(canvas)
        if self._card:
            self._card.draw_side(canvas, self._inside)
        elif self._listed:
            self._moves.draw(canvas, self._listed.written_moves())

    def _paint(self, canvas: Canvas) -> None:
        typeface, box = self._style.typeface, self._box
        faces.glass_panel(canvas, box)
        if self._tabbed:
            return
        y = box.top + 14 + typeface.leading(theme.BODY) / 2
        size = typeface.grown(16)
        icon = self._card.side_icon if self._card else "list" if self._listed else "chart-line"
        faces.draw_icon(canvas, icon, box.left + PADDING + size / 2, y, size, theme.TEXT_MUTED)
        title = self._style.texts.line(title_of(self._stage))
        typeface.line(canvas, title, box.left + PADDING + 8 + size, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT)
