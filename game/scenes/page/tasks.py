"""A list of tasks of a game, such as its lessons; pressing a row begins its match."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from game.cabinets.stages import STAGES
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets import Button, Kind, ListView, RowState, Widget, draw_icon
from game.engine.widgets.parts import tree
from game.scenes.page.page import PageScene

_ROW, _SIDE = 68.0, 14.0
_EDGE = 10.0
"""Distance from the words of an upright row to its upper and lower edge."""
_ASIDE = 26.0
"""Width that a list's frame and its scroll bar may take from its rows."""
_METALS = {"bronze": "#D08A4A", "silver": "#D5DBE6", "gold": "#FFD34E"}


class Row(NamedTuple):
    """One row of a list of tasks."""

    name: str
    title: str
    line: str
    stars: int = 0
    """Difficulty in stars; 0 if unknown."""
    medal: str = ""
    goal: str = ""
    """Text that says what earns the task's medals; empty if it has none."""


class TasksScene(PageScene):
    """A list of tasks, which keeps its scroll position when a person comes back to it."""

    game: ClassVar[str]

    @property
    def upright(self) -> bool:
        """Whether it stands in a tall window, as the game's table does."""
        return STAGES[self.game].upright

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._list()
        self.selected = next((place for place, row in enumerate(self._rows) if row.name not in self._done), 0)

    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """Return the rows to list."""

    @property
    def nothing(self) -> str:
        """The sentence shown if the list is empty."""
        return ""

    @abstractmethod
    def open(self, number: int) -> None:
        """Begin the match of a row."""

    def is_done(self, row: Row) -> bool:
        """Return whether a row's task was done before."""
        return False

    def _list(self) -> None:
        self._rows = self.rows()
        self._done = {row.name for row in self._rows if self.is_done(row)}

    begins = "page.begin"
    """Key of the text on the button that begins the selected row's match."""

    def first_focus(self) -> Widget | None:
        return self._listed

    def build_body(self, body: Box) -> Sequence[Widget]:
        self._list()
        self._listed = ListView(
            self.style,
            self._paint,
            len(self._rows),
            Box(0, 0, 0, 0),
            row_height=self._row_height(body),
            selected=self.selected,
            on_select=self._select,
            on_choose=self._open,
            empty=self.nothing,
        )
        begin = Button(
            self.style,
            self.context.texts.line(self.begins),
            icon="play",
            kind=Kind.PRIMARY,
            on_press=lambda: self._open(self.selected),
        )
        begin.enabled = bool(self._rows)
        high = self.style.typeface.grown(theme.CONTROL_HEIGHT)
        upright = self.design.upright
        tools = [tree.Of(one, high=None if upright else high, grow=upright) for one in (*self.tools(), begin)]
        foot = tools if upright else [tree.Fill(), *tools]
        page = tree.Column(tree.Of(self._listed, grow=1), tree.Row(*foot))
        return [tree.Laid(self.style, page, body)]

    def _row_height(self, body: Box) -> float:
        """Return the height of a row: an upright one has room for all lines of the sentence below its title."""
        typeface = self.style.typeface
        if not self.design.upright:
            return typeface.grown(_ROW)
        rooms = [(row.line, self._words(body, row).width - _ASIDE) for row in self._rows]
        most = max((typeface.height_of(*told, theme.CAPTION) for told in rooms), default=0.0)
        return typeface.leading(theme.BODY) + most + 2 * _EDGE

    def _words(self, box: Box, row: Row) -> Box:
        """Return the box of a row's words, between its sign and its stars; wide rows have room for four."""
        side = self.style.typeface.grown(theme.LABEL)
        left, stars = box.left + 2 * _SIDE + side, 4 if not self.design.upright else row.stars
        return Box(left, box.top, box.right - _SIDE - side * stars - 12 * bool(stars) - left, box.height)

    def tools(self) -> Sequence[Button]:
        """Return the buttons that stand before the one that begins the selected row's match."""
        return ()

    def _select(self, number: int) -> None:
        self.selected = number

    def _open(self, number: int) -> None:
        self.selected = number
        self.open(number)

    def _paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        typeface, row = self.style.typeface, self._rows[number]
        done = row.name in self._done
        side = typeface.grown(theme.LABEL)
        sign, tone = ("circle-check", theme.GOOD) if done else ("flag", theme.TEXT_MUTED)
        if row.medal:
            sign, tone = "trophy", _METALS[row.medal]
        draw_icon(canvas, sign, box.left + _SIDE + side / 2, box.centery, side, tone)
        words, right = self._words(box, row), box.right - _SIDE
        for star in range(row.stars):
            draw_icon(canvas, "star", right - side * (star + 0.5), box.centery, side * 0.8, theme.WARNING)
        if self.design.upright:
            self._paint_upright(canvas, words, row)
            return
        x, room, half = words.left, words.width, typeface.leading(theme.BODY) / 2
        told = typeface.measure(row.goal, theme.CAPTION) + 24 if row.goal else 0.0
        title = typeface.cut(row.title, room - told, theme.BODY)
        typeface.line(canvas, title, x, box.centery - half, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT)
        if row.goal:
            typeface.line(
                canvas, row.goal, x + room, box.centery - half, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT, "right"
            )
        line = typeface.cut(row.line, room, theme.CAPTION)
        typeface.line(canvas, line, x, box.centery + half, theme.CAPTION, colour=theme.TEXT_MUTED, max_width=room)

    def _paint_upright(self, canvas: Canvas, box: Box, row: Row) -> None:
        """Paint a title, and below it a sentence in as many lines as it takes."""
        typeface = self.style.typeface
        head, told = typeface.leading(theme.BODY), typeface.height_of(row.line, box.width, theme.CAPTION)
        y, colour = box.centery - told / 2, theme.TEXT_BRIGHT
        typeface.line(canvas, row.title, box.left, y, theme.BODY, Weight.BOLD, colour, max_width=box.width)
        room = Box(box.left, y + head / 2, box.width, told)
        typeface.paragraph(canvas, row.line, room, theme.CAPTION, colour=theme.TEXT_MUTED)
