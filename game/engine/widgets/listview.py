"""A scrolling list of rows, which draws only the visible ones."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import NamedTuple, TypeAlias

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.scroller import BAR_ROOM, Scrolling
from game.engine.widgets.parts.style import Style

_ROW = 36.0
_PADDING = 6.0


class RowState(NamedTuple):
    """How a row is drawn: selected, hovered, or neither."""

    selected: bool
    hovered: bool


RowPainter: TypeAlias = Callable[[Canvas, int, Box, RowState], None]
"""Draws row number n into a box; the row's background is drawn already."""


def _ignore(_: int) -> None:
    """Do nothing: the default for a list's callbacks."""


class ListView(Scrolling):
    """A list of `count` rows of height `row_height`, drawn by `paint`.

    Keys and a click select a row (`on_select`); CONFIRM or a click on the selected row chooses it (`on_choose`). The
    list scrolls by wheel, by dragging, and to a row selected by keys.
    """

    focusable = True

    def __init__(
        self,
        style: Style,
        paint: RowPainter,
        count: int = 0,
        box: Box | None = None,
        *,
        row_height: float = _ROW,
        empty: str = "",
        selected: int = -1,
        on_paper: bool = False,
        on_select: Callable[[int], None] = _ignore,
        on_choose: Callable[[int], None] = _ignore,
    ) -> None:
        super().__init__(style, box)
        self.paint = paint
        self.count = count
        self.row_height = row_height
        self.empty = empty
        """The sentence shown when there are no rows."""
        self.selected = selected
        self.on_paper = on_paper
        self.on_select = on_select
        self.on_choose = on_choose
        self._row_hovered = -1

    @property
    def _row(self) -> float:
        return self.style.typeface.grown(self.row_height)

    def natural_height(self, width: float) -> float:
        return max(1, self.count) * self._row + 2 * _PADDING

    def refill(self, count: int, selected: int = -1) -> None:
        """Show `count` rows from now on, with row `selected` selected (-1 for none), without calling `on_select`."""
        self.count = count
        self.selected = min(selected, count - 1)
        self._place()
        self._reveal_selected()

    def select(self, number: int) -> None:
        """Select a row and scroll it into view."""
        number = max(0, min(self.count - 1, number))
        if self.count and number != self.selected:
            self.selected = number
            self.on_select(number)
        self._reveal_selected()

    def choose(self) -> None:
        """Choose the selected row, if there is one."""
        if 0 <= self.selected < self.count:
            self.style.play_sound(Sound.CLICK)
            self.on_choose(self.selected)

    def _place(self) -> None:
        self.scroller.place(self._view, self.count * self._row)

    def _reveal_selected(self) -> None:
        if self.selected >= 0:
            self._place()
            self.scroller.reveal(self.selected * self._row, (self.selected + 1) * self._row, 0)

    @property
    def _view(self) -> Box:
        return self.box.inflate(-2 * _PADDING, -2 * _PADDING)

    def _row_at(self, x: float, y: float) -> int:
        """Return the row at a point, -1 for none."""
        if not self._view.collidepoint(x, y):
            return -1
        number = int((y - self._view.top + self.scroller.offset) // self._row)
        return number if number < self.count else -1

    def _row_box(self, number: int) -> Box:
        view = self._view
        wide = view.width - (BAR_ROOM if self.scroller.needed else 0)
        return Box(view.left, view.top + number * self._row - self.scroller.offset, wide, self._row)

    def handle(self, event: InputEvent) -> bool:
        """Scroll, select or choose by an input. Return whether the input was used."""
        self._place()
        match event:
            case Wheel():
                return self.scroller.handle(event)
            case PointerPressed(button=1):
                self.scroller.handle(event)
                return True
            case PointerMoved():
                self._row_hovered = self._row_at(event.x, event.y)
                return self.scroller.handle(event)
            case PointerReleased(button=1):
                if not self.scroller.handle(event):
                    self._click(self._row_at(event.x, event.y))
                return True
            case Command():
                return self._command(event.name)
            case KeyPressed():
                return self._key(event.key)
            case _:
                return False

    def _click(self, number: int) -> None:
        if number < 0:
            return
        if number == self.selected:
            self.choose()
        else:
            self.style.play_sound(Sound.HOVER)
            self.select(number)

    def release(self, event: PointerReleased) -> None:
        """Choose the row under a released pointer at once, for lists in which one click chooses."""
        if not self.scroller.handle(event):
            number = self._row_at(event.x, event.y)
            if number >= 0:
                self.selected = number
                self.choose()

    def _command(self, name: CommandName) -> bool:
        match name:
            case CommandName.UP if self.selected > 0:
                self.select(self.selected - 1)
            case CommandName.DOWN if self.selected < 0 < self.count:
                self.select(ceil(self.scroller.goal / self._row))
            case CommandName.DOWN if self.selected < self.count - 1:
                self.select(self.selected + 1)
            case CommandName.CONFIRM:
                self.choose()
            case _:
                return False
        return True

    def _key(self, key: str) -> bool:
        page = max(1, int(self._view.height // self._row) - 1)
        match key:
            case "home":
                self.select(0)
            case "end":
                self.select(self.count - 1)
            case "page up":
                self.select(self.selected - page)
            case "page down":
                self.select(self.selected + page)
            case _:
                return False
        return True

    def update(self, seconds: float) -> None:
        self._place()
        super().update(seconds)
        if not self.hovered:
            self._row_hovered = -1

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible rows, or the sentence `empty`."""
        self._place()
        if not self.on_paper:
            faces.draw_face(canvas, self.box, faces.WELL, self.corner)
        view = self._view
        if not self.count:
            self._draw_empty(canvas)
            return
        first = int(self.scroller.offset // self._row)
        last = min(self.count - 1, int((self.scroller.offset + view.height) // self._row))
        with faces.Clip(canvas, view):
            for number in range(first, last + 1):
                self._draw_row(canvas, number)
        self.scroller.draw(canvas, shade=not self.on_paper)

    def _draw_row(self, canvas: Canvas, number: int) -> None:
        box = self._row_box(number)
        state = RowState(number == self.selected, number == self._row_hovered)
        chosen = faces.PAPER_ROW_CHOSEN if self.on_paper else faces.ROW_CHOSEN
        over = faces.PAPER_ROW_OVER if self.on_paper else faces.ROW_OVER
        ground = Box(box.left, box.top + 1, box.width, box.height - 2)
        if state.selected:
            faces.draw_face(canvas, ground, chosen, theme.GRID)
        elif state.hovered:
            faces.draw_face(canvas, ground, over, theme.GRID)
        self.paint(canvas, number, box, state)

    def _draw_empty(self, canvas: Canvas) -> None:
        typeface = self.style.typeface
        inside = self.box.inflate(-4 * theme.GRID, -2 * theme.GRID)
        high = typeface.height_of(self.empty, inside.width)
        place = Box(inside.left, inside.centery - high / 2, inside.width, high)
        colour = theme.TEXT_ON_PAPER_MUTED if self.on_paper else theme.TEXT_MUTED
        typeface.paragraph(canvas, self.empty, place, colour=colour, anchor="middle")
